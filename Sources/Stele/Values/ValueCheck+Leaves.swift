extension ValueCheck {
  /// Examines a value that contains no other.
  @inline(__always)
  mutating func checkLeaf(_ form: TypeForm, _ input: inout ByteCursor) throws(ArchiveError) {
    switch form.action {
    case .reference: try checkReference(form.operand, isOptional: false, &input)
    case .optionalReference: try checkReference(form.operand, isOptional: true, &input)
    case .weakReference: try checkWeakReference(form.operand, &input)
    case .flag: _ = try Self.readFlag(&input)
    case .fixed: try input.skip(form.operand)
    case .varint: _ = try input.readShortVarint(width: form.operand)
    case .longVarint: _ = try input.readVarint(width: 128)
    case .string: _ = try input.readUTF8()
    case .bytes: try input.skip(try input.readCount())
    default: try Self.checkDecimal(&input)
    }
  }

  /// Examines a reference: R4 where it cannot be nil, R5, R6.
  ///
  /// Spec §5.3.
  @inline(__always)
  mutating func checkReference(
    _ name: Int, isOptional: Bool, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let offset = input.offset
    let number = try input.readNumber()
    guard number > 0 else {
      if isOptional { return }
      throw ArchiveError(.nilReference, at: offset)
    }
    try checkTarget(number, name, at: offset)
  }

  /// Examines a weak reference: R5 or R7, R6.
  ///
  /// Spec §5.4.
  private mutating func checkWeakReference(
    _ name: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let offset = input.offset
    let value = try input.readShortVarint(width: 64)
    var number = Int(number: value >> 1)
    if value & 1 == 1 {
      guard number < weakSlots.count else {
        if acceptsLostTargets { return }
        throw ArchiveError(.weakSlot, at: offset)
      }
      number = weakSlots[number]
    }
    if number > 0 { try checkTarget(number, name, at: offset) }
  }

  /// Examines what a reference leads to: R5, R6.
  @inline(__always)
  private mutating func checkTarget(
    _ number: Int, _ name: Int, at offset: Int
  ) throws(ArchiveError) {
    guard number <= objectCount || acceptsLostTargets else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    guard name > 0, number <= objectEntries.count else { return }
    let entry = Int(objectEntries[number &- 1])
    guard classes.entries[entry &- 1].name != name else { return }
    guard members.entry(entry, isA: name, in: classes) else {
      throw ArchiveError(.wrongClass, at: offset)
    }
  }

  /// Reads a bool or the first byte of an optional: V1.
  @inline(__always)
  static func readFlag(_ input: inout ByteCursor) throws(ArchiveError) -> Bool {
    let offset = input.offset
    let byte = try input.readByte()
    guard byte <= 1 else { throw ArchiveError(.flagByte, at: offset) }
    return byte == 1
  }

  /// Examines a decimal: V2.
  private static func checkDecimal(_ input: inout ByteCursor) throws(ArchiveError) {
    let offset = input.offset
    let sign = try input.readByte()
    guard sign <= 2 else { throw ArchiveError(.decimal, at: offset) }
    guard sign < 2 else { return }
    try input.skip(1)
    let mantissa = try input.readVarint(width: 128)
    guard sign == 0 || mantissa > 0 else { throw ArchiveError(.decimal, at: offset) }
  }

  /// Moves over presence bytes, and gives their offset: V11.
  @inline(__always)
  static func readPresence(
    _ optionalCount: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Int {
    let start = input.offset
    guard optionalCount > 0 else { return start }
    try input.skip((optionalCount + 7) >> 3)
    let used = optionalCount & 7
    let last = try input.byte(at: input.offset &- 1)
    guard used == 0 || last >> UInt8(used) == 0 else {
      throw ArchiveError(.spareBits, at: input.offset &- 1)
    }
    return start
  }
}
