/// The keys of a value that is being written.
struct KeyedState {
  /// The shape of the value.
  var body: BodyShape?
  /// The layout by which the bytes are written, as long as the keys fit.
  var layout: RecordLayout?
  /// Whether all keys so far came as the layout has them.
  var isRegular = false
  /// Where the presence bytes are.
  var presenceStart = 0
  /// The presence bits so far.
  var presence: UInt64 = 0
  /// The first slot that has not been passed.
  var nextSlot = 0
  /// The number of keys so far that are not optional.
  var requiredCount = 0
  /// The values so far.
  var pieces: [Piece] = []

  mutating func reset() {
    body = nil
    layout = nil
    pieces.removeAll(keepingCapacity: true)
  }

  /// Notes a key that comes after those before in the layout, or tells with false that it does not.
  @inline(__always)
  mutating func pass(level: Int, key: Int, type: Int, _ core: EncodingCore) -> Bool {
    guard let layout else { return false }
    let position = layout.slot(level: level, key: key)
    guard position >= nextSlot else { return false }
    let slot = layout.slots[position]
    if slot.type != type {
      guard (try? core.conversion(of: type, to: slot.type)) == .unchanged else {
        return false
      }
    }
    nextSlot = position + 1
    if slot.bit >= 0 {
      presence |= 1 << UInt64(slot.bit)
    } else {
      requiredCount += 1
    }
    return true
  }
}
