/// Visits values by their compiled types, and enforces every rule of chapter 3 and those of references.
///
/// Open containers are on an explicit stack, so that depth takes memory but no call stack. A visitor receives the values.
///
/// Spec chapter 3, and §5.2 to §5.4.
struct ValueInterpreter<Visitor: ValueVisitor> {
  /// Receives the values.
  var visitor: Visitor
  /// The class table, with the types of `any` values and roots after its own.
  var schema: CompiledSchema
  /// The number of types that outlast a value: those of the class table, and those that were added to them.
  var ownTypeCount: Int
  /// The objects, the weak slots and the limits; the slots are read when a value first needs them.
  private(set) var context: ReadingContext
  /// The definitions of the class table before the values.
  var definitions: Definitions
  /// Whether the values are metadata.
  var isMetadata = false

  /// The containers around the innermost one.
  var frames: [OpenValue] = []
  /// The elements and keys so far of the sets and maps that are open, and unused sets after these.
  var seen: [UniqueList<Range<Int>>] = []
  var openSetCount = 0
  /// The lists of structs and enums that are open, and the entry numbers of their elements.
  var lists: [ListEntries] = []
  var numbers: [Int32] = []
  /// The entries on the chain of the last record, the topmost superclass first.
  var levels: [Int] = []
  var members = MembershipCache()

  init(_ context: ReadingContext, visitor: Visitor) {
    self.visitor = visitor
    schema = context.schema
    schema.seal()
    ownTypeCount = schema.typeCount
    self.context = context
    definitions = context.definitions
  }

  /// Begins another archive with the same class table and the same limits, of which no record and no root is read yet.
  mutating func reset(for context: ReadingContext) {
    self.context = context
    // Values that have been walked over as a whole have left nothing else.
  }

  /// Forgets the types that are not in the class table.
  mutating func forgetTypes() {
    schema.removeTypes(from: 0)
    ownTypeCount = schema.typeCount
  }

  /// Validates the records of a block.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - input: The payload of its chunk.
  /// - Throws: The rule that is broken, with object and key path.
  mutating func walkRecords(
    of block: Block, _ input: inout ByteReader
  ) throws(ArchiveError) {
    try block.readHeader(&input)
    definitions = block.definitions
    visitor.beginBlock(at: input.offset)
    var frame = OpenValue(.record, depth: 1, typeCount: ownTypeCount)
    frame.object = block.numbers.lowerBound
    frame.endObject = block.numbers.upperBound
    try input.withCursor { input throws(ArchiveError) in
      do throws(ArchiveError) {
        try openRecord(in: &frame, &input)
        try run(&frame, &input)
      } catch {
        throw located(error, in: frame)
      }
    }
  }

  /// Validates the values of a record: V11, P2, and all rules of values.
  ///
  /// - Parameters:
  ///   - frame: The record.
  ///   - number: The number of the object, for errors.
  /// - Throws: The rule that is broken, with object and key path.
  mutating func walkRecord(_ frame: RecordFrame, number: Int) throws(ArchiveError) {
    definitions = frame.definitions
    isMetadata = false
    var content = frame.content
    try content.withCursor { input throws(ArchiveError) in
      try walkRecord(ofEntry: frame.entry, object: number, &input)
    }
  }

  /// Validates the values of a record, up to the end of the cursor's structure: V11, P2, and all rules of values.
  ///
  /// - Parameters:
  ///   - entry: The entry of the record, a class.
  ///   - object: The number of the object, for errors.
  ///   - input: The record, after its entry number.
  /// - Throws: The rule that is broken, with object and key path.
  mutating func walkRecord(
    ofEntry entry: Int, object: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    var frame = OpenValue(.record, depth: 1, typeCount: ownTypeCount)
    frame.object = object
    frame.endObject = object
    do throws(ArchiveError) {
      try openLevels(ofEntry: entry, in: &frame, &input)
      try run(&frame, &input)
      if !visitor.findsReferences { try input.finish() }
    } catch {
      throw located(error, in: frame)
    }
  }

  /// Reads the descriptor of a root or a metadata item: T1, T2, L1, V14.
  ///
  /// - Returns: The index of the type, until the next one is read.
  mutating func readType(_ input: inout ByteCursor) throws(ArchiveError) -> Int {
    try readType(&input, keeping: ownTypeCount)
  }

  /// Reads a descriptor, after forgetting the types beyond a number of them.
  mutating func readType(
    _ input: inout ByteCursor, keeping typeCount: Int
  ) throws(ArchiveError) -> Int {
    schema.removeTypes(from: typeCount)
    return try schema.readType(
      &input, nameCount: definitions.nameCount, limits: context.limits, isMetadata: isMetadata)
  }

