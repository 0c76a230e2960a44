import Stele
import SteleModel

/// Values without parts, and packed lists of them.
///
/// Spec §3.1, §3.4, §3.5.
extension FieldWalk {
  /// Reports a scalar that is not an element of a packed list.
  mutating func walkScalar(_ code: TypeCode) throws {
    switch code {
    case .string: try string("string", "string", "3.1")
    case .bytes:
      let count = try count("bytes.length", "bytes length", "3.1")
      try take(count, "bytes.bytes", "bytes", "3.1", Self.bytes(count))
    case .decimal: try walkDecimal()
    case .never: throw Unreadable("there is a value of type never, which has none")
    default:
      switch code.scalarLayout {
      case .signed(let width) where width > 8:
        let (value, size) = try peekVarint()
        try take(size, "int", NotationNames.word(code), "3.1", "\(Self.signed(value))")
      case .unsigned(let width) where width > 8:
        let (value, size) = try peekVarint()
        try take(size, "int", NotationNames.word(code), "3.1", "\(value)")
      case .some(let layout):
        let id =
          switch layout {
          case .bool: "bool"
          case .signed, .unsigned: "int"
          case .float, .uuid: "fixed"
          }
        try walkFixed(layout.byteCount, id, code, layout)
      case nil:
        throw Unreadable("a value has no known type")
      }
    }
  }

  /// Returns the integer that a zig-zag varint encodes.
  private static func signed(_ value: UInt128) -> Int128 {
    Int128(truncatingIfNeeded: value >> 1) ^ -Int128(value & 1)
  }

  private mutating func walkDecimal() throws {
    let sign = try peekByte()
    guard sign < 3 else { throw Unreadable("\(sign) is no sign of a decimal") }
    try take(1, "sign", "decimal sign", "3.4", ["positive", "negative", "not a number"][Int(sign)])
    guard sign < 2 else { return }
    let (exponent, exponentSize) = try peekVarint()
    try take(exponentSize, "exponent", "exponent", "3.4", "\(Self.signed(exponent))")
    let (mantissa, size) = try peekVarint()
    try take(size, "mantissa", "mantissa", "3.4", "\(mantissa)")
  }

  private mutating func walkFixed(
    _ byteCount: Int, _ id: String, _ code: TypeCode, _ layout: ScalarLayout
  ) throws {
    let isElement = id.isEmpty
    let bytes = window.slice(in: position..<(position + byteCount))
    try take(
      byteCount, id, isElement ? "element" : NotationNames.word(code), isElement ? "3.5" : "3.1",
      Self.text(of: bytes, code, layout))
  }

  /// Reports the elements of a packed list, and their width if the list has one.
  mutating func walkPacked(_ count: Int, _ code: TypeCode, _ layout: ScalarLayout) throws {
    var width = layout.byteCount
    if layout.hasPackedWidth {
      width = Int(try peekByte())
      guard [1, 2, 4, 8, 16].contains(width), width <= layout.byteCount else {
        throw Unreadable("\(width) is no width of \(code)")
      }
      try take(1, "width", "element width", "3.5", Self.bytes(width))
    }
    guard count <= (end - position) / width else {
      throw Unreadable("a count is larger than the bytes that follow it")
    }
    var ranges = [0..<count]
    if !detail.showsAll, count > ExplanationDetail.elementCount {
      ranges = [0..<ExplanationDetail.elementCount]
      if let focus = detail.focus, focus >= position {
        let element = min(count, (focus - position) / width)
        let lower = max(ExplanationDetail.elementCount, element - 3)
        if lower < min(count, element + 4) { ranges.append(lower..<min(count, element + 4)) }
      }
    }
    var index = 0
    for range in ranges {
      try walkElements(index..<range.lowerBound, width)
      let stepCount = path.count
      index = range.lowerBound
      if !wants(position..<(position + range.count * width)) {
        position += range.count * width
        index = range.upperBound
      }
      while index < range.upperBound {
        path.append(.element(index))
        try walkFixed(width, "", code, layout)
        path.cut(to: stepCount)
        index += 1
      }
    }
    try walkElements(index..<count, width)
  }

  /// Reports many elements as one field.
  private mutating func walkElements(_ range: Range<Int>, _ width: Int) throws {
    guard !range.isEmpty else { return }
    try take(
      range.count * width, "rest", "elements", "3.5",
      "\(range.count) elements, \(range.lowerBound) to \(range.upperBound - 1)")
  }

  /// Returns the meaning of the bytes of a scalar that is not a varint.
  private static func text(
    of bytes: ArraySlice<UInt8>, _ code: TypeCode, _ layout: ScalarLayout
  ) -> String {
    var word: UInt128 = 0
    for byte in bytes.reversed() { word = word << 8 | UInt128(byte) }
    switch layout {
    case .bool: return word == 0 ? "false" : word == 1 ? "true" : "neither true nor false"
    case .unsigned: return "\(word)"
    case .signed:
      let unused = UInt128(128 - 8 * min(16, bytes.count))
      return "\(Int128(truncatingIfNeeded: word << unused) >> Int128(unused))"
    case .float(2): return Float16Bits.double(UInt16(truncatingIfNeeded: word)).description
    case .float(4): return Float(bitPattern: UInt32(truncatingIfNeeded: word)).description
    case .float:
      let number = Double(bitPattern: UInt64(truncatingIfNeeded: word))
      return code == .date
        ? CalendarDate.text(number, number: number.description) : number.description
    case .uuid: return Hexadecimal.hyphenated(Hexadecimal.digits(bytes))
    }
  }
}
