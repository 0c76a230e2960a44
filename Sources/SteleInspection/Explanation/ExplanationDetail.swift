/// The level of detail of long fields in an ``ArchiveExplanation``.
package struct ExplanationDetail: Sendable {
  /// Whether every element of a packed list is a field, and texts are complete.
  package var showsAll = false
  /// Whether chunks are not divided into fields.
  package var showsFramesOnly = false
  /// An offset; elements of packed lists close to it are fields, regardless of the length of the list.
  package var focus: Int?

  /// Creates the default detail: the first elements of a packed list, and the beginning of texts.
  package init() {}

  /// The number of elements of a packed list that have separate fields.
  static let elementCount = 16

  /// The number of bytes to show of a text.
  var textByteCount: Int { showsAll ? 1 << 16 : 64 }
}
