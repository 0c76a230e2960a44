/// The types of one archive: those of its class table, and the types that `any` values and roots add.
///
/// All functions take validated values, so none of them fails.
final class ArchivedTypes {
  let schema: CompiledSchema
  // Safe, for all with the mark: no access runs code of the program (validation has read the weak slots of a source), and the
  // interpreter knows the finder alone.
  /// The interpreter that skips values, with all types in its schema.
  @safe @exclusivity(unchecked) var values: ValueInterpreter<ForwardingVisitor>
  let finder = ReferenceFinder()
  /// The entry numbers in front of uniform lists.
  @safe @exclusivity(unchecked) private(set) var headers = UniformHeaders()
  /// The types of `any` values and roots, by the bytes of their descriptors, and the last of them.
  @safe @exclusivity(unchecked) private var added = ShortTable<[UInt8], Int>()
  @safe @exclusivity(unchecked) private var lastAdded: (bytes: [UInt8], type: Int)?
  /// The number of these types that are kept from one archive of a series for the next.
  private static let keptCount = 8

  init(_ context: ReadingContext) {
    schema = context.schema
    values = ValueInterpreter(context, visitor: ForwardingVisitor(finder))
  }

  /// Begins another archive with the same class table, and forgets the types that are not in it, unless they are few.
  func reset(for context: ReadingContext) {
    values.reset(for: context)
    if !headers.isEmpty { headers = UniformHeaders(after: headers) }
    guard added.count > Self.keptCount else { return }
    added.removeAll()
    lastAdded = nil
    values.forgetTypes()
  }

  @inline(__always)
  subscript(index: Int) -> ArchivedType {
    index < schema.types.count ? ArchivedType(schema.types[index], index: index) : later(index)
  }

  @inline(never)
  private func later(_ index: Int) -> ArchivedType {
    index < values.ownTypeCount ? ArchivedType(values.schema.type(index), index: index) : .any
  }

  /// Returns the archive name of an entry, or nil if there is no entry of the number.
  func name(ofEntry entry: Int) -> String? { schema[entry].flatMap { schema.name($0.name) } }

  /// Returns the type inside an optional, list or set, or of the keys of a map.
  @inline(__always)
  func first(of type: ArchivedType) -> ArchivedType { part(type.first, of: type) }

  /// Returns whether the keys of a map are strings, or the map must be empty.
  func hasNames(_ map: ArchivedType) -> Bool {
    let code = first(of: map).code
    return code == .string || code == .never
  }

  /// Returns the type of the values of a map.
  func second(of type: ArchivedType) -> ArchivedType { part(type.second, of: type) }

  @inline(__always)
  private func part(_ index: Int, of type: ArchivedType) -> ArchivedType {
    var part = self[index]
    part.isLate = type.isLate
    return part
  }
}

// Types that the class table does not have

extension ArchivedTypes {
  /// Reads the descriptor of an `any` value, or of a root.
  ///
  /// Spec §3.8, §6.1.
  func readDescriptor(_ input: inout ValidCursor) -> ArchivedType {
    let code = input.peekByte()
    if code < TypeCode.optional.rawValue {
      input.skip(1)
      return self[Int(code)]
    }
    if let lastAdded, input.starts(with: lastAdded.bytes) {
      input.skip(lastAdded.bytes.count)
      return self[lastAdded.type]
    }
    let start = input
    passDescriptor(&input)
    let bytes = start.bytes(before: input)
    var type = added[bytes] ?? 0
    if type == 0 {
      var descriptor = start
      descriptor.withCursor { input throws(ArchiveError) in type = try values.addType(&input) }
      added.set(type, for: bytes)
    }
    lastAdded = (bytes, type)
    return self[type]
  }

  private func passDescriptor(_ input: inout ValidCursor) {
    var missing = 1
    while missing > 0, input.remaining > 0 {
      let code = TypeCode(rawValue: input.readByte()) ?? .any
      if code.concernsGraph { _ = input.readNumber() }
      missing += code.partCount - 1
    }
  }

  /// Returns the descriptor of a type, for errors.
  func descriptor(of type: ArchivedType) -> ArchiveTypeDescriptor {
    if type.form == .payload {
      return .enum(name(ofEntry: type.entry) ?? "")
    }
    return values.schema.descriptor(Int(type.index))
  }
}

