extension ValueReader {
  /// Reads a reference that cannot be nil: R5, R6, R7.
  ///
  /// Spec §5.3.
  mutating func readReference(to name: String?) throws(ArchiveError) -> Int {
    let offset = input.offset
    let number = try input.readNumber()
    guard number > 0 else { throw ArchiveError(.nilReference, at: offset) }
    try check(number, isA: name, at: offset)
    return number
  }

  /// Reads a reference that may be nil: R6, R7.
  mutating func readOptionalReference(to name: String?) throws(ArchiveError) -> Value {
    let offset = input.offset
    let number = try input.readNumber()
    guard number > 0 else { return .nil }
    try check(number, isA: name, at: offset)
    return .reference(number)
  }

  /// Reads a weak reference: R6 or R8, R7.
  ///
  /// Spec §5.4.
  mutating func readWeakReference(to name: String?) throws(ArchiveError) -> Value {
    let offset = input.offset
    let value = try input.readVarint(width: 64)
    var number = Int(truncatingIfNeeded: value >> 1)
    if value & 1 == 1 {
      guard number < context.weakSlots.count else {
        if context.acceptsLostTargets { return .nil }
        throw ArchiveError(.weakSlot, at: offset)
      }
      number = context.weakSlots[number]
    }
    guard number > 0 else { return .nil }
    try check(number, isA: name, at: offset)
    return .reference(number)
  }

  private func check(_ number: Int, isA name: String?, at offset: Int) throws(ArchiveError) {
    guard number <= context.objectCount || context.acceptsLostTargets else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    guard !context.object(number, isNotA: name) else {
      throw ArchiveError(.wrongClass, at: offset)
    }
  }
}
