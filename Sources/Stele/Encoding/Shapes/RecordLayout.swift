/// How the bodies of one entry are written.
///
/// Spec §3.7, §5.2.
@safe
final class RecordLayout {
  /// A stored key.
  struct Slot {
    let level: Int
    let key: Int
    let type: Int
    /// The position among the optional keys, or -1.
    let bit: Int
  }

  /// The entry number.
  let entry: Int
  /// The stored keys, in their order.
  let slots: [Slot]
  /// The number of slots.
  let slotCount: Int
  /// The number of keys that are not optional.
  let requiredCount: Int
  /// The number of optional keys.
  let optionalCount: Int
  /// The number of presence bytes.
  let presenceByteCount: Int
  /// The number of slots up to the last key that is not optional.
  let requiredEnd: Int
  /// The slots of the keys whose entries lists say once.
  let nestedSlots: [Int]
  // Safe: an allocation of as many initialised keys as there are slots, and one behind them that is none; they need no
  // deinitialisation.
  let expected: UnsafeMutablePointer<ExpectedKey>
  /// The slot of each key number, for each level, or -1.
  private let slotsOfKeys: [Int32]
  private let levelStarts: [Int]

  init(entry: Int, levels: [LevelShape], _ types: TypeTable) {
    self.entry = entry
    var slots: [Slot] = []
    var slotsOfKeys: [Int32] = []
    var levelStarts = [0]
    var optionalCount = 0
    for (level, shape) in levels.enumerated() {
      let levelStart = slotsOfKeys.count
      slotsOfKeys += repeatElement(-1, count: shape.keys.count)
      for key in shape.order {
        let state = shape.keys[key]
        slotsOfKeys[levelStart + key] = Int32(truncatingIfNeeded: slots.count)
        slots.append(
          Slot(level: level, key: key, type: state.type, bit: state.isOptional ? optionalCount : -1)
        )
        if state.isOptional { optionalCount += 1 }
      }
      levelStarts.append(slotsOfKeys.count)
    }
    self.slots = slots
    slotCount = slots.count
    self.optionalCount = optionalCount
    presenceByteCount = (optionalCount + 7) / 8
    requiredCount = slots.count - optionalCount
    requiredEnd = (slots.lastIndex { $0.bit < 0 } ?? -1) + 1
    let nestedSlots = slots.indices.filter {
      slots[$0].bit < 0 && types.all[slots[$0].type].code == .struct
    }
    self.nestedSlots = nestedSlots
    self.slotsOfKeys = slotsOfKeys
    self.levelStarts = levelStarts
    // Safe: see `expected`.
    unsafe expected = .allocate(capacity: slots.count + 1)
    unsafe (expected + slots.count).initialize(to: .last)
    for (index, slot) in slots.enumerated() {
      unsafe (expected + index).initialize(
        to: ExpectedKey(
          place: slot.level << 32 | slot.key, type: slot.type,
          kind: ValueKind(types.all[slot.type]),
          mask: slot.bit < 0 ? 0 : 1 &<< UInt64(slot.bit),
          nestedIndex: nestedSlots.firstIndex(of: index) ?? -1))
    }
  }

  deinit {
    // Safe: nothing else has the allocation.
    unsafe expected.deallocate()
  }

  /// Remembers by which literal the key of a place is written.
  func remember(_ literal: StaticString, at place: Int) {
    let slot = slot(level: place >> 32, key: place & 0xFFFF_FFFF)
    // Safe: the slot is one of the layout.
    if slot >= 0 { unsafe expected[slot].remember(literal) }
  }

  /// Remembers by which route the values of a place are written.
  func remember(_ route: AnyRoute, of type: ObjectIdentifier, at place: Int) {
    let slot = slot(level: place >> 32, key: place & 0xFFFF_FFFF)
    // Safe: the slot is one of the layout.
    if slot >= 0 { unsafe expected[slot].remember(route, of: type) }
  }

  /// Remembers to objects of which class the references of a place lead, when they are of the type that the slot has.
  func rememberReferences(to object: ObjectIdentifier, type: Int, at place: Int) {
    let slot = slot(level: place >> 32, key: place & 0xFFFF_FFFF)
    // Safe: the slot is one of the layout.
    if slot >= 0, slots[slot].type == type {
      unsafe expected[slot].rememberReferences(to: object)
    }
  }

  /// The slot of a key, or -1.
  func slot(level: Int, key: Int) -> Int {
    let position = levelStarts[level] + key
    return position < levelStarts[level + 1] ? Int(slotsOfKeys[position]) : -1
  }
}