// Uniform lists

extension ArchivedTypes {
  /// Reads the header of a uniform list of structs, after the number of their entry.
  ///
  /// Spec §3.5.
  func readUniform(
    _ entry: Int, of element: ArchivedType, _ input: inout ValidCursor
  ) -> ArchivedType {
    guard schema.nestedCount(ofEntry: entry) > 0 else { return element.uniform(entry: entry) }
    return element.uniform(entry: entry, node: headers.read(entry, schema, &input))
  }

  /// Returns the type of a required struct in the value of a node, with the entry number from the header.
  ///
  /// `ordinal` is the number of required structs before this one in the value.
  func nested(_ type: ArchivedType, ordinal: Int, in node: Int) -> ArchivedType {
    let child = headers.child(ordinal, of: node, schema)
    let entry = headers.entry(of: child)
    return type.uniform(entry: entry, node: schema.nestedCount(ofEntry: entry) > 0 ? child : -1)
  }
}

/// A list, read up to its first element.
struct OpenList {
  /// The number of elements, each of which takes a byte or more.
  let count: Int
  let element: ArchivedType
}

extension ArchivedTypes {
  /// Reads the fields before the elements of a list or set.
  ///
  /// Spec §3.5.
  func openList(_ type: ArchivedType, _ input: inout ValidCursor) -> OpenList {
    let count = input.readCount()
    let element = first(of: type)
    guard count > 0 else { return OpenList(count: 0, element: element) }
    switch type.operation {
    case .packedList:
      let hasWidth = element.operation == .varint || element.operation == .longVarint
      let width = hasWidth ? Int(input.readByte()) : element.code.scalarLayout?.byteCount ?? 1
      let most = width > 0 ? input.remaining / width : 0
      return OpenList(count: min(count, most), element: element.packed(width: width))
    case .structureList:
      let entry = input.readNumber()
      guard entry > 0 else { return OpenList(count: count, element: element) }
      guard element.operation == .struct else {
        return OpenList(count: count, element: element.uniform(entry: entry))
      }
      let uniform = readUniform(entry, of: element, &input)
      return OpenList(count: min(count, input.remaining), element: uniform)
    default: return OpenList(count: count, element: element)
    }
  }

  /// Reads the fields before the presence bytes of a struct or enum.
  ///
  /// Spec §3.7.
  func openBody(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedBody {
    let entry: Int
    switch type.form {
    case .payload: return schema.payload(ofEntry: type.entry, caseIndex: type.caseIndex)
    case .uniform: entry = type.entry
    case .whole, .packed: entry = input.readNumber()
    }
    guard type.code != .enum else {
      let payload = schema.payload(ofEntry: entry, caseIndex: input.readNumber())
      return ArchivedBody(.enum, entry: entry, index: Int(payload.index))
    }
    let body = ArchivedBody(.own, entry: entry, index: schema[entry]?.bodies.lowerBound ?? 0)
    if schema.bodies.indices.contains(Int(body.index)),
      schema.bodies[Int(body.index)].isEmptyStructure
    {
      input.skip(1)
    }
    return body
  }
}

// Values inside other values

extension ArchivedTypes {
  /// Reads a reference of any kind: the number of an object, or 0 for nil.
  @inline(__always)
  func readReference(_ type: ArchivedType, _ input: inout ValidCursor) -> Int {
    guard type.operation == .weakReference else { return input.readNumber() }
    let value = input.readVarint()
    let number = Int(truncatingIfNeeded: value >> 1)
    guard value & 1 == 1 else { return number }
    // The validation of the value has read the slots, so this call does not fail.
    let slots = (try? values.context.deferredWeakSlots?.slots()) ?? values.context.weakSlots
    return slots.indices.contains(number) ? slots[number] : 0
  }

