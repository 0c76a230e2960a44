internal import Stele

/// Flags and decimals.
extension Cursor {
  /// A bool, or the first byte of an optional (§3.3): P1, V1.
  @inline(__always)
  mutating func readFlag() throws(Defect) -> Bool {
    let start = offset
    let byte = try readByte()
    guard byte <= 1 else { throw Defect(.flagByte, start) }
    return byte == 1
  }

  /// A decimal (§3.4): V2, and the rules of varints.
  mutating func readDecimal() throws(Defect) {
    let start = offset
    let sign = try readByte()
    guard sign <= 2 else { throw Defect(.decimal, start) }
    guard sign < 2 else { return }
    _ = try readVarint(width: 32)
    let mantissa = try readVarint(UInt128.self, width: 128)
    if sign == 1, mantissa == 0 { throw Defect(.decimal, start) }
  }
}
