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