  /// Moves through `any` and optional to the inner value; returns nil if there is none, or a nil reference.
  @inline(__always)
  func unwrap(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType? {
    guard type.isWrapped || type.isNilReference else { return type }
    return unwrapFurther(type, &input)
  }

  @inline(never)
  private func unwrapFurther(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType? {
    var type = type
    while type.isWrapped {
      if type.operation == .any {
        type = readDescriptor(&input)
      } else {
        guard input.readByte() != 0 else { return nil }
        type = first(of: type)
      }
    }
    if type.isNilReference {
      var reference = input
      guard readReference(type, &reference) != 0 else {
        input = reference
        return nil
      }
    }
    return type
  }

  /// Moves through the layers that a join of types adds to a value: `any`, and optionals of `any` that are not nil.
  ///
  /// A nil in an `any` belongs to the value, not to the optionals that contain the `any`.
  ///
  /// Spec §9.7.
  func unwrapJoined(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType {
    var type = type
    while true {
      if type.operation == .any {
        type = readDescriptor(&input)
        continue
      }
      var part = type
      var ahead = input
      while part.operation == .optional {
        guard ahead.readByte() != 0 else { return type }
        part = first(of: part)
      }
      guard part.operation == .any else { return type }
      type = part
      input = ahead
    }
  }

  func isNil(_ value: ArchivedValue) -> Bool {
    var type = value.type
    guard type.isWrapped || type.isNilReference else { return false }
    guard value.input.offset > 0 else { return true }
    var input = value.input
    type = unwrapJoined(type, &input)
    // Only the outermost optional counts.
    if type.isWrapped { return input.readByte() == 0 }
    return type.isNilReference && readReference(type, &input) == 0
  }

  /// Returns whether a value is a list, and not a set.
  func isList(_ type: ArchivedType, at value: ValidCursor) -> Bool {
    var input = value
    return unwrap(type, &input)?.code == .list
  }

  /// Returns whether a value has keys, as a struct, an enum or a map with string keys has.
  func hasKeys(_ value: ArchivedValue) -> Bool {
    var input = value.input
    guard let type = unwrap(value.type, &input) else { return false }
    switch type.operation {
    case .struct, .enum: return true
    case .map: return hasNames(type)
    default: return false
    }
  }

  /// Returns whether the type of a reference admits the objects of an entry.
  func isMember(_ entry: Int, of type: ArchivedType) -> Bool {
    type.className == 0 || schema.entry(entry, isA: type.className)
  }
}

/// The entry numbers that precede uniform lists once, instead of each of their structs.
///
/// A header is a tree in prefix order: the number of a struct precedes the numbers of its required struct keys, whose count the
/// schema has. Equal headers are kept once, so they never take more memory than in the archive.
///
/// Spec §3.5.
struct UniformHeaders {
  /// The number of the first node: no two archives of a series have nodes of the same number, so plans may keep types by node.
  private let base: Int
  private var nodes: [Int32] = []
  private var known: [[Int32]: Int] = [:]

  init(after other: UniformHeaders? = nil) {
    base = other.map { $0.base + $0.nodes.count } ?? 0
  }

  /// Whether no header has been read.
  var isEmpty: Bool { nodes.isEmpty }

  /// Returns the entry number of a node, or 0 if there is no such node.
  func entry(of node: Int) -> Int {
    nodes.indices.contains(node - base) ? Int(nodes[node - base]) : 0
  }

  /// Returns a node directly below another one.
  func child(_ ordinal: Int, of node: Int, _ schema: CompiledSchema) -> Int {
    (0..<ordinal).reduce(node + 1) { child, _ in end(of: child, schema) }
  }

  /// Returns the first node that is not below another one.
  private func end(of node: Int, _ schema: CompiledSchema) -> Int {
    var (end, missing) = (node, 1)
    while missing > 0, nodes.indices.contains(end - base) {
      missing += schema.nestedCount(ofEntry: entry(of: end)) - 1
      end += 1
    }
    return end
  }

  /// Reads a header after its first number; returns its first node.
  mutating func read(
    _ entry: Int, _ schema: CompiledSchema, _ input: inout ValidCursor
  ) -> Int {
    var entries = [Int32(truncatingIfNeeded: entry)]
    var missing = schema.nestedCount(ofEntry: entry)
    while missing > 0, input.remaining > 0 {
      let number = input.readNumber()
      entries.append(Int32(truncatingIfNeeded: number))
      missing += schema.nestedCount(ofEntry: number) - 1
    }
    if let node = known[entries] { return node }
    let node = nodes.count + base
    nodes += entries
    known[entries] = node
    return node
  }

  /// Returns the entry numbers of a node and of the nodes below it.
  func numbers(from node: Int, _ schema: CompiledSchema) -> [Int] {
    (node..<end(of: node, schema)).map(entry(of:))
  }
}

extension CompiledSchema {
  /// The number of entry numbers that follow that of a struct in the header of a uniform list.
  fileprivate func nestedCount(ofEntry entry: Int) -> Int {
    Int(body(ofEntry: entry)?.nestedCount ?? 0)
  }
}

// Moving over values, and finding the references in them

extension ArchivedTypes {
  /// Moves over a value.
  func skip(_ type: ArchivedType, _ input: inout ValidCursor) {
    guard type.form != .packed else { return input.skip(type.width) }
    input.withCursor { input throws(ArchiveError) in
      switch type.form {
      case .payload:
        try values.walkPayload(ofEntry: type.entry, caseIndex: type.caseIndex, &input)
      case .uniform: try values.walkElement(numbers(of: type), &input)
      case .whole, .packed: try values.walkValue(Int(type.index), &input)
      }
    }
  }

  /// Moves over the values of some keys of a level of a record, struct or payload.
  ///
  /// The places are among the values of the whole body; its presence bytes are at the offset `presence`. The node is that of
  /// the value in ``UniformHeaders``, or -1.
  func skip(
    _ level: LevelRange, _ places: Range<Int>, presence: Int, node: Int,
    _ input: inout ValidCursor
  ) {
    let first = level.body.keys.lowerBound - level.firstPlace
    let keys = (places.lowerBound + first)..<(places.upperBound + first)
    var nested: [Int] = []
    if node >= 0 {
      let before = schema.keys[level.body.keys.lowerBound..<keys.lowerBound]
      let child = headers.child(before.count { $0.isNestedInLists }, of: node, schema)
      nested = Array(headers.numbers(from: node, schema).dropFirst(child - node))
    }
    input.withCursor { input throws(ArchiveError) in
      try values.walkKeys(
        keys, presence: presence, firstBit: level.firstBit, nested: nested, &input)
    }
  }

  /// Returns the entry numbers of a struct or enum in a list, from the header of the list; its own number first.
  func numbers(of type: ArchivedType) -> [Int] {
    type.node < 0 ? [type.entry] : headers.numbers(from: type.node, schema)
  }
}

/// A reference that has been found in a value.
struct FoundReference: BitwiseCopyable {
  /// The number of the object.
  let number: Int
  let type: ArchivedType
  /// Whether it is in an element of a set or in a key of a map.
  let isHashed: Bool

  /// Whether it keeps its object alive.
  var isStrong: Bool { type.isReference }
}

/// Collects the references in validated values, except nil references, and moves over values.
final class ReferenceFinder: ValueVisitor {
  // Safe, for both: no function calls one that could begin another access; a check would cost decoders by `Codable` 4 %.
  @exclusivity(unchecked) private var collects = false
  @exclusivity(unchecked) private var references: [FoundReference] = []

  var isInterested: Bool { false }
  var findsReferences: Bool { true }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    guard unsafe collects, number > 0 else { return }
    unsafe references.append(
      FoundReference(
        number: number, type: ArchivedType(type, index: index), isHashed: isHashed))
  }

  /// Begins to collect.
  fileprivate func begin() { unsafe collects = true }

  /// Ends to collect, and exchanges the references for an empty list.
  fileprivate func end(_ found: inout [FoundReference]) {
    unsafe collects = false
    unsafe swap(&found, &references)
  }
}

extension ArchivedTypes {
  /// Collects the references in the values over which a function moves.
  private func find(_ move: () -> Void) -> [FoundReference] {
    finder.begin()
    move()
    var found: [FoundReference] = []
    // Taken out, so that references may be collected while the caller handles these.
    finder.end(&found)
    return found
  }

  func references(in type: ArchivedType, at start: ValidCursor) -> [FoundReference] {
    var input = start
    return find { skip(type, &input) }
  }

  /// Calls a function with each reference in a record, which starts at its presence bytes.
  func forEachReference(
    inRecordOf entry: Int, at start: ValidCursor, _ body: (FoundReference) -> Void
  ) {
    var input = start
    var found = find {
      input.withCursor { input throws(ArchiveError) in
        try values.walkRecord(ofEntry: entry, object: 0, &input)
      }
    }
    for reference in found { body(reference) }
    found.removeAll(keepingCapacity: true)
    finder.end(&found)
  }
}
