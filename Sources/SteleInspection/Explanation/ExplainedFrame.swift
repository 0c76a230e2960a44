/// A range of an archive: a signature, a chunk, or other bytes.
struct ExplainedFrame: Sendable {
  enum Kind: Sendable {
    case opening
    case closing
    case chunk
    case gap
  }

  let kind: Kind
  /// All bytes of the frame.
  let range: Range<Int>
  /// The payload of a chunk.
  var payload = 0..<0
  /// The number of chunks before a chunk.
  var ordinal = 0
  /// The code of the type of a chunk.
  var type: UInt32 = 0
  /// The number of names before a chunk of the class table.
  var nameCount = 0
  /// The number of entries before a chunk of the class table.
  var entryCount = 0
}