  /// Validates a value of a type.
  ///
  /// - Throws: The rule that is broken, with the key path from this value to the invalid one.
  mutating func walkValue(
    _ type: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    var frame = OpenValue(.whole, depth: 1, typeCount: schema.typeCount)
    frame.type = Int32(truncatingIfNeeded: type)
    frame.end = 1
    do throws(ArchiveError) {
      try run(&frame, &input)
    } catch {
      throw located(error, in: frame)
    }
  }

  /// Visits the parts of a container, and everything in them.
  mutating func run(
    _ frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    // Spans of what each value needs, so that nothing is looked up in the schema again.
    let (allKeys, allClasses, allObjects) = (
      schema.keys[...], schema.classes[...], (context.objectEntries ?? [])[...]
    )
    let keys = allKeys.span
    let (classes, objects) = (allClasses.span, allObjects.span)
    while true {
      var hasOpened = false
      switch frame.kind {
      case .record, .body, .elements:
        while true {
          if !visitor.isInterested { passCommonKeys(in: &frame, &input, keys, objects, classes) }
          guard frame.next < frame.end else { break }
          let key = keys[frame.next]
          frame.next &+= 1
          if visitor.measuresRecords, frame.kind == .record {
            visitor.beginKey(key, at: input.offset)
          }
          if key.presenceBit >= 0, !frame.isPresent(key.presenceBit, input) {
            visitor.absentKey()
            continue
          }
          if key.type.operation.isLeaf {
            try walkLeaf(
              key.type, at: Int(key.typeIndex), in: frame, &input, objects, classes)
            continue
          }
          if frame.list >= 0, key.isNestedInLists {
            try openNested(key.type, in: &frame, &input)
            hasOpened = true
          } else {
            hasOpened = try walkContainer(
              key.type, at: Int(key.typeIndex), in: &frame, &input, objects, classes)
          }
          if hasOpened { break }
        }
        if !hasOpened {
          hasOpened = try openNextBody(of: &frame, &input, keys, objects, classes)
        }
      case .whole, .list, .mixedList:
        let type = schema.type(Int(frame.type))
        while !hasOpened, frame.next < frame.end {
          frame.next &+= 1
          hasOpened = try walk(type, at: Int(frame.type), in: &frame, &input, objects, classes)
        }
        if !hasOpened { try closeList(frame) }
      case .set, .map:
        while !hasOpened, let type = try nextDistinct(in: &frame, &input) {
          hasOpened = try walk(
            schema.type(type), at: type, in: &frame, &input, objects, classes)
        }
      }
      guard !hasOpened else { continue }
      guard let outer = frames.popLast() else { return }
      frame = outer
    }
  }

  /// Visits a value; returns whether it is a container with parts, which has then replaced the frame.
  @inline(__always)
  private mutating func walk(
    _ type: CompiledType, at index: Int, in frame: inout OpenValue, _ input: inout ByteCursor,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) -> Bool {
    guard type.operation.isLeaf else {
      return try walkContainer(type, at: index, in: &frame, &input, objects, classes)
    }
    try walkLeaf(type, at: index, in: frame, &input, objects, classes)
    return false
  }

  /// Throws if a depth exceeds the limit: L2.
  @inline(__always)
  func checkNesting(_ depth: Int, _ input: borrowing ByteCursor) throws(ArchiveError) {
    guard depth <= context.limits.valueNesting else {
      throw ArchiveError(.valueNesting, at: input.offset)
    }
  }
}

// Values that begin elsewhere, such as with the entry number before a list

extension ValueInterpreter {
  /// Validates an element of a uniform list of structs or enums; the visitor receives the end of the list, too, but not its beginning.
  ///
  /// - Parameters:
  ///   - numbers: The entry numbers before the list, which have been validated.
  ///   - input: The element.
  /// - Throws: The rule that is broken.
  mutating func walkElement(
    _ numbers: [Int], _ input: inout ByteCursor
  ) throws(ArchiveError) {
    var frame = OpenValue(.elements, depth: 2, typeCount: ownTypeCount)
    frame.entry = Int32(truncatingIfNeeded: numbers.first ?? 0)
    frame.count = 1
    do throws(ArchiveError) {
      if numbers.count > 1 { frame.list = openList(numbers) }
      try openElement(in: &frame, &input)
      try run(&frame, &input)
    } catch {
      throw located(error, in: frame)
    }
  }

  /// Visits the payload of a case, after its number.
  ///
  /// - Throws: The rule that is broken.
  mutating func walkPayload(
    ofEntry entry: Int, caseIndex: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    guard let own = schema[entry], own.bodies.count > caseIndex else { return }
    var frame = OpenValue(.body, depth: 2, typeCount: ownTypeCount)
    frame.entry = Int32(truncatingIfNeeded: entry)
    frame.body = own.firstBody + Int32(truncatingIfNeeded: caseIndex)
    try openBody(in: &frame, &input)
    try run(&frame, &input)
  }

