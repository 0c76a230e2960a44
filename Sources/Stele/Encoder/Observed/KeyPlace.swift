/// The place of a key among those of a hierarchy: its level and its number there, in one integer.
///
/// Each has half of the bits, which is enough on machines of 32 bits as well: a level takes further keys under one name long before.
enum KeyPlace {
  private static let half = Int.bitWidth / 2

  @inline(__always)
  static func at(level: Int, key: Int) -> Int { level &<< half | key }

  @inline(__always)
  static func level(of place: Int) -> Int { place &>> half }

  @inline(__always)
  static func key(of place: Int) -> Int { place & ((1 &<< half) &- 1) }
}
