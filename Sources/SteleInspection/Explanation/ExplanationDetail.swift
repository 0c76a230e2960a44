/// How much of long fields an ``ArchiveExplanation`` gives.
package struct ExplanationDetail: Sendable {
  /// Whether every element of a packed list is a field, and texts are not shortened.
  package var showsAll = false
  /// Whether chunks are not opened.
  package var showsFramesOnly = false
  /// An offset around which elements of packed lists are fields, however long the list is.
  package var focus: Int?

  /// Makes the usual detail: the first elements of a packed list, and the beginning of texts.
  package init() {}

  /// How many elements of a packed list are fields of their own.
  static let elementCount = 16

  /// How many bytes of a text are shown.
  var textByteCount: Int { showsAll ? 1 << 16 : 64 }
}
