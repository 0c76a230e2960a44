/// The layout by which the next record or body is written: the stored keys of one entry.
///
/// Spec §3.7, §5.2.
@safe
final class RecordLayout {
  /// The facts that all bodies of the entry share.
  struct Frame: BitwiseCopyable {
    let entry: Int
    let presenceByteCount: Int
    /// Whether a body without keys takes a byte, as the body of a struct does.
    let isEmptyStructure: Bool
    /// The index of the type, for a struct.
    let type: Int
  }

  let frame: Frame
  /// The number of stored keys.
  let count: Int
  let requiredCount: Int
  // Safe: an allocation of `count` initialised keys, and one after them that equals none.
  /// The stored keys, in their order, as they are expected.
  let expected: UnsafeMutablePointer<ExpectedKey>
  // Safe: points into the allocation.
  /// The key after the last required one.
  let requiredEnd: UnsafeMutablePointer<ExpectedKey>
  /// The slot of each key number, for each level, or -1.
  private let slotsOfKeys: [Int32]
  private let levelStarts: [Int]

  init(
    entry: Int, levels: [ObservedLevel], type: Int, isStructure: Bool, _ types: [CompiledType],
    after older: RecordLayout?
  ) {
    count = levels.reduce(0) { $0 + $1.order.count }
    var slotsOfKeys: [Int32] = []
    var levelStarts: [Int] = []
    levelStarts.reserveCapacity(levels.count + 1)
    levelStarts.append(0)
    slotsOfKeys.reserveCapacity(levels.reduce(0) { $0 + $1.keys.count })
    // Safe: see `expected`; all are initialised below.
    unsafe expected = .allocate(capacity: count + 1)
    unsafe (expected + count).initialize(to: .last)
    var (slot, optionalCount, requiredEnd) = (0, 0, 0)
    for (level, shape) in levels.enumerated() {
      let levelStart = slotsOfKeys.count
      slotsOfKeys += repeatElement(-1, count: shape.keys.count)
      for number in shape.order {
        let state = shape.keys[number]
        slotsOfKeys[levelStart + number] = Int32(truncatingIfNeeded: slot)
        var key = ExpectedKey(
          place: KeyPlace.at(level: level, key: number), type: state.type,
          bit: state.isOptional ? optionalCount : -1,
          isNestedPlace: isStructure && !state.isOptional && types[state.type].code == .struct)
        if let older, case let known = older.slot(of: key.place), known >= 0 {
          key.learn(from: older[known])
        }
        unsafe (expected + slot).initialize(to: key)
        slot += 1
        if state.isOptional { optionalCount += 1 } else { requiredEnd = slot }
      }
      levelStarts.append(slotsOfKeys.count)
    }
    unsafe self.requiredEnd = unsafe expected + requiredEnd
    frame = Frame(
      entry: entry, presenceByteCount: (optionalCount + 7) / 8,
      isEmptyStructure: count == 0 && isStructure, type: type)
    requiredCount = count - optionalCount
    self.slotsOfKeys = slotsOfKeys
    self.levelStarts = levelStarts
  }

  deinit {
    // Safe: nothing else has the allocation.
    unsafe expected.deallocate()
  }

  var entry: Int { frame.entry }

  /// The key of a slot, or the one after the last for any other number.
  @inline(__always)
  subscript(slot: Int) -> ExpectedKey {
    // Safe: there is a key at `count`, too.
    unsafe expected[UInt(bitPattern: slot) < UInt(bitPattern: count) ? slot : count]
  }

  /// Whether no keys are expected, so that values are always assembled: a word has fewer bits than there are optional keys.
  var isIrregular: Bool { frame.presenceByteCount > MemoryLayout<UInt64>.size }

  func update(_ place: Int, _ change: (inout ExpectedKey) -> Void) {
    let slot = slot(of: place)
    // Safe: the slot is one of the layout.
    if slot >= 0, !isIrregular { unsafe change(&expected[slot]) }
  }

  /// Forgets how the keys were recognised, and how their values were written.
  func reset() {
    // Safe: the keys are initialised.
    for index in 0..<count { unsafe expected[index].reset() }
  }

  /// Returns the place of the key that a token was remembered for, or nil.
  func place(of token: KeyToken) -> Int? {
    guard token.isUsable, !isIrregular else { return nil }
    for slot in 0..<count where self[slot].token == token { return self[slot].place }
    return nil
  }

  /// Returns whether a place is a nested one, or nil if no slot is for it.
  func isNestedPlace(_ place: Int) -> Bool? {
    let slot = slot(of: place)
    return slot >= 0 ? self[slot].isNestedPlace : nil
  }

  /// Returns the slot of a place, or -1.
  func slot(of place: Int) -> Int {
    let level = KeyPlace.level(of: place)
    guard level >= 0, level + 1 < levelStarts.count else { return -1 }
    let position = levelStarts[level] + KeyPlace.key(of: place)
    return position < levelStarts[level + 1] ? Int(slotsOfKeys[position]) : -1
  }
}

