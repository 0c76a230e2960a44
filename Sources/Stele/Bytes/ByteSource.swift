internal import Synchronization

/// A source of the bytes of an archive that is not all in memory.
///
/// A reader validates its own copy of the bytes, so they may belong to a file that another program
/// changes.
///
/// ```swift
/// struct Section<Base: ByteSource>: ByteSource {
///   let base: Base
///   let range: Range<Int>
///   var byteCount: Int { range.count }
///
///   func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) throws {
///     try base.read(into: &buffer, at: range.lowerBound + offset)
///   }
/// }
/// ```
///
/// Spec §8.2.
public protocol ByteSource: Sendable {
  /// The number of bytes of the archive.
  var byteCount: Int { get }

  /// Appends bytes from an offset on until the buffer is full.
  ///
  /// A buffer that is left with free capacity means that the archive has become shorter: it is refused as truncated (rule P1).
  ///
  /// - Parameters:
  ///   - buffer: The buffer, whose free capacity is the number of bytes wanted.
  ///   - offset: The offset of the first byte wanted. The offset and the capacity lie within ``byteCount``.
  /// - Throws: The source's own error if it cannot read. A reader reports it as ``ArchiveError/sourceError``; it says nothing of
  ///   the archive.
  func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) throws

  /// Returns a copy of a range of bytes; fewer, if the archive has become shorter.
  ///
  /// A source that may have more bytes than the machine has memory implements this itself, and throws rather than allocate too
  /// much: an archive may ask for a part of any size within ``byteCount``.
  ///
  /// - Parameter range: The range, which lies within ``byteCount``.
  /// - Returns: The bytes.
  /// - Throws: The source's own error.
  /// - Complexity: O(*n*), where *n* is the number of bytes in the range.
  func bytes(in range: Range<Int>) throws -> [UInt8]
}

extension ByteSource {
  /// Returns a copy of a range of bytes, which is read into a new array; fewer, if the archive has become shorter.
  ///
  /// - Parameter range: The range, which lies within ``byteCount``.
  /// - Returns: The bytes.
  /// - Throws: The source's own error.
  /// - Complexity: O(*n*), where *n* is the number of bytes in the range.
  public func bytes(in range: Range<Int>) throws -> [UInt8] {
    try [UInt8](capacity: range.count) { (buffer) throws in
      try read(into: &buffer, at: range.lowerBound)
    }
  }
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
  ///
  /// - Throws: ``ArchiveError`` with the error of a source that cannot read.
  package func reader(of range: Range<Int>) throws(ArchiveError) -> ByteReader {
    switch self {
    case .memory(let bytes):
      return ByteReader(bytes, range: range)
    case .source(let source):
      let clamped = range.clamped(to: 0..<byteCount)
      do {
        let bytes = try source.bytes(in: clamped)
        return ByteReader(bytes, origin: clamped.lowerBound, range: clamped)
      } catch {
        throw ArchiveError(sourceError: error, at: clamped.lowerBound)
      }
    }
  }
}

/// A source that keeps the first error of another one, for those who go on after it.
package final class NotedSource: ByteSource {
  private let base: any ByteSource
  private let first = Mutex<(any Error)?>(nil)

  package init(_ base: any ByteSource) {
    self.base = base
  }

  /// The first error, if there was one.
  package var error: (any Error)? { first.withLock { $0 } }

  package var byteCount: Int { base.byteCount }

  package func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) throws {
    do {
      try base.read(into: &buffer, at: offset)
    } catch {
      throw noted(error)
    }
  }

  package func bytes(in range: Range<Int>) throws -> [UInt8] {
    do {
      return try base.bytes(in: range)
    } catch {
      throw noted(error)
    }
  }

  private func noted(_ error: any Error) -> any Error {
    first.withLock { $0 = $0 ?? error }
    return error
  }
}

extension [UInt8] {
  /// Copies the bytes of a span, which may not outlive it.
  package init(copying span: RawSpan) {
    // Safe: the bytes are copied before the closure returns.
    self = unsafe span.withUnsafeBytes { unsafe Array($0) }
  }

  /// Copies the bytes of a span, which may not outlive it.
  package init(copying span: Span<UInt8>) {
    // Safe: the elements are copied before the closure returns.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends as many of some bytes as there is room for.
  package mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    for byte in bytes.prefix(freeCapacity) { append(byte) }
  }
}
