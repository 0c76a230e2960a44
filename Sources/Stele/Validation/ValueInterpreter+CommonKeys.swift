// The fast path over keys whose values no visitor receives. It moves over values in their common forms, and leaves
// invalid and uncommon ones to the slow path, which begins again at the same value. So the fast path throws nothing, and
// needs no offsets.

extension ValueInterpreter {
  /// Moves over the keys of a body up to the first one that is left to the slow path.
  @inline(__always)
  mutating func passCommonKeys(
    in frame: inout OpenValue, _ input: inout ByteCursor, _ keys: Span<CompiledKey>,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) {
    // The content of an optional or list is one deeper than the key.
    guard frame.depth < limits.valueNesting else { return }
    let (view, end, last) = (input.view, input.end, frame.end)
    var next = frame.next
    var position = input.position
    while next < last {
      let key = keys[next]
      if key.presenceBit >= 0, !isPresent(frame.firstBit &+ key.presenceBit, in: frame, input) {
        next &+= 1
        continue
      }
      var rest = position
      let isCommon =
        switch key.type.operation {
        case .struct:
          frame.list >= 0 && key.presenceBit < 0 && passNested(in: frame, &rest, before: end)
        case .optionalLeaf:
          passOptional(
            key.type, isHashed: frame.isHashed, &rest, before: end, view, &input, objects, classes)
        default:
          passCommon(
            key.type, at: key.typeIndex, isHashed: frame.isHashed, &rest, before: end, view,
            &input, objects, classes)
        }
      guard isCommon else { break }
      position = rest
      next &+= 1
    }
    frame.next = next
    input.move(toIndex: position)
  }

  /// Moves over an optional of a value that contains no others.
  @inline(never)
  private mutating func passOptional(
    _ type: CompiledType, isHashed: Bool, _ position: inout Int, before end: Int,
    _ view: ByteView,
    _ input: inout ByteCursor, _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Bool {
    guard position < end, view.load(position) <= 1 else { return false }
    position &+= 1
    guard view.load(position &- 1) == 1 else { return true }
    let content = schema.type(Int(type.first))
    return passCommon(
      content, at: type.first, isHashed: isHashed, &position, before: end, view, &input, objects,
      classes)
  }

  /// Moves over a value, if it has its common form.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - index: The index of the type.
  ///   - isHashed: Whether the value is part of an element of a set or of a key of a map.
  ///   - position: The index of the value, which moves to its end, or anywhere if the value is left to the slow path.
  ///   - end: The index where the structure around the value ends.
  ///   - view: The bytes.
  ///   - input: A cursor over them, whose position changes and does not matter.
  ///   - objects: The entry of each object.
  ///   - classes: The class table.
  /// - Returns: Whether the value has been passed; otherwise it is left to the slow path.
  @inline(__always)
  private mutating func passCommon(
    _ type: CompiledType, at index: Int32, isHashed: Bool, _ position: inout Int, before end: Int,
    _ view: ByteView,
    _ input: inout ByteCursor, _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Bool {
    switch type.operation {
    case .fixed:
      position &+= Int(type.operand)
      return position <= end
    case .flag:
      position &+= 1
      return position <= end && view.load(position &- 1) <= 1
    case .varint:
      let value = view.readCommonNumber(&position)
      return value >= 0 && (type.operand >= 64 || value &>> Int(type.operand) == 0)
        && position <= end
    case .string:
      return visitor.findsReferences
        ? view.passBytes(&position, before: end) : view.passString(&position, before: end)
    case .bytes:
      return view.passBytes(&position, before: end)
    case .reference, .optionalReference:
      let offset = position &+ input.origin
      let number = view.readCommonNumber(&position)
      guard position <= end, number > 0 || (number == 0 && type.operation == .optionalReference)
      else { return false }
      if visitor.findsReferences {
        visitor.reference(
          number, type, at: Int(index), offset: offset, isHashed: isHashed)
      } else {
        visitor.pass(number)
      }
      return isTarget(number, type.operand, objects, classes)
    case .weakReference:
      // The slow path visits it, or throws.
      if visitor.findsReferences || isHashed { return false }
      let value = view.readCommonNumber(&position)
      guard position <= end, value >= 0 else { return false }
      var number = value &>> 1
      if value & 1 == 1 {
        guard number < weakSlots.count else { return false }
        number = weakSlots[number]
      }
      return isTarget(number, type.operand, objects, classes)
    case .packedList:
      return passPackedList(of: type.operand, &position, &input)
    case .leafList:
      // The slow path visits the elements.
      if visitor.findsReferences { return false }
      return passLeaves(
        schema.type(Int(type.first)), &position, before: end, view, objects, classes)
    default:
      return false
    }
  }

  /// Moves over a list of values that contain no others.
  @inline(never)
  mutating func passLeaves(
    _ element: CompiledType, _ position: inout Int, before end: Int, _ view: ByteView,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Bool {
    let count = view.readCommonNumber(&position)
    guard count >= 0, count <= end &- position else { return false }
    if element.operation == .string {
      for _ in 0..<count {
        guard view.passString(&position, before: end) else { return false }
      }
      return true
    }
    guard element.isReference, element.operation != .weakReference else { return false }
    for _ in 0..<count {
      let number = view.readCommonNumber(&position)
      guard position <= end,
        number > 0 || (number == 0 && element.operation == .optionalReference),
        isTarget(number, element.operand, objects, classes)
      else { return false }
    }
    return true
  }

  /// Moves over a packed list.
  @inline(never)
  private func passPackedList(
    of element: Int32, _ position: inout Int, _ input: inout ByteCursor
  ) -> Bool {
    input.move(toIndex: position)
    do throws(ArchiveError) {
      try walkPackedList(of: element, &input)
    } catch {
      return false
    }
    position = input.position
    return true
  }

  /// Moves over a struct nested in the elements of a uniform list, if its size is fixed.
  @inline(__always)
  private mutating func passNested(
    in frame: OpenValue, _ position: inout Int, before end: Int
  ) -> Bool {
    let list = lists[Int(frame.list)]
    guard list.isUniform else { return false }
    let body = schema.bodies[Int(schema.classes[Int(numbers[list.next]) &- 1].firstBody)]
    guard body.fixedByteCount > 0, body.nestedCount == 0 else { return false }
    position &+= Int(body.fixedByteCount)
    guard position <= end else { return false }
    lists[Int(frame.list)].next &+= 1
    return true
  }

  /// Whether an object number, or 0, is a valid target of a reference.
  @inline(__always)
  private mutating func isTarget(
    _ number: Int, _ name: Int32, _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Bool {
    if visitor.findsReferences { return true }
    guard number <= objectCount || acceptsLostTargets else { return false }
    guard name > 0, number > 0, number <= objects.count else { return true }
    let entry = Int(objects[number &- 1])
    return classes[entry &- 1].name == name || members.entry(entry, isA: name, in: schema)
  }
}

extension ByteView {
  /// Moves over a length and as many bytes, or returns `false` if they do not end at `end` or before.
  @inline(__always)
  fileprivate func passBytes(_ position: inout Int, before end: Int) -> Bool {
    let byteCount = readCommonNumber(&position)
    guard byteCount >= 0, byteCount <= end &- position else { return false }
    position &+= byteCount
    return true
  }
}
