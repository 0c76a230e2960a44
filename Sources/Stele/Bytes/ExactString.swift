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

  // Equivalent strings hash alike, so equal bytes do, too.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
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
    self == other && utf8.elementsEqual(other.utf8)
  }
}
