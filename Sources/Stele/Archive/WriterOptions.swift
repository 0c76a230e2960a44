/// What a writer puts into the head of an archive, and where it cuts blocks.
///
/// Spec §2.4, §5.1.
public struct WriterOptions: Hashable, Sendable {
  /// The program that writes the archive, for people.
  public var writer: String
  /// The minor version of the format, 0 for archives that keep to the specification of version 1.0.
  public var minorVersion: Int
  /// A block is closed once its records take this many bytes, or more where blocks grow; at most 1 GiB counts.
  public var blockByteCount: Int {
    didSet { blockByteCount = min(max(blockByteCount, 1), 1 << 30) }
  }
  /// Whether a block of a long archive takes a 256th of what stands before it, up to 512 KiB.
  ///
  /// Fewer blocks are found sooner, and damage to one still loses little of the whole.
  public var growsBlocks = true
  /// The most bytes that a record may take (§5.2).
  package var recordByteLimit = Int(Int32.max)

  /// Makes options.
  public init(writer: String = "", minorVersion: Int = 0, blockByteCount: Int = 65_536) {
    self.writer = writer
    self.minorVersion = minorVersion
    self.blockByteCount = min(max(blockByteCount, 1), 1 << 30)
  }

  /// How many bytes of records close a block.
  ///
  /// - Parameter byteCount: The number of bytes before the block.
  /// - Returns: The number of bytes, at which or beyond which the block is closed.
  func blockByteCount(after byteCount: Int) -> Int {
    growsBlocks ? max(blockByteCount, min(byteCount >> 8, 524_288)) : blockByteCount
  }
}
