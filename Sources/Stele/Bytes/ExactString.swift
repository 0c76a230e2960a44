/// A string that is compared by its bytes.
///
/// Swift compares strings by canonical equivalence, the format by bytes: `é` as one scalar and as two
/// scalars are different names.
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

  // Equivalent strings must have different hashes: one short name has thousands of forms, and an archive
  // with all of them would make a set take quadratic time.
  package func hash(into hasher: inout Hasher) {
    var copy = string
    // Safe: the hasher takes the bytes while they are lent.
    copy.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }
}

extension ExactString: Comparable {
  package static func < (left: ExactString, right: ExactString) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}

extension String {
  /// Whether two strings have the same bytes.
  @inline(__always)
  package func isExactly(_ other: String) -> Bool {
    isSameCopy(as: other) || hasSameBytes(as: other)
  }

  private func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let areEqual = unsafe utf8.withContiguousStorageIfAvailable { left in
      // Safe: the bytes of both are read while they are lent.
      unsafe other.utf8.withContiguousStorageIfAvailable { right in
        unsafe left.elementsEqual(right)
      }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether two strings are copies of one string, without comparing their bytes.
  ///
  /// The answer is `true` for all copies of one string, and `false` for equal strings that were made apart,
  /// unless they are short. For copies of strings that all differ it is a comparison, which takes no longer
  /// for long strings.
  @inline(__always)
  package func isSameCopy(as other: String) -> Bool {
    words.map { $0 == other.words } ?? hasSameBytes(as: other)
  }

  /// The words of the string, which all copies of it have as long as it lives; nil where a string is more than two.
  @inline(__always)
  var words: UInt128? {
    #if _pointerBitWidth(_64)
      // Safe: a string is two words, which have no padding.
      unsafe unsafeBitCast(self, to: UInt128.self)
    #else
      nil
    #endif
  }
}
