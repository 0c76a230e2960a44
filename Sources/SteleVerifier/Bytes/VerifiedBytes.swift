internal import Stele

/// The bytes of the archive that is validated.
///
/// A part, mostly the payload of a chunk, does not change while it is read. A part that is read again is requested again
/// from the source, and its bytes can be different then.
struct VerifiedBytes: Sendable {
  private enum Place: Sendable {
    case memory([UInt8])
    case source(any ByteSource)
  }

  private let place: Place
  /// The number of bytes of the archive.
  let byteCount: Int

  /// The bytes of an array.
  init(_ bytes: [UInt8]) {
    place = .memory(bytes)
    byteCount = bytes.count
  }

  /// The bytes that a source copies.
  init(_ source: any ByteSource) {
    place = .source(source)
    byteCount = max(0, source.byteCount)
  }

  /// A part as an array, or nil if it cannot be had.
  func copy(of range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { return nil }
    switch place {
    case .memory(let bytes):
      return Array(bytes[range])
    case .source(let source):
      let copy = source.bytes(in: range)
      return copy.count == range.count ? copy : nil
    }
  }

  /// Calls a closure with the bytes of a part.
  ///
  /// - Parameters:
  ///   - range: Offsets in the archive.
  ///   - body: Takes the bytes, the first of which is that at the lower bound.
  /// - Returns: The result of the closure, or nil if the part cannot be had.
  func withPart<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard case .memory(let bytes) = place else {
      guard let part = copy(of: range)?[...] else { return nil }
      return body(part.span)
    }
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { return nil }
    let part = bytes[range]
    return body(part.span)
  }
}
