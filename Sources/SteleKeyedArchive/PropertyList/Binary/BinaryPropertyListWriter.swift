/// Writes the objects, the offset table and the trailer of a binary property list.
struct BinaryPropertyListWriter {
  private(set) var output = BinaryTrailer.signature
  private let table: BinaryObjectTable
  private let referenceByteCount: Int
  private var offsets: [Int] = []

  init(table: BinaryObjectTable) {
    self.table = table
    referenceByteCount = Self.byteCount(of: UInt64(table.objects.count))
    offsets.reserveCapacity(table.objects.count)
  }

  mutating func write(_ node: PropertyListGraph.Node) {
    offsets.append(output.count)
    switch node {
    case .null: output.append(0x00)
    case .bool(let value): output.append(value ? 0x09 : 0x08)
    case .integer(let value): write(integer: value)
    case .real32(let value):
      output.append(0x22)
      write(UInt64(value.bitPattern), byteCount: 4)
    case .real64(let value):
      output.append(0x23)
      write(value.bitPattern, byteCount: 8)
    case .date(let value):
      output.append(0x33)
      write(value.bitPattern, byteCount: 8)
    case .data(let value):
      write(marker: 0x40, count: value.count)
      output.append(contentsOf: value)
    case .string(let value): write(string: value)
    case .uid(let value):
      let byteCount = Self.byteCount(of: value)
      output.append(0x80 | UInt8(byteCount - 1))
      write(value, byteCount: byteCount)
    case .array(let members):
      write(marker: 0xA0, count: members.count)
      write(references: members)
    case .set(let members):
      write(marker: 0xC0, count: members.count)
      write(references: members)
    case .dictionary(let keys, let values):
      write(marker: 0xD0, count: keys.count)
      write(references: keys)
      write(references: values)
    }
  }

  mutating func finish() {
    let offsetTableOffset = output.count
    let offsetByteCount = Self.byteCount(of: UInt64(offsetTableOffset))
    for offset in offsets { write(UInt64(offset), byteCount: offsetByteCount) }
    output.append(contentsOf: [0, 0, 0, 0, 0, 0])
    output.append(UInt8(offsetByteCount))
    output.append(UInt8(referenceByteCount))
    write(UInt64(offsets.count), byteCount: 8)
    write(0, byteCount: 8)
    write(UInt64(offsetTableOffset), byteCount: 8)
  }

  /// Returns the size that CoreFoundation chooses for a number: 1, 2, 4 or 8 bytes, never 3.
  private static func byteCount(of value: UInt64) -> Int {
    switch value {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }

  private mutating func write(_ value: UInt64, byteCount: Int) {
    for index in (0..<byteCount).reversed() {
      output.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }

  private mutating func write(integer value: Int128) {
    guard let narrow = Int64(exactly: value) else {
      output.append(0x14)
      write(UInt64(truncatingIfNeeded: value >> 64), byteCount: 8)
      write(UInt64(truncatingIfNeeded: value), byteCount: 8)
      return
    }
    let bits = UInt64(bitPattern: narrow)  // a negative number has 8 bytes, as required
    let byteCount = Self.byteCount(of: bits)
    output.append(0x10 | UInt8(byteCount.trailingZeroBitCount))
    write(bits, byteCount: byteCount)
  }

  private mutating func write(string: String) {
    let utf8 = string.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) {
      write(marker: 0x50, count: utf8.count)
      output.append(contentsOf: utf8)
      return
    }
    write(marker: 0x60, count: string.utf16.count)
    for unit in string.utf16 {
      output.append(UInt8(truncatingIfNeeded: unit >> 8))
      output.append(UInt8(truncatingIfNeeded: unit))
    }
  }

  private mutating func write(marker: UInt8, count: Int) {
    guard count >= 15 else {
      output.append(marker | UInt8(count))
      return
    }
    output.append(marker | 0x0F)
    write(integer: Int128(count))
  }

  private mutating func write(references nodes: [Int]) {
    for node in nodes {
      write(UInt64(table.references[node]), byteCount: referenceByteCount)
    }
  }
}
