internal import Stele

/// A source with copies of both its ends.
///
/// Spec §8.2.
private struct CopiedEnds: ByteSource {
  let source: any ByteSource
  let byteCount: Int
  let front: [UInt8]
  var tail: [UInt8]

  static let frontByteCount = 4096
  static let tailByteCount = 65_536

  /// Copies the ends of a source, or all of a small one.
  init(_ source: any ByteSource) throws {
    self.source = source
    byteCount = max(0, source.byteCount)
    tail = []
    guard byteCount > Self.tailByteCount else {
      front = try source.bytes(in: 0..<byteCount)
      return
    }
    front = try source.bytes(in: 0..<Self.frontByteCount)
    try copyTail(from: byteCount - Self.tailByteCount)
  }

  mutating func copyTail(from offset: Int) throws {
    tail = try source.bytes(in: offset..<byteCount)
    // Bytes that the source cannot deliver are found missing when they are read.
    if tail.count < byteCount - offset { tail = [] }
  }

  var tailOffset: Int { byteCount == front.count ? 0 : byteCount - tail.count }

  func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) throws {
    buffer.append(contentsOf: try bytes(in: offset..<(offset + buffer.freeCapacity)))
  }

  // Of other parts, the source makes the copy: it may refuse one that memory cannot hold.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    if range.upperBound <= front.count { return Array(front[range]) }
    let start = byteCount - tail.count
    guard range.lowerBound >= start, range.upperBound <= byteCount else {
      return try source.bytes(in: range)
    }
    return Array(tail[(range.lowerBound - start)..<(range.upperBound - start)])
  }
}

extension ArchiveBytes {
  /// Returns the same bytes with both ends in memory: 4 KiB at the start and 64 KiB at the end.
  func copyingEnds() throws(ArchiveError) -> ArchiveBytes {
    guard case .source(let source) = self, !(source is CopiedEnds) else { return self }
    do {
      return .source(try CopiedEnds(source))
    } catch {
      throw ArchiveError(sourceError: error, at: 0)
    }
  }

  /// The offset from which all bytes are in memory.
  var tailOffset: Int {
    guard case .source(let source) = self else { return 0 }
    return (source as? CopiedEnds)?.tailOffset ?? byteCount
  }

  /// Returns the same bytes with those from an offset on in memory.
  func copyingTail(from offset: Int) throws(ArchiveError) -> ArchiveBytes {
    guard case .source(let source) = self, var ends = source as? CopiedEnds else { return self }
    do {
      try ends.copyTail(from: offset)
    } catch {
      throw ArchiveError(sourceError: error, at: offset)
    }
    return .source(ends)
  }
}
