/// What a key is recognised by without comparing its name: the address of its literal, or the byte of its coding key.
///
/// Two equal tokens stand for the same key of the same level. A token that never equals another one stands for a key that has to
/// be looked up by its name.
@safe
struct KeyToken: BitwiseCopyable {
  private let word: UInt
  private let detail: Int

  /// The token of a key that has not been recognised yet.
  static let none = KeyToken(word: 0, detail: -1)

  private init(word: UInt, detail: Int) {
    self.word = word
    self.detail = detail
  }

  /// The token of a literal at a level of a class.
  @inline(__always)
  init(_ literal: StaticString, level: Int) {
    // Safe: the address is only compared; no two literals of one length begin at the same byte.
    word = literal.hasPointerRepresentation ? UInt(bitPattern: unsafe literal.utf8Start) : 0
    detail =
      literal.hasPointerRepresentation
      ? KeyPlace.at(level: level, key: literal.utf8CodeUnitCount) : -2
  }

  /// The token of a coding key: its byte, if it is one.
  ///
  /// - Parameters:
  ///   - key: The coding key.
  ///   - access: The number of its type among those by which the value is written.
  @inline(__always)
  init<Key: CodingKey>(_ key: Key, access: Int) {
    switch MemoryLayout<Key>.size {
    case 1:
      // Safe: a key of one byte is a case of an enum, or another value without references. It is no address.
      word = UInt(unsafe unsafeBitCast(key, to: UInt8.self))
      detail = access
    case 0:
      word = 0
      detail = access
    default: self = KeyToken(word: 0, detail: -2)
    }
  }

  /// Whether both stand for the same key.
  @inline(__always)
  static func == (left: KeyToken, right: KeyToken) -> Bool {
    // The token of an expected key never has the detail -2, that of a written one never -1.
    left.word == right.word && left.detail == right.detail
  }

  /// Whether the token stands for a key.
  var isUsable: Bool { detail >= 0 }
}
