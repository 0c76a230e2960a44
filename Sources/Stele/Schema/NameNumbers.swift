/// A numbering of names, so that they are compared by their bytes once and by their numbers afterwards.
///
/// An archive can use a name of a megabyte in each of many keys, of a byte each. The strings of all these uses are copies of
/// one, so each copy of a long name is looked up by its address after the first time.
///
/// Spec §11.2, §11.5.
package struct NameNumbers: Sendable {
  /// The length in bytes from which on copies of a name are kept; shorter names take less to compare than to find.
  private static let longByteCount = 64

  private var names = NameIndex()
  private var copies: [StringCopy: Int] = [:]

  package init() {}

  /// The number of different names.
  var count: Int { names.count }

  /// Returns the number of a name, which is defined if it is new; the first name has number 1.
  ///
  /// - Complexity: O(*n*) for the first use of a copy of the name, where *n* is its length; O(1) after that.
  package mutating func number(of name: String) -> Int {
    guard name.utf8.count >= Self.longByteCount else { return names.place(of: name) + 1 }
    let copy = StringCopy(name)
    if let number = copies[copy] { return number }
    let number = names.place(of: name) + 1
    copies[copy] = number
    return number
  }

  /// Returns the name with its number.
  package mutating func numbered(_ name: String) -> NumberedName {
    NumberedName(string: name, number: number(of: name))
  }

  /// Returns the type with the numbers of its names.
  package mutating func numbered(_ type: ArchiveTypeDescriptor) -> NumberedType {
    var words: [Int] = []
    var rest = [type]
    while let type = rest.popLast() {
      words.append(Int(type.code.rawValue))
      // The codes determine how many names and parts follow.
      if type.code.concernsGraph { words.append(type.className.map { number(of: $0) } ?? 0) }
      rest += type.parts.reversed()
    }
    return NumberedType(words: words)
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

/// A name that is hashed and compared by its number.
///
/// Only names of one ``NameNumbers`` can be compared.
package struct NumberedName: Hashable, Sendable {
  /// The name.
  package let string: String
  /// The number.
  package let number: Int

  package static func == (left: NumberedName, right: NumberedName) -> Bool {
    left.number == right.number
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A type that is hashed and compared by its codes and the numbers of its names.
///
/// Only types of one ``NameNumbers`` can be compared.
package struct NumberedType: Hashable, Sendable {
  package let words: [Int]
}
