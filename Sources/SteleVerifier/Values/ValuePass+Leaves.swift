internal import Stele

/// Values without parts.
///
/// Spec §3.1, §3.3, §3.4.
extension ValuePass {
  /// Reads a value without parts at a cursor: V15, V16, and the rules of its type.
  ///
  /// Returns a defect if the value is not valid, but its end is known.
  @inline(__always)
  mutating func readLeaf(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ type: TypeNode
  ) throws(Defect) -> Defect? {
    switch type.layout {
    case .fixed: try cursor.skip(Int(type.width))
    case .string: _ = try cursor.readString(bytes)
    case .varint: _ = try cursor.readVarint(bytes, width: Int(type.width))
    case .reference, .optionalReference:
      let offset = cursor.offset
      let number = try cursor.readNumber(bytes)
      return check(reference: number, at: offset, type, bytes)
    case .bool: _ = try cursor.readFlag(bytes)
    case .bytes: cursor.offset &+= try cursor.readCount(bytes)
    case .decimal: cursor.offset = try cursor.decimalEnd(bytes)
    case .never: throw Defect(.neverValue, cursor.offset)
    case .weak:
      let offset = cursor.offset
      guard keyNesting == 0 else { throw Defect(.weakInKey, offset) }
      let value = try cursor.readVarint(bytes, width: 64)
      return check(weakReference: value, at: offset, type, bytes)
    default: break
    }
    return nil
  }
}

extension Cursor {
  /// Takes a byte that is 00 or 01.
  ///
  /// Rules P1, V1.
  @inline(__always)
  mutating func readFlag(_ bytes: Span<UInt8>) throws(Defect) -> Bool {
    let start = offset
    let byte = try readByte(bytes)
    guard byte < 2 else { throw Defect(.flagByte, start) }
    return byte == 1
  }

  /// The offset after a decimal at the cursor, which is not moved, so that it can stay in registers.
  ///
  /// Spec §3.4, rules P1, V2 and those of varints.
  func decimalEnd(_ bytes: Span<UInt8>) throws(Defect) -> Int {
    var rest = self
    let sign = try rest.readByte(bytes)
    guard sign < 3 else { throw Defect(.decimal, offset) }
    guard sign < 2 else { return rest.offset }
    _ = try rest.readVarint(bytes, width: 32)
    let mantissa = rest.offset
    _ = try rest.readVarint(bytes, width: 128)
    // A valid varint that begins with the byte 00 is 0.
    if sign == 1, bytes[mantissa] == 0 { throw Defect(.decimal, offset) }
    return rest.offset
  }
}