/// A stored key of a layout, which is expected next if the previous record had it there, with the way its value was written.
@safe
struct ExpectedKey: BitwiseCopyable {
  /// The place of the key among all keys of the hierarchy: its level and its number there.
  let place: Int
  /// The index of the type.
  let type: Int
  /// The position among the optional keys, or -1.
  let bit: Int
  /// The presence bit in the word that gathers them, 0 for a required key.
  let mask: UInt64
  /// Whether the header of a uniform list holds the entry numbers of the values once for all elements (§3.5).
  let isNestedPlace: Bool
  /// The token by which the key was recognised last.
  var token = KeyToken.none
  /// The class of the references that the key has had.
  var objectType: ObjectIdentifier?
  /// Whether the references may be nil.
  var isOptionalReference = false
  /// The Swift type of the values, if its encoder is remembered.
  private(set) var valueType: ObjectIdentifier?
  // Safe: the session keeps all type encoders, and outlives the use of layouts.
  private(set) var encoder: Unmanaged<AnyTypeEncoder>?

  init(place: Int, type: Int, bit: Int, isNestedPlace: Bool) {
    self.place = place
    self.type = type
    self.bit = bit
    mask = bit < 0 ? 0 : 1 &<< UInt64(bit)
    self.isNestedPlace = isNestedPlace
    unsafe encoder = nil
  }

  /// The end mark after the last key of a layout, which no token, type or place equals.
  static var last: ExpectedKey {
    ExpectedKey(place: -1, type: -1, bit: -1, isNestedPlace: false)
  }

  // Safe: initialised once, and never written to, because no key equals it.
  /// The key that is expected if there is no layout.
  nonisolated(unsafe) static let none: UnsafeMutablePointer<ExpectedKey> = {
    let none = UnsafeMutablePointer<ExpectedKey>.allocate(capacity: 1)
    unsafe none.initialize(to: last)
    return unsafe none
  }()

  mutating func remember(_ encoder: AnyTypeEncoder, of type: ObjectIdentifier) {
    valueType = type
    // Safe: see `encoder`.
    unsafe self.encoder = Unmanaged.passUnretained(encoder)
  }

  /// Forgets token and encoder.
  mutating func reset() {
    token = .none
    objectType = nil
    isOptionalReference = false
    valueType = nil
    unsafe encoder = nil
  }

  /// Takes over token and encoder of the same key from an older layout.
  mutating func learn(from older: ExpectedKey) {
    token = older.token
    guard type == older.type else { return }
    objectType = older.objectType
    isOptionalReference = older.isOptionalReference
    valueType = older.valueType
    unsafe encoder = unsafe older.encoder
  }
}

/// A token by which a key is recognised without comparing names: the address of its literal, or the byte of its coding key.
///
/// Equal tokens stand for the same key of the same level. A token that never equals another one stands for a key that is
/// looked up by name.
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
  /// `access` is the number of the key type among those that write the value.
  @inline(__always)
  init<Key: CodingKey>(_ key: Key, access: Int) {
    switch MemoryLayout<Key>.size {
    case 1:
      // Safe: a key of one byte is a case of an enum, or another value without references. It is not an address.
      word = UInt(unsafe unsafeBitCast(key, to: UInt8.self))
      detail = access
    case 0:
      word = 0
      detail = access
    default: self = KeyToken(word: 0, detail: -2)
    }
  }

  @inline(__always)
  static func == (left: KeyToken, right: KeyToken) -> Bool {
    // The token of an expected key never has the detail -2, that of a written one never -1.
    left.word == right.word && left.detail == right.detail
  }

  /// Whether the token stands for a key.
  var isUsable: Bool { detail >= 0 }
}

/// An encoder, level or observation that was made for a definition of an archive, and that the next archive of a series may use.
protocol ReusedDefinition: AnyObject {
  /// Forgets everything that depends on the previous archive.
  func reset()
}

/// The encoder of a Swift type, where the type itself does not matter.
///
/// There is one for each type in each archive, made when the type first occurs. Archives of a series may share it.
class AnyTypeEncoder: ReusedDefinition {
  /// The role of the values in the enclosing value.
  enum Role {
    /// A value of the key or element.
    case value
    /// A strong reference to an object, which a key writes by number.
    case reference
    /// A strong reference or nil.
    case optionalReference
    /// Keys of the enclosing value: the values have no key themselves.
    case keys
  }

  /// The index of the type in archives if all values are of it, otherwise -1.
  final let exactType: Int
  final let role: Role

  init(exact: Int?, role: Role = .value) {
    exactType = exact ?? -1
    self.role = role
  }

  /// The index of the type in archives, if all values are of it.
  @inline(__always)
  final var exact: Int? { exactType >= 0 ? exactType : nil }

  /// Returns the index of the type of places without a value: as far as the Swift type determines it, and `never` elsewhere.
  func knownType(_ types: inout ClassTableWriter) throws -> Int { exact ?? ClassTableWriter.never }

  /// Forgets the observed schema of the values, so that another archive can use the encoder.
  func reset() {}
}
