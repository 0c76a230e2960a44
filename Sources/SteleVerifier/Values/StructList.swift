/// A list of structs or enums that is open: whether it is, or could be, uniform.
///
/// The entries of an element and of its nested structs stand in ``ValuePass/nestedEntries`` from `firstNested` on, in the
/// order in which the structs of an element begin. In front of a uniform list they are read once; in a mixed list those
/// of the first element are noted, and compared with those of the others (V5).
///
/// Spec §3.5.
struct StructList {
  /// The entry of all elements, or 0 in a mixed list.
  var entry: Int
  /// The offset of that number.
  var offset: Int
  var firstNested: Int
  /// The place of the entry of the struct that begins next.
  var nextNested: Int
  /// Whether the first element is read.
  var isInFirst = false
  /// Whether two elements are of different entries.
  var isMixed = false

  /// Compares an entry in a mixed list with the one in the same place of the first element.
  mutating func compare(_ entry: Int, _ nestedEntries: inout [Int]) {
    guard !isMixed else { return }
    if isInFirst {
      nestedEntries.append(entry)
    } else {
      // As long as all are equal, all elements have as many.
      isMixed = nestedEntries[nextNested] != entry
      nextNested &+= 1
    }
  }
}
