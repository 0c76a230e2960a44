/// What a scanner shows references to.
protocol ReferenceVisitor {
  /// Takes a strong reference, with its type, and whether it stands in an element of a set or a key of a map.
  mutating func visit(_ type: ArchivedType, _ number: Int, isHashed: Bool)
  /// Takes a weak reference, and whether it stands in such.
  mutating func visitWeak(_ number: Int, isHashed: Bool)
}

extension ReferenceVisitor {
  mutating func visitWeak(_ number: Int, isHashed: Bool) {}
}

/// Ignores all references.
struct NoVisitor: ReferenceVisitor {
  mutating func visit(_ type: ArchivedType, _ number: Int, isHashed: Bool) {}
}

/// Moves over validated values without making anything of them, and without recursion.
///
/// It skips values that are not requested, and finds the references in a record.
struct ValueScanner {
  /// A container that is open.
  private enum Part {
    /// So many values of a type.
    case values(ArchivedType, Int, isHashed: Bool)
    /// So many keys and values together.
    case pairs(ArchivedType, ArchivedType, Int, isHashed: Bool)
    /// The keys of a body from one on; the presence bytes are at an offset.
    case body(CompiledBody, next: Int, presence: Int, node: Int, isHashed: Bool)
  }

  private let types: ArchivedTypes
  private let store: RecordStore
  private var open: [Part] = []

  init(_ session: DecodingSession) {
    types = session.types
    store = session.store
  }

  /// Moves over a value.
  mutating func scan(
    _ type: ArchivedType, _ input: inout ValidCursor, _ visitor: inout some ReferenceVisitor,
    isHashed: Bool = false
  ) {
    guard let part = begin(type, &input, isHashed: isHashed, &visitor) else { return }
    run(part, &input, &visitor)
  }

  /// Moves over some values of a level of a record, struct or payload.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - places: The places of the values among those of the whole body.
  ///   - presence: The offset of the presence bytes.
  ///   - node: The node of the value in ``UniformHeaders``, or -1.
  ///   - input: The first of the values; afterwards the end of the last.
  ///   - visitor: Takes the references.
  mutating func scan(
    _ level: LevelRange, _ places: Range<Int>, presence: Int, node: Int,
    _ input: inout ValidCursor, _ visitor: inout some ReferenceVisitor
  ) {
    for place in places {
      let index = level.body.keys.lowerBound + place - level.firstPlace
      let key = types.schema.keys[index]
      guard key.isPresent(presence, firstBit: level.firstBit, input) else { continue }
      let type = type(of: key, index, level.body, node: node)
      if let part = begin(type, &input, isHashed: false, &visitor) { run(part, &input, &visitor) }
    }
  }

  /// Finds the references of a record.
  mutating func scanRecord(
    ofEntry entry: Int, _ input: ValidCursor, _ visitor: inout some ReferenceVisitor
  ) {
    let body = types.schema.record(ofEntry: entry)
    var reader = input
    reader.skip(types.schema.presenceByteCount(body))
    for level in types.schema.levels(body) {
      scan(level, level.places, presence: input.offset, node: -1, &reader, &visitor)
    }
  }

  private func type(
    of key: CompiledKey, _ index: Int, _ body: CompiledBody, node: Int
  ) -> ArchivedType {
    let type = ArchivedType(key.type, index: Int(key.typeIndex))
    guard node >= 0, key.isNestedInLists else { return type }
    return types.nested(type, ordinal: types.schema.nestedOrdinal(index, in: body), in: node)
  }

  private mutating func run(
    _ first: Part, _ input: inout ValidCursor, _ visitor: inout some ReferenceVisitor
  ) {
    open.removeAll(keepingCapacity: true)
    var current: Part? = first
    while let part = current {
      current = proceed(part, &input, &visitor) ?? open.popLast()
    }
  }

