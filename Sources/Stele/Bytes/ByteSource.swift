/// A source of the bytes of an archive that is not all in memory.
///
/// A reader validates its own copy of the bytes, so they may belong to a file that another program
/// changes.
///
/// Spec §7.2.
public protocol ByteSource: Sendable {
  /// The number of bytes of the archive.
  var byteCount: Int { get }

  /// Returns a copy of a range of bytes.
  ///
  /// A source that cannot deliver all of them returns fewer; the archive is then refused as truncated.
  func bytes(in range: Range<Int>) -> [UInt8]
}

/// The bytes of an archive, in memory or not.
package enum ArchiveBytes: Sendable {
  /// All bytes, in memory.
  case memory([UInt8])
  /// A source whose bytes are copied on demand; indirect, so that a copy of the other case costs no more than a copy of an
  /// array.
  indirect case source(any ByteSource)

  /// The number of bytes.
  package var byteCount: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .source(let source): max(0, source.byteCount)
    }
  }

  /// Returns a reader of a range, which is clamped to the bytes.
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
