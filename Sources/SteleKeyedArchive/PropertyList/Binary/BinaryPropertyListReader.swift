/// Reads a binary property list: one node for each object, numbered as the objects are.
///
///     marker   object
///     00       null
///     08 09    false, true
///     1n       integer of 2^n bytes: 1, 2 and 4 unsigned, 8 and 16 signed
///     22 23    real of 4 or 8 bytes
///     33       date, a real of 8 bytes
///     4n       data of n bytes
///     5n       ASCII string of n bytes
///     6n       UTF-16 string of n units
///     8n       UID of n + 1 bytes
///     An Cn    array, set of n references
///     Dn       dictionary of n references to keys and then n to values
///
/// If n is a count and equals 15, an integer object with the count follows. All numbers are big-endian.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let trailer: BinaryTrailer
  /// The number of bytes of the object region that no object has claimed so far.
  private var unclaimedByteCount: Int

  static func list(
    parsing bytes: [UInt8], limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyListGraph {
    let trailer = try BinaryTrailer(parsing: bytes)
    guard trailer.objectCount <= limits.nodeCount else {
      throw PropertyListError(
        .tooManyNodes(limit: limits.nodeCount),
        at: bytes.count - BinaryTrailer.byteCount + 8)
    }
    var reader = BinaryPropertyListReader(bytes: bytes, trailer: trailer)
    return try reader.list(limits: limits)
  }

  private init(bytes: [UInt8], trailer: BinaryTrailer) {
    self.bytes = bytes
    self.trailer = trailer
    unclaimedByteCount = trailer.offsetTableOffset - BinaryTrailer.signature.count
  }

  private mutating func list(
    limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyListGraph {
    var nodes: [PropertyListGraph.Node] = []
    nodes.reserveCapacity(trailer.objectCount)
    for number in 0..<trailer.objectCount {
      nodes.append(try node(at: try objectOffset(number)))
    }
    let fault =
      NodeFault.firstKey(in: nodes)
      ?? NodeFault.firstNesting(in: nodes, root: trailer.topObject, limits: limits)
    if let fault {
      throw PropertyListError(fault.reason, at: try offset(of: fault))
    }
    return PropertyListGraph(soundNodes: nodes, root: trailer.topObject)
  }

  /// Returns the offset of a fault: the offset of the wrong reference, or else of the object.
  private func offset(of fault: NodeFault) throws(PropertyListError) -> Int {
    let object = try objectOffset(fault.node)
    guard let position = fault.position else { return object }
    return try header(at: object).body + position * trailer.referenceByteCount
  }

  private func objectOffset(_ number: Int) throws(PropertyListError) -> Int {
    let entry = trailer.offsetTableOffset + number * trailer.offsetByteCount
    let value = bytes.bigEndian(at: entry, byteCount: trailer.offsetByteCount)
    guard let offset = Int(exactly: value), offset >= BinaryTrailer.signature.count,
      offset < trailer.offsetTableOffset
    else {
      throw PropertyListError(.objectOffset(value, end: trailer.offsetTableOffset), at: entry)
    }
    return offset
  }

  /// Throws if a structure extends beyond the object region.
  private func require(_ byteCount: Int, at offset: Int) throws(PropertyListError) {
    let available = trailer.offsetTableOffset - offset
    guard byteCount <= available else {
      throw PropertyListError(.truncated(needed: byteCount, available: available), at: offset)
    }
  }

  /// Returns an object's count, and the offset of its content.
  private func header(at offset: Int) throws(PropertyListError) -> (count: Int, body: Int) {
    let low = Int(bytes[offset] & 0x0F)
    guard low == 15 else { return (low, offset + 1) }
    try require(2, at: offset)
    let marker = bytes[offset + 1]
    guard (0x10...0x13).contains(marker) else {
      throw PropertyListError(.countMarker(marker), at: offset + 1)
    }
    let byteCount = 1 << Int(marker & 0x0F)
    try require(byteCount, at: offset + 2)
    guard let count = Int(exactly: bytes.bigEndian(at: offset + 2, byteCount: byteCount)) else {
      throw PropertyListError(.countOutOfRange, at: offset + 2)
    }
    return (count, offset + 2 + byteCount)
  }

  /// Returns the bytes of an object's elements, after checking them.
  ///
  /// Objects may not share bytes: many objects that share one long array would take much memory for a small file.
  private mutating func body(
    at offset: Int, start: Int, count: Int, elementByteCount: Int
  ) throws(PropertyListError) -> Range<Int> {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: elementByteCount)
    try require(overflow ? .max : byteCount, at: start)
    let end = start + byteCount
    unclaimedByteCount -= end - offset
    guard unclaimedByteCount >= 0 else { throw PropertyListError(.objectsOverlap, at: offset) }
    return start..<end
  }

  private mutating func node(at offset: Int) throws(PropertyListError) -> PropertyListGraph.Node {
    let marker = bytes[offset]
    switch marker {
    case 0x00, 0x08, 0x09:
      _ = try body(at: offset, start: offset + 1, count: 0, elementByteCount: 1)
      return marker == 0x00 ? .null : .bool(marker == 0x09)
    case 0x10...0x14, 0x22, 0x23, 0x33:
      return try number(at: offset, marker: marker)
    case 0x80...0x8F:
      let range = try body(
        at: offset, start: offset + 1, count: Int(marker & 0x0F) + 1, elementByteCount: 1)
      guard bytes[range].dropLast(8).allSatisfy({ $0 == 0 }) else {
        throw PropertyListError(.uidOutOfRange, at: offset)
      }
      let significant = range.suffix(8)
      return .uid(bytes.bigEndian(at: significant.lowerBound, byteCount: significant.count))
    case 0x40...0x6F:
      return try text(at: offset, marker: marker)
    case 0xA0...0xAF, 0xC0...0xCF, 0xD0...0xDF:
      return try container(at: offset, marker: marker)
    default:
      throw PropertyListError(.unknownMarker(marker), at: offset)
    }
  }

  private mutating func number(
    at offset: Int, marker: UInt8
  ) throws(PropertyListError) -> PropertyListGraph.Node {
    let byteCount = 1 << Int(marker & 0x0F)
    let start = try body(
      at: offset, start: offset + 1, count: byteCount, elementByteCount: 1
    ).lowerBound
    let bits = bytes.bigEndian(at: start, byteCount: min(byteCount, 8))
    switch marker {
    case 0x22: return .real32(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 0x23: return .real64(Double(bitPattern: bits))
    case 0x33: return .date(Double(bitPattern: bits))
    case 0x13: return .integer(Int128(Int64(bitPattern: bits)))
    case 0x14:
      let low = bytes.bigEndian(at: start + 8, byteCount: 8)
      return .integer(Int128(Int64(bitPattern: bits)) << 64 | Int128(low))
    default: return .integer(Int128(bits))
    }
  }

  private mutating func text(
    at offset: Int, marker: UInt8
  ) throws(PropertyListError) -> PropertyListGraph.Node {
    let (count, start) = try header(at: offset)
    let range = try body(
      at: offset, start: start, count: count, elementByteCount: marker < 0x60 ? 1 : 2)
    switch marker {
    case ..<0x50:
      return .data(Array(bytes[range]))
    case ..<0x60:
      if let wrong = bytes[range].firstIndex(where: { $0 >= 0x80 }) {
        throw PropertyListError(.notASCII(bytes[wrong]), at: wrong)
      }
      return .string(String(decoding: bytes[range], as: UTF8.self))
    default:
      return .string(try UTF16Text.string(of: bytes, in: range, isBigEndian: true))
    }
  }

  private mutating func container(
    at offset: Int, marker: UInt8
  ) throws(PropertyListError) -> PropertyListGraph.Node {
    let (count, start) = try header(at: offset)
    let size = trailer.referenceByteCount
    let isDictionary = marker >= 0xD0
    let range = try body(
      at: offset, start: start, count: count, elementByteCount: isDictionary ? 2 * size : size)
    var members: [Int] = []
    members.reserveCapacity(range.count / size)
    for place in stride(from: range.lowerBound, to: range.upperBound, by: size) {
      let reference = bytes.bigEndian(at: place, byteCount: size)
      guard reference < trailer.objectCount else {
        throw PropertyListError(
          .referenceOutOfRange(reference, objectCount: trailer.objectCount), at: place)
      }
      members.append(Int(reference))
    }
    guard isDictionary else { return marker < 0xC0 ? .array(members) : .set(members) }
    return .dictionary(keys: Array(members[..<count]), values: Array(members[count...]))
  }
}
