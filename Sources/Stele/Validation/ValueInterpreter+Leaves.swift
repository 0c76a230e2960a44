extension ValueInterpreter {
  /// Walks over a value that contains no others, at the depth of the parts of a container: L2, and the rules of its type.
  @inline(__always)
  mutating func walkLeaf(
    _ type: CompiledType, at index: Int, in frame: OpenValue, _ input: inout ByteCursor,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) {
    if frame.depth > limits.valueNesting, type.operation.countsAsNested {
      throw ArchiveError(.valueNesting, at: input.offset)
    }
    try walkLeaf(type, at: index, isHashed: isHashed(frame), &input, objects, classes)
  }

  /// Walks over a value that contains no others: V16, V15, and the rules of its type.
  @inline(__always)
  mutating func walkLeaf(
    _ type: CompiledType, at index: Int, isHashed: Bool, _ input: inout ByteCursor,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) {
    let start = input.position
    switch type.operation {
    case .reference, .optionalReference:
      let number = try input.readNumber()
      if number > 0 {
        try checkTarget(number, type.operand, at: start &+ input.origin, objects, classes)
      } else if type.operation == .reference {
        throw ArchiveError(.nilReference, at: start &+ input.origin)
      }
      visitor.reference(number, type, at: index, isHashed: isHashed)
      return
    case .weakReference:
      guard !isHashed else { throw ArchiveError(.weakInKey, at: start &+ input.origin) }
      let number = try readWeakReference(type.operand, &input, objects, classes)
      visitor.reference(number, type, at: index, isHashed: isHashed)
      return
    case .flag: _ = try readFlag(&input)
    case .fixed: try input.skip(Int(type.operand))
    case .varint: _ = try input.readShortVarint(width: Int(type.operand))
    case .string:
      if Visitor.findsReferences {
        try input.skip(try input.readCount())
      } else {
        _ = try input.readUTF8()
      }
    case .bytes: try input.skip(try input.readCount())
    case .packedList: try walkPackedList(of: type.operand, &input)
    case .never: throw ArchiveError(.neverValue, at: start &+ input.origin)
    default: try walkLongNumber(type.operation, &input)
    }
    if Visitor.isInterested {
      try input.withBytes(from: start) { bytes throws(ArchiveError) in
        try visitor.leaf(type, &bytes)
      }
    }
  }

  /// Whether the parts of a container are elements of sets or keys of maps, or stand in such.
  @inline(__always)
  func isHashed(_ frame: OpenValue) -> Bool {
    frame.isHashed || frame.kind == .set || (frame.kind == .map && frame.next & 1 == 1)
  }

  /// Reads a weak reference outside of set elements and map keys: R5 or R7, R6.
  ///
  /// Spec §5.4.
  ///
  /// - Returns: The object, or 0.
  private mutating func readWeakReference(
    _ name: Int32, _ input: inout ByteCursor, _ objects: Span<UInt32>,
    _ classes: Span<CompiledClass>
  ) throws(ArchiveError) -> Int {
    let offset = input.offset
    let value = try input.readShortVarint(width: 64)
    var number = Int(number: value >> 1)
    if value & 1 == 1 {
      if let deferredWeakSlots {
        weakSlots = try deferredWeakSlots.slots()
        self.deferredWeakSlots = nil
      }
      guard number < weakSlots.count else {
        // A slot that is lost holds nil.
        if acceptsLostTargets { return 0 }
        throw ArchiveError(.weakSlot, at: offset)
      }
      number = weakSlots[number]
    }
    if number > 0 { try checkTarget(number, name, at: offset, objects, classes) }
    return number
  }

  /// Validates what a reference leads to: R5, R6.
  @inline(__always)
  private mutating func checkTarget(
    _ number: Int, _ name: Int32, at offset: Int, _ objects: Span<UInt32>,
    _ classes: Span<CompiledClass>
  ) throws(ArchiveError) {
    guard !Visitor.findsReferences else { return }
    guard number <= objectCount || acceptsLostTargets else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    guard name > 0, number <= objects.count else { return }
    let entry = Int(objects[number &- 1])
    guard classes[entry &- 1].name != name else { return }
    guard members.entry(entry, isA: name, in: schema) else {
      throw .wrongClass(number, entry, name, schema, at: offset)
    }
  }

  /// Reads a bool or the first byte of an optional: V1.
  @inline(__always)
  func readFlag(_ input: inout ByteCursor) throws(ArchiveError) -> Bool {
    let offset = input.offset
    let byte = try input.readByte()
    guard byte <= 1 else { throw ArchiveError(.flagByte, at: offset) }
    return byte == 1
  }

  /// Walks over an integer of 128 bits, or a decimal: V2.
  @inline(never)
  private func walkLongNumber(
    _ operation: CompiledType.Operation, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    guard operation == .decimal else {
      _ = try input.readVarint(width: 128)
      return
    }
    let offset = input.offset
    let sign = try input.readByte()
    guard sign <= 2 else { throw ArchiveError(.decimal, at: offset) }
    guard sign < 2 else { return }
    _ = try input.readShortVarint(width: 32)
    let mantissa = try input.readVarint(width: 128)
    guard sign == 0 || mantissa > 0 else { throw ArchiveError(.decimal, at: offset) }
  }
}
