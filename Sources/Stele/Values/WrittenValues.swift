/// Moves over values that have been written, by their types, without recursion.
///
/// Spec chapter 3.
struct WrittenValues {
  /// A container that has been begun.
  private enum Part {
    /// So many values of a type.
    case values(TypePlan, left: Int)
    /// So many keys and values of a map.
    case pairs(TypePlan, TypePlan, left: Int)
    /// So many elements of a uniform list.
    case elements(NestedEntries, isEnum: Bool, left: Int)
    /// The keys of a body, from one on; the presence bytes stand at an offset.
    case body(BodyPlan, next: Int, bit: Int, presence: Int, NestedEntries?, place: Int)
  }

  private var open: [Part] = []

  /// Moves over a value.
  mutating func skip(
    _ type: TypePlan, _ input: inout ByteReader, _ tables: inout ClassTableWriter
  ) throws {
    open.removeAll(keepingCapacity: true)
    try begin(type, &input, &tables)
    while let part = open.popLast() { try proceed(part, &input, &tables) }
  }

  private mutating func proceed(
    _ part: Part, _ input: inout ByteReader, _ tables: inout ClassTableWriter
  ) throws {
    let depth = open.count
    switch part {
    case .values(let type, var left):
      while left > 0 {
        left -= 1
        try begin(type, &input, &tables) { .values(type, left: left) }
        guard open.count == depth else { return }
      }
    case .pairs(let key, let value, var left):
      while left > 0 {
        left -= 1
        try begin(left % 2 == 1 ? key : value, &input, &tables) { .pairs(key, value, left: left) }
        guard open.count == depth else { return }
      }
    case .elements(let nested, let isEnum, let left):
      guard left > 0 else { return }
      open.append(.elements(nested, isEnum: isEnum, left: left - 1))
      try beginInstance(
        nested.entries[0], isEnum: isEnum, isEnum ? nil : nested, 0, &input, &tables)
    case .body(let body, var next, var bit, let presence, let nested, var place):
      while next < body.types.count {
        let type = body.types[next]
        next += 1
        if body.isOptional[next - 1] {
          bit += 1
          let byte = try input.byte(at: presence + (bit - 1) >> 3)
          guard byte >> UInt8((bit - 1) & 7) & 1 == 1 else { continue }
        } else if type.code == .struct, let nested {
          let own = place
          place = nested.end(of: own)
          open.append(
            .body(body, next: next, bit: bit, presence: presence, nested, place: place))
          return try beginInstance(
            nested.entries[own], isEnum: false, nested, own, &input, &tables)
        }
        try begin(type, &input, &tables) {
          .body(body, next: next, bit: bit, presence: presence, nested, place: place)
        }
        guard open.count == depth else { return }
      }
    }
  }

  /// Moves over a value without parts, or opens one that has some, above what is still to be done.
  private mutating func begin(
    _ first: TypePlan, _ input: inout ByteReader, _ tables: inout ClassTableWriter,
    above rest: (() -> Part)? = nil
  ) throws {
    var type = first
    while true {
      switch type.code {
      case .bool, .int8, .uint8: return try input.skip(1)
      case .float16: return try input.skip(2)
      case .float32: return try input.skip(4)
      case .float64, .date: return try input.skip(8)
      case .uuid: return try input.skip(16)
      case .int16, .int32, .int64, .uint16, .uint32, .uint64, .ref, .weak:
        _ = try input.readShortVarint(width: 64)
        return
      case .int128, .uint128:
        _ = try input.readVarint(width: 128)
        return
      case .string, .bytes: return try input.skip(try input.readCount())
      case .decimal:
        guard try input.readByte() < 2 else { return }
        try input.skip(1)
        _ = try input.readVarint(width: 128)
        return
      case .optional where type.isReference:
        _ = try input.readNumber()
        return
      case .optional:
        guard try input.readByte() == 1, let part = type.first else { return }
        type = part
      case .any:
        let names = tables.types.names.names
        let descriptor = try input.readDescriptor(names: names, limits: Limits())
        type = try tables.types.plan(of: descriptor)
      case .list: return try beginList(type, &input, &tables, above: rest)
      case .set:
        guard let element = type.first else { return }
        push(.values(element, left: try input.readCount()), above: rest)
        return
      case .map:
        guard let key = type.first, let value = type.second else { return }
        push(.pairs(key, value, left: 2 * (try input.readCount(bytesEach: 2))), above: rest)
        return
      case .struct, .enum:
        if let rest { open.append(rest()) }
        let entry = try input.readNumber()
        return try beginInstance(entry, isEnum: type.code == .enum, nil, 0, &input, &tables)
      }
    }
  }

  private mutating func push(_ part: Part, above rest: (() -> Part)?) {
    if let rest { open.append(rest()) }
    open.append(part)
  }

  private mutating func beginList(
    _ type: TypePlan, _ input: inout ByteReader, _ tables: inout ClassTableWriter,
    above rest: (() -> Part)?
  ) throws {
    let count = try input.readCount()
    guard count > 0, let element = type.first else { return }
    if let layout = type.packed {
      let width = layout.hasPackedWidth ? Int(try input.readByte()) : layout.byteCount
      guard width > 0, count <= input.remaining / width else {
        throw ArchiveError(.truncated, at: input.offset)
      }
      return try input.skip(count * width)
    }
    guard element.code == .struct || element.code == .enum else {
      return push(.values(element, left: count), above: rest)
    }
    let entry = try input.readNumber()
    guard entry > 0 else { return push(.values(element, left: count), above: rest) }
    let nested = try tables.readNestedEntries(below: entry, &input)
    push(.elements(nested, isEnum: element.code == .enum, left: count), above: rest)
  }

  private mutating func beginInstance(
    _ entry: Int, isEnum: Bool, _ nested: NestedEntries?, _ place: Int, _ input: inout ByteReader,
    _ tables: inout ClassTableWriter
  ) throws {
    guard let plan = try tables.plan(of: entry) else {
      throw ArchiveError(.undefinedEntry, at: input.offset)
    }
    var body = plan.body
    if isEnum {
      let index = try input.readNumber()
      guard plan.cases.indices.contains(index) else {
        throw ArchiveError(.caseIndex, at: input.offset)
      }
      body = plan.cases[index].body
    } else if body.types.isEmpty {
      return try input.skip(1)
    }
    let presence = input.offset
    if body.optionalCount > 0 { try input.skip((body.optionalCount + 7) / 8) }
    open.append(
      .body(body, next: 0, bit: 0, presence: presence, nested, place: place + 1))
  }
}

extension ClassTableWriter {
  /// Reads the nested entry numbers of a uniform list that has been written.
  ///
  /// Spec §3.5.
  mutating func readNestedEntries(
    below entry: Int, _ input: inout ByteReader
  ) throws -> NestedEntries {
    var nested = NestedEntries(entry)
    var open = [(place: 0, left: try plan(of: entry)?.body.nestedCount ?? 0)]
    while let top = open.last {
      guard top.left > 0 else {
        nested.close(top.place)
        open.removeLast()
        continue
      }
      open[open.count - 1].left -= 1
      let number = try input.readNumber()
      let place = nested.append(number)
      open.append((place, try plan(of: number)?.body.nestedCount ?? 0))
    }
    return nested
  }
}
