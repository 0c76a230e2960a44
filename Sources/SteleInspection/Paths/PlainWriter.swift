package import Stele

/// A writer of values as plain JSON, for programs that do not know archives.
///
/// Structs and objects are objects with a member for each key that is present, objects with their number `$id` and class
/// `$class` before them; a reference is `{"$ref": 2}`, or the object itself within a depth. Lists and sets are arrays,
/// maps objects if their keys are strings, and otherwise arrays of pairs; a case of an enum is its name, or
/// `{"name": {...}}` with its payload. Scalars are as in the notation (annex C.5). A key of which another level has one
/// of the same name is `Class::key`, and a key that begins with `$` begins with two.
///
/// The form is lossy: it has no types, tells no set from a list, and no optional from its content.
package struct PlainWriter {
  /// An open array or object.
  private struct Frame {
    var rest: UnwrittenParts
    /// Whether the pairs of a map are members.
    var isObject = false
    /// The number of arrays and objects that end with the frame.
    var closings = 1
    /// How many references deep objects are written in the frame.
    let depth: Int
    /// The object that the frame writes, or 0.
    var object = 0
  }

  private let archive: ArchiveReader
  private let depth: Int
  private var content: NotationContent
  private var names: PlainNames
  private var frames: [Frame] = []
  /// The objects that are being written.
  private var open: Set<Int> = []

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - archive: The archive of the values.
  ///   - depth: How many references deep objects are written.
  ///   - isPretty: Whether the text is indented; otherwise each document is one line without an end.
  package init(_ archive: ArchiveReader, depth: Int, isPretty: Bool = false) {
    self.archive = archive
    self.depth = depth
    content = NotationContent(classes: ArchiveClassTable(), isPretty: isPretty)
    names = PlainNames(archive.classes)
  }

  /// Writes a value as one document; if it is a reference, its object is written.
  ///
  /// - Throws: The rule that an object breaks, or the error of the closure.
  package mutating func write(
    _ value: ArchiveValue, to sink: ([UInt8]) throws -> Void
  ) throws {
    frames.removeAll(keepingCapacity: true)
    // The first reference is followed whatever the depth.
    try begin(value, depth: depth, isFirst: true)
    try finish(sink)
  }

  /// Writes an object as one document, or only some values of it under the given names.
  ///
  /// - Throws: The rule that an object breaks, or the error of the closure.
  package mutating func write(
    _ object: ArchiveObject, number: Int, members: [(name: String, value: ArchiveValue?)]? = nil,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    frames.removeAll(keepingCapacity: true)
    begin(object, number, members, depth: depth)
    try finish(sink)
  }

  private mutating func finish(_ sink: ([UInt8]) throws -> Void) throws {
    while let last = frames.indices.last {
      try content.json.flush(to: sink)
      let depth = frames[last].depth
      switch frames[last].rest.popFirst() {
      case .value(let value)?: try begin(value, depth: depth)
      case .pair(let pair)? where frames[last].isObject:
        content.json.name(Self.escaped(pair.key.plainText(archive.classes) ?? ""))
        try begin(pair.value, depth: depth)
      case .pair(let pair)?:
        content.json.beginArray()
        frames.append(Frame(rest: .values([pair.key, pair.value]), depth: depth))
      case .member(let name, let value?)?:
        content.json.name(name)
        try begin(value, depth: depth)
      case .member(_, nil)?: continue
      case nil:
        let frame = frames.removeLast()
        for _ in 0..<frame.closings { content.json.end() }
        if frame.object > 0 { open.remove(frame.object) }
      }
    }
    try sink(content.json.take())
  }

  /// Writes a value without parts, or the beginning of one with parts.
  private mutating func begin(_ value: ArchiveValue, depth: Int, isFirst: Bool = false) throws {
    let value = value.innermost
    switch value {
    case .list(let values), .set(let values):
      content.json.beginArray(values.isEmpty ? .inline : .indented)
      frames.append(Frame(rest: .values(values[...]), depth: depth))
    case .map(let pairs):
      let isObject = pairs.allSatisfy { $0.key.isString }
      if isObject {
        content.json.beginObject(pairs.isEmpty ? .inline : .indented)
      } else {
        content.json.beginArray()
      }
      frames.append(Frame(rest: .pairs(pairs[...]), isObject: isObject, depth: depth))
    case .structure(let body):
      content.json.beginObject()
      frames.append(
        Frame(rest: .members(names.structure(body.entry)[...], body.values[...]), depth: depth))
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
      if isFirst || depth > 0, !open.contains(number), let object = try archive.object(number) {
        begin(object, number, depth: isFirst ? depth : depth - 1)
      } else {
        content.json.beginObject(.inline)
        content.member("$ref", number)
        content.json.end()
      }
    default: content.scalar(value)
    }
  }

  private mutating func begin(
    _ object: ArchiveObject, _ number: Int,
    _ members: [(name: String, value: ArchiveValue?)]? = nil,
    depth: Int
  ) {
    content.json.beginObject()
    content.member("$id", number)
    content.json.member("$class", archive.classes[object.entry]?.name ?? "")
    open.insert(number)
    let keys = members?.map(\.name) ?? names.record(object.entry)
    let values = members?.map { $0.value ?? ArchiveValue.nil } ?? object.values
    frames.append(Frame(rest: .members(keys[...], values[...]), depth: depth, object: number))
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
