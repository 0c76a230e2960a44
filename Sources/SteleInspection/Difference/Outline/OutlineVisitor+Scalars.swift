import Stele

extension OutlineVisitor {
  /// Returns the digest of a value that contains no other values.
  static func digest(
    of type: CompiledType, _ bytes: inout ByteCursor
  ) throws(ArchiveError) -> OutlineDigest {
    let tag = OutlineDigest.Tag.scalar + UInt64(type.code.rawValue)
    switch type.operation {
    case .string, .bytes:
      let count = try bytes.readCount()
      return digest(tag: tag, of: try bytes.take(count), count: count, bytes)
    case .packedList:
      let count = try bytes.readCount()
      guard count > 0, let code = TypeCode(rawValue: UInt8(truncatingIfNeeded: type.operand)),
        let layout = code.scalarLayout
      else { return OutlineDigest(tag: OutlineDigest.Tag.list) }
      let width = layout.hasPackedWidth ? Int(try bytes.readByte()) : layout.byteCount
      let rest = bytes.remaining
      return digest(
        tag: OutlineDigest.mix(OutlineDigest.Tag.packed, kind(of: code, layout)),
        of: try bytes.take(rest), count: rest, bytes
      ).followed(by: UInt64(width))
    default: break
    }
    switch type.code.scalarLayout {
    case .signed(let width):
      let value: Int128
      if width == 8 {
        value = Int128(Int8(bitPattern: try bytes.readByte()))
      } else {
        let bits = try bytes.readVarint(width: width)
        value = Int128(truncatingIfNeeded: bits >> 1) ^ -Int128(truncatingIfNeeded: bits & 1)
      }
      return OutlineDigest(
        integer: UInt128(truncatingIfNeeded: value), isNegative: value < 0)
    case .unsigned(let width):
      let value = width == 8 ? UInt128(try bytes.readByte()) : try bytes.readVarint(width: width)
      return OutlineDigest(integer: value, isNegative: false)
    default:
      let rest = bytes.remaining
      return digest(tag: tag, of: try bytes.take(rest), count: rest, bytes)
    }
  }

  /// Returns a digest of the bytes from an index on.
  private static func digest(
    tag: UInt64, of start: Int, count: Int, _ bytes: borrowing ByteCursor
  ) -> OutlineDigest {
    OutlineDigest(
      bytes.checksum(of: start..<(start + count), seed: tag),
      bytes.checksum(of: start..<(start + count), seed: ~tag))
  }

  /// Returns a number that is the same for lists of integers of any width, and different for other lists.
  private static func kind(of code: TypeCode, _ layout: ScalarLayout) -> UInt64 {
    switch layout {
    case .signed: 0x1000
    case .unsigned: 0x1001
    default: UInt64(code.rawValue)
    }
  }
}
