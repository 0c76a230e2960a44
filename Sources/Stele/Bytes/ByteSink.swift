/// A place that takes the bytes of an archive in their order.
public protocol ByteSink {
  /// Takes further bytes.
  ///
  /// - Throws: Whatever keeps the place from taking them.
  mutating func write(_ bytes: [UInt8]) throws
}

/// An archive in memory.
public struct ArraySink: ByteSink, Sendable {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  public init() {}

  /// Takes further bytes.
  public mutating func write(_ bytes: [UInt8]) {
    self.bytes += bytes
  }
}
