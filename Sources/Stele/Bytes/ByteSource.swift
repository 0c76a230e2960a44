/// Where the bytes of an archive come from, when they are not all in memory.
///
/// A reader copies what it needs and checks the copy, so the bytes may belong to a file that another
/// program changes.
///
/// Spec §7.2.
public protocol ByteSource: Sendable {
  /// The number of bytes of the archive.
  var byteCount: Int { get }

  /// A copy of some bytes.
  ///
  /// A source that cannot deliver all of them gives fewer, and the archive is refused as truncated.
  func bytes(in range: Range<Int>) -> [UInt8]
}

/// The bytes of an archive, in memory or not.
package enum ArchiveBytes: Sendable {
  /// All bytes, in memory.
  case memory([UInt8])
  /// Bytes that are copied when they are asked for; indirect, so that copies of bytes in memory cost no more than those of
  /// an array.
  indirect case source(any ByteSource)

  /// The number of bytes.
  package var byteCount: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .source(let source): max(0, source.byteCount)
    }
  }

  /// A reader of a part, clamped to the bytes.
  package func reader(of range: Range<Int>) -> ByteReader {
    switch self {
    case .memory(let bytes):
      return ByteReader(bytes, range: range)
    case .source(let source):
      let clamped = range.clamped(to: 0..<byteCount)
      return ByteReader(source.bytes(in: clamped), origin: clamped.lowerBound, range: clamped)
    }
  }
}
