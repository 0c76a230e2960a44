import Stele

/// A writer of values as plain JSON, for programs that do not know archives.
///
/// Structs and objects are objects with a member for each key that is present, objects with their number `$id` and class
/// `$class` before them; a reference is `{"$ref": 2}`, or the object itself within a depth. Lists and sets are arrays,
/// maps objects if their keys are strings, and otherwise arrays of pairs; a case of an enum is its name, or
/// `{"name": {...}}` with its payload. Scalars are as in the notation (annex C.5). A key of which another level has one
/// of the same name is `Class::key`, and a key that begins with `$` begins with two.
///
/// The form is lossy: it has no types, tells no set from a list, and no optional from its content.
struct PlainWriter {
  /// An open array or object, and the values that are still to be written in it.
  private struct Frame {
    enum Rest {
      case values(ArraySlice<ArchiveValue>)
      case pairs(ArraySlice<ArchiveMapPair>, isObject: Bool)
      case members(ArraySlice<String>, ArraySlice<ArchiveValue?>)
    }

    var rest: Rest
    /// The number of arrays and objects that end with the frame.
    let closings: Int
    /// How many references deep objects are written in the frame.
    let depth: Int
    /// The object that the frame writes, or 0.
    var object = 0
  }

  private var content: NotationContent
  private let classes: ArchiveClassTable
  private var names: PlainNames
  /// The objects that are being written.
  private var open: Set<Int> = []

  init(_ classes: ArchiveClassTable, isPretty: Bool) {
    self.classes = classes
    content = NotationContent(classes: ArchiveClassTable(), isPretty: isPretty)
    names = PlainNames(classes)
  }

  /// Writes a value as one document.
  ///
  /// - Parameters:
  ///   - value: The value; if it is a reference, its object is written.
  ///   - depth: How many references deep objects are written.
  ///   - load: Returns the object of a number.
  ///   - sink: Receives the text in pieces.
  /// - Throws: The error of a closure.
  mutating func write(
    _ value: ArchiveValue, depth: Int, load: (Int) throws -> ArchiveObject?,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    var frames: [Frame] = []
    // The first reference is followed whatever the depth.
    try begin(value, depth: depth, isFirst: true, &frames, load)
    try finish(&frames, load, sink)
    try sink(content.json.take())
  }

  /// Writes an object as one document.
  mutating func write(
    _ object: ArchiveObject, number: Int, depth: Int, load: (Int) throws -> ArchiveObject?,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    var frames: [Frame] = []
    begin(object, number, depth: depth, &frames)
    try finish(&frames, load, sink)
    try sink(content.json.take())
  }

  /// Writes the given values of an object as one document, after its number and its class.
  mutating func write(
    _ members: [(name: String, value: ArchiveValue?)], of object: ArchiveObject, number: Int,
    depth: Int, load: (Int) throws -> ArchiveObject?, to sink: ([UInt8]) throws -> Void
  ) throws {
    var frames: [Frame] = []
    beginObject(number, object.entry)
    open.insert(number)
    frames.append(
      Frame(
        rest: .members(members.map(\.name)[...], members.map { $0.value ?? .nil }[...]),
        closings: 1, depth: depth, object: number))
    try finish(&frames, load, sink)
    try sink(content.json.take())
  }

  private mutating func finish(
    _ frames: inout [Frame], _ load: (Int) throws -> ArchiveObject?,
    _ sink: ([UInt8]) throws -> Void
  ) throws {
    while var frame = frames.popLast() {
      if content.json.byteCount >= 1 << 16 { try sink(content.json.take()) }
      switch frame.rest {
      case .values(var values):
        guard let value = values.popFirst() else {
          end(frame)
          continue
        }
        frame.rest = .values(values)
        frames.append(frame)
        try begin(value, depth: frame.depth, &frames, load)
      case .pairs(var pairs, let isObject):
        guard let pair = pairs.popFirst() else {
          end(frame)
          continue
        }
        frame.rest = .pairs(pairs, isObject: isObject)
        frames.append(frame)
        if isObject {
          content.json.name(Self.escaped(pair.key.plainText(classes) ?? ""))
          try begin(pair.value, depth: frame.depth, &frames, load)
        } else {
          content.json.beginArray()
          frames.append(
            Frame(rest: .values([pair.key, pair.value]), closings: 1, depth: frame.depth))
        }
      case .members(var names, var values):
        guard let name = names.popFirst(), let value = values.popFirst() else {
          end(frame)
          continue
        }
        frame.rest = .members(names, values)
        frames.append(frame)
        guard let value else { continue }
        content.json.name(name)
        try begin(value, depth: frame.depth, &frames, load)
      }
    }
  }

