internal import Stele

/// The bytes of the archive that is verified, which are requested in parts.
///
/// A part that is requested again may have other bytes: the source can be a file that changes (§11.2).
struct VerifiedBytes: Sendable {
  private enum Storage: Sendable {
    case memory([UInt8])
    case source(NotedSource)
  }

  private let storage: Storage
  /// The number of bytes of the archive.
  let byteCount: Int

  init(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    byteCount = bytes.count
  }

  init(_ source: any ByteSource) {
    storage = .source(NotedSource(source))
    byteCount = max(0, source.byteCount)
  }

  /// The first error of the source.
  var sourceError: (any Error)? {
    if case .source(let source) = storage { source.error } else { nil }
  }

  /// Returns a part of the archive, or nil if it is not available.
  func part(_ range: Range<Int>) -> Part? {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { return nil }
    switch storage {
    case .memory(let bytes):
      return Part(bytes: bytes, origin: 0)
    case .source(let source):
      guard let copy = try? source.bytes(in: range), copy.count == range.count else { return nil }
      return Part(bytes: copy, origin: range.lowerBound)
    }
  }

  /// Returns a cursor at the beginning of a part, or nil if the part is not available.
  func cursor(_ range: Range<Int>) -> Cursor? { part(range).map { Cursor($0, range) } }
}

/// Bytes of the archive that do not change while they are read.
///
/// Offsets count from the start of the archive, wherever the part begins.
struct Part {
  let bytes: [UInt8]
  /// The offset of the first byte.
  let origin: Int

  subscript(offset: Int) -> UInt8 {
    @inline(__always) get { bytes[offset &- origin] }
  }

  /// The 8 bytes from an offset on, least significant first; nil if the part has fewer.
  @inline(__always)
  func word(at offset: Int) -> UInt64? {
    let index = offset &- origin
    guard index >= 0, bytes.count &- index >= 8 else { return nil }
    // Safe: the bounds have been checked, and any 8 bytes are a valid integer.
    return unsafe bytes.withUnsafeBytes {
      unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(range.lowerBound &- origin)..<(range.upperBound &- origin)]
  }
}
