internal import Stele

/// The bytes of an archive that is verified.
///
/// They are asked for part by part, mostly a chunk at a time, and nobody changes a part while it is looked at. What is
/// looked at again is asked for again, and can have become anything.
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

  /// Whether a part costs nothing until it is looked at.
  var areInMemory: Bool {
    if case .memory = place { true } else { false }
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

  /// Lets a closure look at a part.
  ///
  /// - Parameters:
  ///   - range: Offsets in the archive.
  ///   - body: Takes the bytes, the first of which is that at the lower bound.
  /// - Returns: What the closure returns, or nil if the part cannot be had.
  func withPart<Result>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard case .memory(let bytes) = place else { return copy(of: range).map { body($0.span) } }
    guard range.lowerBound >= 0, range.upperBound <= byteCount else { return nil }
    return body(bytes.span.extracting(range))
  }
}
