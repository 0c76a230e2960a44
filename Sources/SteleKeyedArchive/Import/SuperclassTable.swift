import Stele

/// The entries of superclasses, which have no keys.
///
/// Spec §E.3.
struct SuperclassTable {
  /// An entry: the number of its name, and the number of its superclass.
  struct Entry: Hashable {
    let name: Int
    let superclass: Int?
  }

  /// The largest number of superclasses of an entry (rule L3).
  static let maximumCount = 255

  /// The largest number of entries for each class record.
  ///
  /// Otherwise records that each name 255 superclasses in another order would make many times as many entries
  /// as they have bytes.
  private static let entriesPerClass = 16

  /// The entries, entry 1 first.
  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]
  /// The number of entries that are allowed so far.
  private var allowedCount = maximumCount

  /// Returns the entry for the chain of superclasses of the next class record, nearest first.
  ///
  /// - Returns: The number, or nil if there are no superclasses or the chain would exceed the
  ///   allowed entries.
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
