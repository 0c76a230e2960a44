/// The values of stored keys in 16 bytes: most structs and many objects have few and small values.
///
/// The values are coded in sequence, in at most 15 bytes; the last byte is the number of these. A code is
///
///     00 ... 7F        an integer from -64 to 63
///     80, 81 n         an absent key, n absent keys
///     82, 83, 84       false, true, nil
///     85 value         an optional value
///     87 ... 8E bytes  an integer of 1 to 8 bytes, in zig-zag form
///     90 ... 98 bytes  an unsigned integer of 0 to 8 bytes
///     A0 ... A8 bytes  a reference of 0 to 8 bytes
///     B0 ... B3 bytes  a float16, float32, float64 or date
///     C0 ... CD bytes  a string of 0 to 13 bytes
///     D0 ... DD bytes  0 to 13 bytes
///     E0, E1, E2 n     a list, set or map, before its parts
///     E3 entry n       a struct, before its values
///     E4 entry case n  an enum, before its values
///     E5 type value    an `any` value of a type without parts
///
/// Equal values have equal codes, since each value has one code.
struct SmallValues: Hashable, Sendable {
  private let low: UInt64
  private let high: UInt64

  /// Codes the values of keys, or returns nil if they are not small.
  init?(_ values: [ArchiveValue?]) {
    var writer = SmallValueWriter()
    guard writer.write(values[...]) else { return nil }
    low = UInt64(truncatingIfNeeded: writer.bits)
    high = UInt64(truncatingIfNeeded: writer.bits >> 64) | UInt64(writer.count) << 56
  }

  var values: [ArchiveValue?] {
    let bits = UInt128(high & ~(0xFF << 56)) << 64 | UInt128(low)
    var reader = SmallValueReader(bits: bits, rest: Int(high >> 56))
    var values: [ArchiveValue?] = []
    while reader.rest > 0 { reader.readSlots(into: &values) }
    return values
  }
}

/// The codes of ``SmallValues`` that are not followed by a number of bytes.
private enum SmallCode {
  static let absent: UInt8 = 0x80
  static let absences: UInt8 = 0x81
  static let `false`: UInt8 = 0x82
  static let `true`: UInt8 = 0x83
  static let `nil`: UInt8 = 0x84
  static let some: UInt8 = 0x85
  static let integer: UInt8 = 0x86
  static let unsigned: UInt8 = 0x90
  static let reference: UInt8 = 0xA0
  static let float16: UInt8 = 0xB0
  static let float32: UInt8 = 0xB1
  static let float64: UInt8 = 0xB2
  static let date: UInt8 = 0xB3
  static let string: UInt8 = 0xC0
  static let bytes: UInt8 = 0xD0
  static let list: UInt8 = 0xE0
  static let set: UInt8 = 0xE1
  static let map: UInt8 = 0xE2
  static let `struct`: UInt8 = 0xE3
  static let `enum`: UInt8 = 0xE4
  static let any: UInt8 = 0xE5
}

/// Codes small values; each function returns `false` if there is no room.
///
/// Each level of nesting takes a byte, so there are at most 15.
private struct SmallValueWriter {
  static let capacity = 15
  static let stringCapacity = 13
  private(set) var bits: UInt128 = 0
  private(set) var count = 0

  mutating func write(_ values: ArraySlice<ArchiveValue?>) -> Bool {
    var absentCount = 0
    for value in values {
      guard let value else {
        absentCount += 1
        continue
      }
      guard writeAbsences(&absentCount), write(value) else { return false }
    }
    return writeAbsences(&absentCount)
  }

  private mutating func writeAbsences(_ count: inout Int) -> Bool {
    defer { count = 0 }
    while count > 1 {
      let part = min(count, 255)
      guard append(SmallCode.absences), append(UInt8(part)) else { return false }
      count -= part
    }
    return count == 0 || append(SmallCode.absent)
  }

  private mutating func append(_ byte: UInt8) -> Bool {
    guard count < Self.capacity else { return false }
    bits |= UInt128(byte) << (8 * count)
    count += 1
    return true
  }

  private mutating func append(_ number: Int) -> Bool {
    guard let byte = UInt8(exactly: number) else { return false }
    return append(byte)
  }

  /// Writes a code and the low bytes of a number.
  private mutating func append(_ code: UInt8, _ number: UInt64, byteCount: Int) -> Bool {
    guard count + byteCount < Self.capacity, append(code) else { return false }
    bits |= UInt128(number) << (8 * count)
    count += byteCount
    return true
  }

  private mutating func append(_ code: UInt8, _ number: UInt64) -> Bool {
    let byteCount = 8 - number.leadingZeroBitCount / 8
    return append(code + UInt8(byteCount), number, byteCount: byteCount)
  }

  private mutating func append(_ code: UInt8, _ bytes: some Collection<UInt8>) -> Bool {
    let byteCount = bytes.count
    guard byteCount <= Self.stringCapacity, append(code + UInt8(byteCount)) else { return false }
    return bytes.allSatisfy { append($0) }
  }

  private mutating func append(_ code: UInt8, _ parts: [ArchiveValue]) -> Bool {
    append(code) && append(parts.count) && parts.allSatisfy { write($0) }
  }

