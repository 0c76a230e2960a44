/// What a writer puts into the head of an archive, and where it cuts blocks.
///
/// Spec §2.4, §5.1.
package struct ArchiveWriterOptions: Hashable, Sendable {
  /// The program that writes the archive, for people.
  package var writer: String
  /// The minor version of the format, 0 for archives that keep to the specification of version 1.0.
  package var minorVersion: Int
  /// A block is closed once its records take this many bytes, and before a record that takes as many by itself; at most
  /// 1 GiB counts.
  package var blockByteCount: Int {
    didSet { blockByteCount = min(max(blockByteCount, 1), 1 << 30) }
  }
  /// The most bytes that a record may take (§5.2).
  package var recordByteLimit = Int(Int32.max)

  /// Makes options.
  package init(writer: String = "", minorVersion: Int = 0, blockByteCount: Int = 65_536) {
    self.writer = writer
    self.minorVersion = minorVersion
    self.blockByteCount = min(max(blockByteCount, 1), 1 << 30)
  }
}
