/// Where the records of the objects of an archive stand, object 1 first.
///
/// There may be tens of millions, so an offset has four bytes where the archive is small enough.
package struct RecordOffsets: Sendable {
  private let isNarrow: Bool
  private var narrow: [UInt32] = []
  private var wide: [Int] = []

  /// Begins with none, for an archive of some bytes.
  init(byteCount: Int) {
    isNarrow = byteCount <= UInt32.max
  }

  /// Makes room.
  mutating func reserveCapacity(_ count: Int) {
    if isNarrow { narrow.reserveCapacity(count) } else { wide.reserveCapacity(count) }
  }

  /// Adds the offset of the record of the next object.
  @inline(__always)
  mutating func append(_ offset: Int) {
    if isNarrow {
      narrow.append(UInt32(truncatingIfNeeded: offset))
    } else {
      wide.append(offset)
    }
  }

  /// The offset of the record of an object, or nil when there is no such object.
  @inline(__always)
  subscript(number: Int) -> Int? {
    let index = number &- 1
    if isNarrow { return narrow.indices.contains(index) ? Int(narrow[index]) : nil }
    return wide.indices.contains(index) ? wide[index] : nil
  }
}
