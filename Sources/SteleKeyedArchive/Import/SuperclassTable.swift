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

  /// The entries; entry 1 comes first.
  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  /// The number of the entry for a chain of superclasses, the nearest first; nil for none.
  mutating func number(of names: [Int]) -> Int? {
    var superclass: Int?
    for name in names.prefix(Self.maximumCount).reversed() {
      let entry = Entry(name: name, superclass: superclass)
      let number = numbers[entry] ?? entries.count + 1
      if number > entries.count {
        entries.append(entry)
        numbers[entry] = number
      }
      superclass = number
    }
    return superclass
  }
}
