/// The eight bytes at both ends of an archive.
///
/// Spec §2.1.
package enum Signature {
  /// `S` with its high bit set, `STL`, CR LF, control-Z, LF.
  package static let bytes: [UInt8] = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The number of bytes.
  package static let byteCount = 8

  /// The bytes as an integer, the first in the lowest byte.
  package static let word: UInt64 = 0x0A1A_0A0D_4C54_53D3
}