  /// Visits the values of some keys of a body.
  ///
  /// - Parameters:
  ///   - keys: The indices of the keys.
  ///   - presence: The offset of the presence bytes.
  ///   - firstBit: The number of the first bit of the body in them.
  ///   - nested: The entry numbers before a list around the body, from that of the first nested key among `keys` on;
  ///     empty if there is no such list.
  ///   - input: The value of the first key.
  /// - Throws: The rule that is broken.
  mutating func walkKeys(
    _ keys: Range<Int>, presence: Int, firstBit: Int, nested: [Int] = [],
    _ input: inout ByteCursor
  ) throws(ArchiveError) {
    var frame = OpenValue(.body, depth: 2, typeCount: ownTypeCount)
    frame.next = keys.lowerBound
    frame.end = keys.upperBound
    frame.presence = presence - input.origin
    frame.firstBit = Int32(truncatingIfNeeded: firstBit)
    if !nested.isEmpty { frame.list = openList(nested) }
    try run(&frame, &input)
    if !nested.isEmpty { forgetList() }
  }

  /// Reads a descriptor, and keeps its type.
  ///
  /// - Returns: The index of the type.
  /// - Throws: The rule that is broken.
  mutating func addType(_ input: inout ByteCursor) throws(ArchiveError) -> Int {
    let type = try readType(&input)
    ownTypeCount = schema.typeCount
    return type
  }
}

extension ValueInterpreter {
  /// Visits a value that contains no others, at the depth of the parts of a container: L2, and the rules of its type.
  @inline(__always)
  mutating func walkLeaf(
    _ type: CompiledType, at index: Int, in frame: OpenValue, _ input: inout ByteCursor,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) {
    if frame.depth > context.limits.valueNesting, type.operation.countsAsNested {
      throw ArchiveError(.valueNesting, at: input.offset)
    }
    try walkLeaf(type, at: index, isHashed: frame.isPartHashed, &input, objects, classes)
  }

  /// Visits a value that contains no others: V16, V15, and the rules of its type.
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
      visitor.reference(
        number, type, at: index, offset: start &+ input.origin, isHashed: isHashed)
      return
    case .weakReference:
      guard !isHashed else { throw ArchiveError(.weakInKey, at: start &+ input.origin) }
      let number = try readWeakReference(type.operand, &input, objects, classes)
      visitor.reference(
        number, type, at: index, offset: start &+ input.origin, isHashed: isHashed)
      return
    case .flag: _ = try readFlag(&input)
    case .fixed: try input.skip(Int(type.operand))
    case .varint: _ = try input.readShortVarint(width: Int(type.operand))
    case .string:
      if visitor.findsReferences {
        try input.skip(try input.readCount())
      } else {
        _ = try input.readUTF8()
      }
    case .bytes: try input.skip(try input.readCount())
    case .packedList: try walkPackedList(of: type.operand, &input)
    case .never: throw ArchiveError(.neverValue, at: start &+ input.origin)
    default: try walkLongNumber(type.operation, &input)
    }
    if visitor.isInterested {
      try input.withBytes(from: start) { bytes throws(ArchiveError) in
        try visitor.leaf(type, &bytes)
      }
    }
  }

  /// Reads a weak reference outside set elements and map keys: R5 or R7, R6.
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
      if let deferred = context.deferredWeakSlots {
        context.weakSlots = try deferred.slots()
        context.deferredWeakSlots = nil
      }
      guard number < context.weakSlots.count else {
        // A slot that is lost holds nil.
        if context.acceptsLostTargets { return 0 }
        throw ArchiveError(.weakSlot, at: offset)
      }
      number = context.weakSlots[number]
    }
    if number > 0 { try checkTarget(number, name, at: offset, objects, classes) }
    return number
  }

  /// Validates the target of a reference: R5, R6.
  @inline(__always)
  private mutating func checkTarget(
    _ number: Int, _ name: Int32, at offset: Int, _ objects: Span<UInt32>,
    _ classes: Span<CompiledClass>
  ) throws(ArchiveError) {
    guard !visitor.findsReferences else { return }
    guard number <= context.objectCount || context.acceptsLostTargets else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    guard name > 0, number <= objects.count else { return }
    let entry = Int(objects[number &- 1])
    guard classes[entry &- 1].name != name else { return }
    guard members.entry(entry, isA: name, in: schema) else {
      throw .wrongClass(number, entry, name, schema, at: offset)
    }
  }

  /// Reads a bool, or the first byte of an optional: V1.
  @inline(__always)
  func readFlag(_ input: inout ByteCursor) throws(ArchiveError) -> Bool {
    let offset = input.offset
    let byte = try input.readByte()
    guard byte <= 1 else { throw ArchiveError(.flagByte, at: offset) }
    return byte == 1
  }

  /// Visits an integer of 128 bits, or a decimal: V2.
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

extension ValueInterpreter: Sendable where Visitor: Sendable {}