  private mutating func write(_ value: ArchiveValue) -> Bool {
    switch value {
    case .bool(let value): append(value ? SmallCode.true : SmallCode.false)
    case .integer(let value): write(value)
    case .unsigned(let value):
      value <= UInt128(UInt64.max)
        && append(SmallCode.unsigned, UInt64(truncatingIfNeeded: value))
    case .float16(let bits): append(SmallCode.float16, UInt64(bits), byteCount: 2)
    case .float32(let value):
      append(SmallCode.float32, UInt64(value.bitPattern), byteCount: 4)
    case .float64(let value): append(SmallCode.float64, value.bitPattern, byteCount: 8)
    case .date(let value): append(SmallCode.date, value.bitPattern, byteCount: 8)
    case .string(let value): append(SmallCode.string, value.utf8)
    case .bytes(let value): append(SmallCode.bytes, value)
    case .uuid, .decimal: false
    case .any(let type, let value):
      type.code.rawValue < TypeCode.optional.rawValue && append(SmallCode.any)
        && append(type.code.rawValue) && write(value)
    case .nil: append(SmallCode.nil)
    case .some(let value): append(SmallCode.some) && write(value)
    case .list(let values): append(SmallCode.list, values)
    case .set(let values): append(SmallCode.set, values)
    case .map(let pairs):
      append(SmallCode.map) && append(pairs.count)
        && pairs.allSatisfy { write($0.key) && write($0.value) }
    case .reference(let number):
      number >= 0 && append(SmallCode.reference, UInt64(truncatingIfNeeded: number))
    case .struct(let value):
      append(SmallCode.struct) && append(value.entry) && write(counted: value.values)
    case .enum(let value):
      append(SmallCode.enum) && append(value.entry) && append(value.caseIndex)
        && write(counted: value.values)
    }
  }

  private mutating func write(counted values: [ArchiveValue?]) -> Bool {
    append(values.count) && write(values[...])
  }

  private mutating func write(_ value: Int128) -> Bool {
    if (-64..<64).contains(value) { return append(UInt8(truncatingIfNeeded: value + 64)) }
    guard let number = Int64(exactly: value) else { return false }
    return append(SmallCode.integer, number.zigzag)
  }
}

/// Makes values of the codes that ``SmallValueWriter`` has written.
private struct SmallValueReader {
  var bits: UInt128
  /// The number of bytes that have not been read.
  var rest: Int

  private mutating func byte() -> UInt8 {
    defer {
      bits >>= 8
      rest -= 1
    }
    return UInt8(truncatingIfNeeded: bits)
  }

  private mutating func number(byteCount: Int) -> UInt64 {
    defer {
      bits >>= 8 * byteCount
      rest -= byteCount
    }
    return byteCount == 0 ? 0 : UInt64(truncatingIfNeeded: bits) & (.max >> (64 - 8 * byteCount))
  }

  /// Reads the value of a key, or one or more absences.
  mutating func readSlots(into values: inout [ArchiveValue?]) {
    let code = byte()
    switch code {
    case SmallCode.absent: values.append(nil)
    case SmallCode.absences:
      for _ in 0..<byte() { values.append(nil) }
    default: values.append(value(code))
    }
  }

  private mutating func value() -> ArchiveValue { value(byte()) }

  private mutating func value(_ code: UInt8) -> ArchiveValue {
    switch code {
    case 0..<0x80: return .integer(Int128(code) - 64)
    case SmallCode.false: return .bool(false)
    case SmallCode.true: return .bool(true)
    case SmallCode.some: return .some(value())
    case SmallCode.float16: return .float16(bitPattern: UInt16(number(byteCount: 2)))
    case SmallCode.float32:
      return .float32(Float(bitPattern: UInt32(number(byteCount: 4))))
    case SmallCode.float64: return .float64(Double(bitPattern: number(byteCount: 8)))
    case SmallCode.date: return .date(Double(bitPattern: number(byteCount: 8)))
    case SmallCode.list: return .list(parts())
    case SmallCode.set: return .set(parts())
    case SmallCode.map:
      return .map((0..<byte()).map { _ in ArchiveMapPair(key: value(), value: value()) })
    case SmallCode.struct:
      let entry = Int(byte())
      return .struct(ArchiveStructValue(entry: entry, values: slots()))
    case SmallCode.enum:
      let (entry, caseIndex) = (Int(byte()), Int(byte()))
      return .enum(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: slots()))
    case SmallCode.any:
      let type = TypeCode(rawValue: byte()) ?? .any
      return .any(ArchiveTypeDescriptor(type), value())
    default: return valueOfBytes(code)
    }
  }

  private mutating func valueOfBytes(_ code: UInt8) -> ArchiveValue {
    let byteCount = Int(code & 0xF)
    switch code & 0xF0 {
    case 0x80 where code > SmallCode.integer:
      return .integer(Int128(Int64(zigzag: number(byteCount: byteCount - 6))))
    case SmallCode.unsigned: return .unsigned(UInt128(number(byteCount: byteCount)))
    case SmallCode.reference:
      return .reference(Int(truncatingIfNeeded: number(byteCount: byteCount)))
    case SmallCode.string:
      return .string(String(decoding: (0..<byteCount).map { _ in byte() }, as: UTF8.self))
    case SmallCode.bytes: return .bytes((0..<byteCount).map { _ in byte() })
    default: return .nil
    }
  }

  private mutating func parts() -> [ArchiveValue] { (0..<byte()).map { _ in value() } }

  private mutating func slots() -> [ArchiveValue?] {
    let count = byte()
    var values: [ArchiveValue?] = []
    while values.count < count { readSlots(into: &values) }
    return values
  }
}
