/// Property lists made to do harm.
enum HostileList {
  /// Arrays of ten references to the next array: unfolds to a one with as many noughts as levels.
  static func laughs(levels: Int) -> [UInt8] {
    binary((0..<levels).map { [0xAA] + [UInt8](repeating: UInt8($0 + 1), count: 10) } + [[0x09]])
  }

  /// Arrays each in the one before.
  static func nest(depth: Int) -> [UInt8] {
    let objects = (1..<depth).map { [0xA1] + $0.bigEndianBytes } + [[0xA0]]
    return binary(objects, referenceByteCount: 8)
  }

  /// Arrays each in the one before, as XML.
  static func nestXML(depth: Int) -> [UInt8] {
    Array(
      ("<plist>" + String(repeating: "<array>", count: depth)
        + String(repeating: "</array>", count: depth) + "</plist>").utf8)
  }
}
