extension ValueReader {
  /// Reads a reference that may be nil.
  ///
  /// Spec §5.3.
  mutating func readOptionalReference() throws(ArchiveError) -> Value {
    let number = try input.readNumber()
    return number > 0 ? .reference(number) : .nil
  }

  /// Reads a weak reference.
  ///
  /// Spec §5.4.
  mutating func readWeakReference() throws(ArchiveError) -> Value {
    let value = try input.readShortVarint(width: 64)
    var number = Int(number: value >> 1)
    if value & 1 == 1 {
      // A slot that is lost holds nil.
      number = context.weakSlots.indices.contains(number) ? context.weakSlots[number] : 0
    }
    return number > 0 ? .reference(number) : .nil
  }
}
