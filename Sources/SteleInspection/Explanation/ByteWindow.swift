import Stele

/// A window over the bytes of an archive: only a part is in memory.
struct ByteWindow {
  /// The number of bytes that are read at a time if the archive is not in memory.
  private static let size = 1 << 16

  private let source: ArchiveBytes
  private var part: [UInt8]
  /// The offset of the part in the archive.
  private var start = 0
  /// The number of bytes of the archive.
  let byteCount: Int

  init(_ bytes: ArchiveBytes) {
    source = bytes
    byteCount = bytes.byteCount
    if case .memory(let all) = bytes { part = all } else { part = [] }
  }

  /// Returns the byte at an offset, or `nil` if it does not exist or cannot be read.
  mutating func byte(at offset: Int) -> UInt8? {
    let index = offset &- start
    if index >= 0, index < part.count { return part[index] }
    guard offset >= 0, offset < byteCount else { return nil }
    load(offset, Self.size)
    return part.first
  }

  /// Returns a copy of a range of bytes, shorter if the archive ends earlier or the bytes cannot be read.
  mutating func bytes(in range: Range<Int>) -> [UInt8] {
    Array(slice(in: range))
  }

  /// Returns a range of bytes in the memory of the window, shorter if the archive ends earlier or the bytes cannot be read.
  mutating func slice(in range: Range<Int>) -> ArraySlice<UInt8> {
    let range = range.clamped(to: 0..<byteCount)
    guard !range.isEmpty else { return [] }
    if range.lowerBound < start || range.upperBound > start + part.count {
      load(range.lowerBound, max(Self.size, range.count))
    }
    let first = range.lowerBound - start
    guard first >= 0, first < part.count else { return [] }
    return part[first..<min(part.count, first + range.count)]
  }

  /// Returns a little-endian unsigned integer of at most eight bytes, or `nil` if the bytes cannot be read.
  mutating func integer(at offset: Int, byteCount: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<byteCount {
      guard let byte = byte(at: offset + index) else { return nil }
      value |= UInt64(byte) << UInt64(8 * index)
    }
    return value
  }

  private mutating func load(_ offset: Int, _ count: Int) {
    guard case .source(let source) = source else { return }
    start = offset
    let range = offset..<min(byteCount, offset + min(count, byteCount - offset))
    part = (try? source.bytes(in: range)) ?? []
  }
}
