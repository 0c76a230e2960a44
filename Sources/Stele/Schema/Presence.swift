/// The bits that say which optional keys are there.
///
/// Spec §3.7.
package struct Presence: Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Whether the next stored key is there; keys that are not optional have no bit.
  package mutating func next(_ key: Key) -> Bool {
    guard key.presence == .optional else { return true }
    let index = bytes.startIndex + position / 8
    let bit = UInt8(1) << UInt8(position % 8)
    position += 1
    return bytes.indices.contains(index) && bytes[index] & bit != 0
  }
}

extension ByteReader {
  /// Reads the presence bytes of some optional keys, which have been examined.
  package mutating func readPresence(of optionalCount: Int) throws(ArchiveError) -> Presence {
    Presence(try readBytes((optionalCount + 7) / 8))
  }
}