  /// Moves over the parts of a container up to one that is itself a container, which it returns.
  private mutating func proceed(
    _ part: Part, _ input: inout ValidCursor, _ visitor: inout some ReferenceVisitor
  ) -> Part? {
    switch part {
    case .values(let type, var left, let isHashed):
      while left > 0, input.remaining > 0 {
        left -= 1
        guard let inner = begin(type, &input, isHashed: isHashed, &visitor) else { continue }
        if left > 0 { open.append(.values(type, left, isHashed: isHashed)) }
        return inner
      }
    case .pairs(let key, let value, var left, let isHashed):
      while left > 0, input.remaining > 0 {
        left -= 1
        let isKey = left & 1 == 1
        guard
          let inner = begin(
            isKey ? key : value, &input, isHashed: isKey || isHashed, &visitor)
        else { continue }
        if left > 0 { open.append(.pairs(key, value, left, isHashed: isHashed)) }
        return inner
      }
    case .body(let body, var next, let presence, let node, let isHashed):
      while next < body.keys.upperBound {
        let key = types.schema.keys[next]
        let type = type(of: key, next, body, node: node)
        next += 1
        guard key.isPresent(presence, firstBit: 0, input),
          let inner = begin(type, &input, isHashed: isHashed, &visitor)
        else { continue }
        if next < body.keys.upperBound {
          open.append(
            .body(body, next: next, presence: presence, node: node, isHashed: isHashed))
        }
        return inner
      }
    }
    return nil
  }

  /// Moves over a value that contains no others, or opens one that does.
  private func begin(
    _ type: ArchivedType, _ input: inout ValidCursor, isHashed: Bool,
    _ visitor: inout some ReferenceVisitor
  ) -> Part? {
    guard type.form != .packed else {
      input.skip(type.width)
      return nil
    }
    switch type.operation {
    case .flag: input.skip(1)
    case .fixed: input.skip(type.fixedByteCount)
    case .varint: _ = input.readVarint()
    case .longVarint: _ = input.readLongVarint()
    case .string, .bytes: input.skip(input.readCount())
    case .decimal:
      guard input.readByte() < 2 else { return nil }
      input.skip(1)
      _ = input.readLongVarint()
    case .reference, .optionalReference:
      let number = input.readNumber()
      if number > 0 { visitor.visit(type, number, isHashed: isHashed) }
    case .weakReference:
      let number = store.readReference(type, &input)
      if number > 0 { visitor.visitWeak(number, isHashed: isHashed) }
    case .optional, .optionalLeaf:
      guard input.readByte() != 0 else { return nil }
      return begin(types.first(of: type), &input, isHashed: isHashed, &visitor)
    case .any: return begin(types.readInner(&input), &input, isHashed: isHashed, &visitor)
    case .packedList, .list, .leafList, .structureList:
      let list = types.openList(type, &input)
      guard list.element.form != .packed else {
        input.skip(list.count &* list.element.width)
        return nil
      }
      return list.count > 0 ? .values(list.element, list.count, isHashed: isHashed) : nil
    case .set: return .values(types.first(of: type), input.readCount(), isHashed: true)
    case .map:
      let count = input.readCount()
      return .pairs(types.first(of: type), types.second(of: type), count * 2, isHashed: isHashed)
    case .structure, .enumeration: return open(type, &input, isHashed: isHashed)
    }
    return nil
  }

  private func open(
    _ type: ArchivedType, _ input: inout ValidCursor, isHashed: Bool
  ) -> Part? {
    var body = types.openBody(type, &input)
    if body.kind == .enumeration {
      body = ArchivedBody(.own, entry: Int(body.entry), index: Int(body.index))
    }
    guard types.schema.bodies.indices.contains(Int(body.index)) else { return nil }
    let own = types.schema.bodies[Int(body.index)]
    let presence = input.offset
    input.skip(own.presenceByteCount)
    guard !own.keys.isEmpty else { return nil }
    return .body(
      own, next: own.keys.lowerBound, presence: presence, node: type.node, isHashed: isHashed)
  }
}

extension CompiledKey {
  /// Whether the key has a value, the presence bytes being at an offset.
  @inline(__always)
  func isPresent(_ presence: Int, firstBit: Int, _ input: borrowing ValidCursor) -> Bool {
    guard isOptional else { return true }
    let bit = Int(presenceBit) &+ firstBit
    return input.byte(at: presence &+ bit >> 3) >> UInt8(truncatingIfNeeded: bit & 7) & 1 == 1
  }
}

extension CompiledSchema {
  /// How many required structs stand before a key in its body.
  func nestedOrdinal(_ index: Int, in body: CompiledBody) -> Int {
    keys[body.keys.lowerBound..<index].count { $0.isNestedInLists }
  }
}
