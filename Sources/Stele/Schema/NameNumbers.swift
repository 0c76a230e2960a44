/// A numbering of names, so that they are compared by their bytes once and by their numbers afterwards.
///
/// An archive can use a name of a megabyte in each of many keys, of a byte each. The strings of all these uses are copies of
/// one, so each copy of a long name is looked up by its address after the first time.
///
/// Spec §11.2, §11.5.
package struct NameNumbers: Sendable {
  /// The length in bytes from which on copies of a name are kept; shorter names take less to compare than to find.
  private static let longByteCount = 64

  private var names = UniqueList<String>()
  /// The copies of long names by their words, with their numbers; they are kept, so that no other string takes their place.
  private var copies: [UInt128: (name: String, number: Int)] = [:]

  package init() {}

  /// The number of different names.
  var count: Int { names.elements.count }

  /// Returns the number of a name, which is defined if it is new; the first name has number 1.
  ///
  /// - Complexity: O(*n*) for the first use of a copy of the name, where *n* is its length; O(1) after that.
  package mutating func number(of name: String) -> Int {
    guard name.utf8.count >= Self.longByteCount, let words = name.words else {
      return names.place(of: name) + 1
    }
    if let known = copies[words] { return known.number }
    let number = names.place(of: name) + 1
    copies[words] = (name, number)
    return number
  }

  /// Whether two names have the same bytes.
  package mutating func areEqual(_ left: String, _ right: String) -> Bool {
    if left.isSameCopy(as: right) { return true }
    guard left.utf8.count == right.utf8.count else { return false }
    guard left.utf8.count >= Self.longByteCount else { return left.isExactly(right) }
    return number(of: left) == number(of: right)
  }

  /// Whether two types have the same codes and names.
  package mutating func areEqual(
    _ left: ArchiveTypeDescriptor, _ right: ArchiveTypeDescriptor
  ) -> Bool {
    guard left.code == right.code else { return false }
    guard left.code.rawValue >= TypeCode.optional.rawValue else { return true }
    var rest = [(left, right)]
    while let (left, right) = rest.popLast() {
      guard left.code == right.code else { return false }
      switch (left.className, right.className) {
      case (nil, nil): break
      case (let left?, let right?) where areEqual(left, right): break
      default: return false
      }
      rest += zip(left.parts, right.parts)
    }
    return true
  }
}

// Comparing and hashing entries, whose keys can use a long name many times

extension NameNumbers {
  /// Whether two lists of keys are the same.
  package mutating func areEqual(_ left: [ArchiveKey], _ right: [ArchiveKey]) -> Bool {
    left.elementsEqual(right) {
      $0.since == $1.since && $0.presence == $1.presence && $0.name.isExactly($1.name)
        && areEqual($0.type, $1.type)
    }
  }

  /// Whether two entries are the same.
  package mutating func areEqual(_ left: ArchiveClassEntry, _ right: ArchiveClassEntry) -> Bool {
    left.version == right.version && left.kind == right.kind
      && left.superclass == right.superclass && areEqual(left.name, right.name)
      && areEqual(left.keys, right.keys)
      && left.cases.elementsEqual(right.cases) {
        $0.name.isExactly($1.name) && $0.since == $1.since && $0.isRetired == $1.isRetired
          && areEqual($0.keys, $1.keys)
      }
  }

  /// Whether two class tables are the same.
  package mutating func areEqual(_ left: ArchiveClassTable, _ right: ArchiveClassTable) -> Bool {
    left.entries.elementsEqual(right.entries) { areEqual($0, $1) }
  }

  /// Hashes a name by its bytes the first time, and by its number afterwards.
  ///
  /// Equal content defines names in the same order, so that its hashes are equal.
  package mutating func hash(_ name: String, into hasher: inout Hasher) {
    let known = count
    hasher.combine(number(of: name))
    if count > known { ExactString(name).hash(into: &hasher) }
  }

  /// Hashes a type.
  package mutating func hash(_ type: ArchiveTypeDescriptor, into hasher: inout Hasher) {
    for type in type.preorder {
      hasher.combine(type.code)
      if let name = type.className { hash(name, into: &hasher) }
    }
  }

  /// Hashes an entry.
  package mutating func hash(_ entry: ArchiveClassEntry, into hasher: inout Hasher) {
    hash(entry.name, into: &hasher)
    hasher.combine(entry.version)
    hasher.combine(entry.kind)
    hasher.combine(entry.superclass)
    hash(entry.keys, into: &hasher)
    hasher.combine(entry.cases.count)
    for item in entry.cases {
      hash(item.name, into: &hasher)
      hasher.combine(item.since)
      hasher.combine(item.isRetired)
      hash(item.keys, into: &hasher)
    }
  }

  private mutating func hash(_ keys: [ArchiveKey], into hasher: inout Hasher) {
    hasher.combine(keys.count)
    for key in keys {
      hash(key.name, into: &hasher)
      hash(key.type, into: &hasher)
      hasher.combine(key.since)
      hasher.combine(key.presence)
    }
  }
}

extension ArchiveClassEntry {
  /// Compares entries, names by their bytes.
  public static func == (left: ArchiveClassEntry, right: ArchiveClassEntry) -> Bool {
    var names = NameNumbers()
    return names.areEqual(left, right)
  }

  /// Hashes the entry, names by their bytes.
  public func hash(into hasher: inout Hasher) {
    var names = NameNumbers()
    names.hash(self, into: &hasher)
  }
}

extension ArchiveClassTable {
  /// Compares the entries, names by their bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys and the length of all different names.
  public static func == (left: ArchiveClassTable, right: ArchiveClassTable) -> Bool {
    var names = NameNumbers()
    return names.areEqual(left, right)
  }

  /// Hashes the entries, names by their bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys and the length of all different names.
  public func hash(into hasher: inout Hasher) {
    var names = NameNumbers()
    for entry in entries { names.hash(entry, into: &hasher) }
  }
}