  private mutating func end(_ frame: Frame) {
    for _ in 0..<frame.closings { content.json.end() }
    if frame.object > 0 { open.remove(frame.object) }
  }

  /// Writes a value without parts, or the beginning of one with parts.
  private mutating func begin(
    _ value: ArchiveValue, depth: Int, isFirst: Bool = false, _ frames: inout [Frame],
    _ load: (Int) throws -> ArchiveObject?
  ) throws {
    var value = value
    unwrapping: while true {
      switch value {
      case .some(let part), .any(_, let part): value = part
      default: break unwrapping
      }
    }
    switch value {
    case .list(let values), .set(let values):
      content.json.beginArray(values.isEmpty ? .inline : .indented)
      frames.append(Frame(rest: .values(values[...]), closings: 1, depth: depth))
    case .map(let pairs):
      let isObject = pairs.allSatisfy { $0.key.isString }
      if isObject {
        content.json.beginObject(pairs.isEmpty ? .inline : .indented)
      } else {
        content.json.beginArray()
      }
      frames.append(Frame(rest: .pairs(pairs[...], isObject: isObject), closings: 1, depth: depth))
    case .structure(let body):
      content.json.beginObject()
      frames.append(
        Frame(
          rest: .members(names.structure(body.entry)[...], body.values[...]), closings: 1,
          depth: depth))
    case .enumeration(let body):
      let item = names.enumeration(body.entry, caseIndex: body.caseIndex)
      guard body.values.contains(where: { $0 != nil }) else {
        content.json.string(item.name)
        return
      }
      content.json.beginObject()
      content.json.name(Self.escaped(item.name))
      content.json.beginObject()
      frames.append(
        Frame(rest: .members(item.keys[...], body.values[...]), closings: 2, depth: depth))
    case .reference(let number):
      if isFirst || depth > 0, !open.contains(number), let object = try load(number) {
        begin(object, number, depth: isFirst ? depth : depth - 1, &frames)
      } else {
        content.json.beginObject(.inline)
        content.json.name("$ref")
        content.integer(number)
        content.json.end()
      }
    default: content.scalar(value)
    }
  }

  private mutating func begin(
    _ object: ArchiveObject, _ number: Int, depth: Int, _ frames: inout [Frame]
  ) {
    beginObject(number, object.entry)
    open.insert(number)
    frames.append(
      Frame(
        rest: .members(names.record(object.entry)[...], object.values[...]), closings: 1,
        depth: depth, object: number))
  }

  private mutating func beginObject(_ number: Int, _ entry: Int) {
    content.json.beginObject()
    content.json.name("$id")
    content.integer(number)
    content.json.name("$class")
    content.json.string(classes[entry]?.name ?? "")
  }

  /// Returns the name of a member, which no member of this form has.
  static func escaped(_ name: String) -> String { name.hasPrefix("$") ? "$" + name : name }
}

/// The names of the members of plain JSON, found once for each entry.
struct PlainNames {
  private let classes: ArchiveClassTable
  private var records = EntryCache<[String]>()
  private var keyNames: NotationKeyNames

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
    keyNames = NotationKeyNames(classes)
  }

  /// Returns the names of the stored keys of a record.
  mutating func record(_ entry: Int) -> [String] {
    if let names = records[entry] { return names }
    let chain = classes.chain(of: entry)
    let levels = keyNames.chain(of: entry)
    let keys = zip(chain, levels).flatMap { number, level in
      level.map { (name: $0, level: number) }
    }
    let names = zip(keys, keys.map { ExactString($0.name) }.repetitions()).map { key, isRepeated in
      let owner = isRepeated ? (classes[key.level]?.name ?? "") + "::" : ""
      return PlainWriter.escaped(owner + key.name)
    }
    return records.keep(names, of: entry, size: names.count)
  }

  mutating func structure(_ entry: Int) -> [String] {
    keyNames.structure(entry).map(PlainWriter.escaped)
  }

  mutating func enumeration(_ entry: Int, caseIndex: Int) -> (name: String, keys: [String]) {
    let (name, keys) = keyNames.enumeration(entry, caseIndex: caseIndex)
    return (name, keys.map(PlainWriter.escaped))
  }
}

extension ArchiveValue {
  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }
}
