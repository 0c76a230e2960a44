/// How the bodies of one entry are written.
///
/// Spec §3.7, §5.2.
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
  /// The number of keys that are not optional.
  let requiredCount: Int
  /// The number of optional keys.
  let optionalCount: Int
  /// The slot of each key number, for each level, or -1.
  private let slotsOfKeys: [Int32]
  private let levelStarts: [Int]

  /// The number of presence bytes.
  var presenceByteCount: Int { (optionalCount + 7) / 8 }

  init(entry: Int, levels: [LevelShape]) {
    self.entry = entry
    var slots: [Slot] = []
    var slotsOfKeys: [Int32] = []
    var levelStarts = [0]
    var optionalCount = 0
    for (level, shape) in levels.enumerated() {
      var slotOfKey = [Int32](repeating: -1, count: shape.keys.count)
      for key in shape.order {
        let state = shape.keys[key]
        slotOfKey[key] = Int32(truncatingIfNeeded: slots.count)
        slots.append(
          Slot(level: level, key: key, type: state.type, bit: state.isOptional ? optionalCount : -1)
        )
        if state.isOptional { optionalCount += 1 }
      }
      slotsOfKeys += slotOfKey
      levelStarts.append(slotsOfKeys.count)
    }
    self.slots = slots
    self.optionalCount = optionalCount
    requiredCount = slots.count - optionalCount
    self.slotsOfKeys = slotsOfKeys
    self.levelStarts = levelStarts
  }

  /// The slot of a key, or -1.
  func slot(level: Int, key: Int) -> Int {
    let position = levelStarts[level] + key
    return position < levelStarts[level + 1] ? Int(slotsOfKeys[position]) : -1
  }
}
