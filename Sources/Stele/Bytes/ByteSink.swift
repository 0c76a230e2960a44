/// A destination for the bytes of an archive, in their order.
public protocol ByteSink {
  /// The error of ``write(_:)``; `Never` for a sink that cannot fail.
  associatedtype Failure: Error

  /// Writes further bytes.
  ///
  /// - Throws: The sink's own error.
  /// - Complexity: O(*n*), where *n* is the number of bytes, for all calls together.
  mutating func write(_ bytes: Span<UInt8>) throws(Failure)
}

/// An archive in memory.
public struct ArraySink: ByteSink, Sendable {
  /// The bytes that have been written.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  public init() {}

  /// Writes further bytes.
  /// - Complexity: O(*n*), where *n* is the number of bytes, for all calls together.
  public mutating func write(_ bytes: Span<UInt8>) {
    self.bytes += [UInt8](copying: bytes)
  }
}
