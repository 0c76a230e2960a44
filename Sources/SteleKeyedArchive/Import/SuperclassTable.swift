import Stele

/// The entries of superclasses, which have no keys.
///
/// Spec §E.3.
struct SuperclassTable {
  /// An entry: the number of its name, and that of its own superclass.
  struct Entry: Hashable {
    let name: Int
    let superclass: Int?
  }

  /// How many superclasses an entry may have (rule L3).
  static let maximumCount = 255

  /// How many entries each class record allows, so that records which all name 255 superclasses in an order of their own
  /// do not make many times as many entries as they have bytes.
  private static let entriesPerClass = 16

  /// The entries; entry 1 comes first.
  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]
  /// How many entries there may be.
  private var allowedCount = maximumCount

  /// The number of the entry for the chain of superclasses of the next class record, the nearest first.
  ///
  /// - Returns: The number, or nil when there are no superclasses or the chain would need more entries than are allowed.
  mutating func number(of names: [Int]) -> Int? {
    allowedCount += Self.entriesPerClass
    var superclass: Int?
    var rest = Array(names.prefix(Self.maximumCount))
    while let name = rest.last, let known = numbers[Entry(name: name, superclass: superclass)] {
      superclass = known
      rest.removeLast()
    }
    guard entries.count + rest.count <= allowedCount else { return nil }
    for name in rest.reversed() {
      let entry = Entry(name: name, superclass: superclass)
      entries.append(entry)
      numbers[entry] = entries.count
      superclass = entries.count
    }
    return superclass
  }
}
