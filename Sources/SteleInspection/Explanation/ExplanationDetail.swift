/// The detail in which an ``ArchiveExplanation`` presents long fields.
package struct ExplanationDetail: Sendable {
  /// Whether every element of a packed list is a field, and texts are complete.
  package var showsAll = false
  /// Whether chunks are not divided into fields.
  package var showsFramesOnly = false
  /// An offset around which elements of packed lists are fields, however long the list.
  package var focus: Int?

  /// Creates the default detail: the first elements of a packed list, and the beginning of texts.
  package init() {}

  /// The number of elements of a packed list that have fields of their own.
  static let elementCount = 16

  /// The number of bytes of a text that are shown.
  var textByteCount: Int { showsAll ? 1 << 16 : 64 }
}
