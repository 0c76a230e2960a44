/// A string that is compared by its bytes.
///
/// Swift compares strings by canonical equivalence, the format by bytes: `é` as one scalar and as two
/// are different names.
///
/// Spec §1.6.
package struct ExactString: Hashable, Sendable {
  /// The string.
  package let string: String

  package init(_ string: String) {
    self.string = string
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    left.string.isExactly(right.string)
  }

  // Equivalent strings must not hash alike: there are thousands of forms of one short name, and an
  // archive that uses them all would make a set take quadratic time.
  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }
}

extension ExactString: Comparable {
  package static func < (left: ExactString, right: ExactString) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}

extension String {
  /// Whether two strings have the same bytes.
  package func isExactly(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
