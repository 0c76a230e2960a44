extension RecordStore {
  /// Reads a reference of any kind: the number of an object, or 0 for nil.
  @inline(__always)
  func readReference(_ type: ArchivedType, _ input: inout ValidCursor) -> Int {
    guard type.operation == .weakReference else { return input.readNumber() }
    let value = input.readVarint()
    let number = Int(truncatingIfNeeded: value >> 1)
    guard value & 1 == 1 else { return number }
    // They have been read when the value was validated.
    let slots = (try? context.deferredWeakSlots?.slots()) ?? context.weakSlots
    return slots.indices.contains(number) ? slots[number] : 0
  }
}
