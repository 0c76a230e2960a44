/// The last 32 bytes of a binary property list.
///
///     offset  size  field
///          0     5  unused
///          5     1  sortVersion        ignored
///          6     1  offsetByteCount    1 to 8: the size of one entry of the offset table
///          7     1  referenceByteCount 1 to 8: the size of one object reference
///          8     8  objectCount
///         16     8  topObject
///         24     8  offsetTableOffset
///
/// Numbers are big-endian. A file is the signature (8 bytes), objects, offset table and trailer,
/// with nothing between them.
struct BinaryTrailer {
  /// The first bytes of every binary property list.
  static let signature = Array("bplist00".utf8)

  static let byteCount = 32

  let offsetByteCount: Int
  let referenceByteCount: Int
  let objectCount: Int
  let topObject: Int
  let offsetTableOffset: Int

  /// Reads and validates the trailer of a file that starts with the signature.
  init(parsing bytes: [UInt8]) throws(PropertyListError) {
    let body = bytes.count - Self.byteCount
    guard body >= Self.signature.count else {
      throw PropertyListError(
        .truncated(needed: Self.signature.count + Self.byteCount, available: bytes.count),
        at: bytes.count)
    }
    let (offsetSize, referenceSize) = (bytes[body + 6], bytes[body + 7])
    guard (1...8).contains(offsetSize) else {
      throw PropertyListError(.offsetByteCount(offsetSize), at: body + 6)
    }
    guard (1...8).contains(referenceSize) else {
      throw PropertyListError(.referenceByteCount(referenceSize), at: body + 7)
    }
    let count = bytes.bigEndian(at: body + 8, byteCount: 8)
    let top = bytes.bigEndian(at: body + 16, byteCount: 8)
    let table = bytes.bigEndian(at: body + 24, byteCount: 8)
    // Each object has at least a marker and an entry in the offset table.
    let room = (body - Self.signature.count) / (Int(offsetSize) + 1)
    guard let objectCount = Int(exactly: count), objectCount > 0, objectCount <= room else {
      throw PropertyListError(.objectCount(count), at: body + 8)
    }
    guard top < count else {
      throw PropertyListError(.topObject(top, objectCount: objectCount), at: body + 16)
    }
    guard table == UInt64(body - objectCount * Int(offsetSize)) else {
      throw PropertyListError(.offsetTable(offset: table), at: body + 24)
    }
    offsetByteCount = Int(offsetSize)
    referenceByteCount = Int(referenceSize)
    self.objectCount = objectCount
    topObject = Int(top)
    offsetTableOffset = Int(table)
  }
}

extension BinaryTrailer {
  /// Returns the position of an object in the bytes of a binary property list; nil for other bytes.
  static func offset(ofObject number: Int, in bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: signature), let trailer = try? BinaryTrailer(parsing: bytes),
      (0..<trailer.objectCount).contains(number)
    else { return nil }
    let entry = trailer.offsetTableOffset + number * trailer.offsetByteCount
    return Int(exactly: bytes.bigEndian(at: entry, byteCount: trailer.offsetByteCount))
  }
}

extension [UInt8] {
  /// Returns a big-endian number of up to 8 bytes that are known to be present.
  func bigEndian(at offset: Int, byteCount: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<(offset + byteCount) { value = value << 8 | UInt64(self[index]) }
    return value
  }
}
