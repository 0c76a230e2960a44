/// What a writer puts into the head of an archive, and where it cuts blocks.
///
/// Spec §2.4, §5.1.
package struct ArchiveWriterOptions: Hashable, Sendable {
  /// What the document is: a uniform type, a media type, or nothing.
  package var documentType: String
  /// The program that writes the archive, for people.
  package var writer: String
  /// A block is closed once its records take this many bytes, and before a record that takes as many by itself; at most
  /// 1 GiB counts.
  package var blockByteCount: Int {
    didSet { blockByteCount = min(max(blockByteCount, 1), 1 << 30) }
  }

  /// Makes options.
  package init(documentType: String = "", writer: String = "", blockByteCount: Int = 65_536) {
    self.documentType = documentType
    self.writer = writer
    self.blockByteCount = min(max(blockByteCount, 1), 1 << 30)
  }
}
