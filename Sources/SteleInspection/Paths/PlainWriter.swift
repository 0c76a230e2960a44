package import Stele
package import SteleModel

/// A writer of values as plain JSON, for programs that do not know archives.
///
/// Structs and objects are objects with a member for each key that is present, objects with their number `$id` and class
/// `$class` before them; a reference is `{"$ref": 2}`, or the object itself within a depth. Lists and sets are arrays, maps are
/// objects if their type has string keys, and otherwise arrays of pairs. A case of an enum is its name, or `{"name": {...}}`
/// with its payload. Scalars are as in the notation (annex C.5). If another level has a key of the same name, the member is
/// `Class::key`. If a key begins with `$`, the member begins with `$$`.
///
/// The form is lossy: it has no types, and does not distinguish a set from a list, or an optional from its content.
package struct PlainWriter {
  /// An open array or object.
  private struct Frame {
    var rest: UnwrittenParts
    /// The types of the remaining parts, unless their keys have types; the last one applies to all further parts.
    var types: ArraySlice<ArchiveTypeDescriptor> = []
    /// Whether the pairs of a map are members.
    var isObject = false
    /// Whether the names of members are not key names, so that a leading `$` stays unchanged.
    var isVerbatim = false
    /// The number of arrays and objects that end with the frame.
    var closings = 1
    /// The number of nested references in the frame that are replaced with their objects.
    let depth: Int
    /// The object that the frame writes, or 0.
    var object = 0

    /// Removes and returns the type of the next part.
    mutating func nextType() -> ArchiveTypeDescriptor {
      (types.count > 1 ? types.popFirst() : types.first) ?? .any
    }
  }

  private let archive: ArchiveReader
  private let depth: Int
  private var json: JSONWriter
  /// The stored keys of records, with the names of their members.
  private var records = EntryCache<[ArchiveKey]>()
  private var frames: [Frame] = []
  /// The objects that are being written.
  private var open: Set<Int> = []

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - archive: The archive of the values.
  ///   - depth: The number of nested references that are replaced with their objects.
  ///   - isPretty: Whether the text is indented; otherwise each document is one line without a line feed.
  package init(_ archive: ArchiveReader, depth: Int, isPretty: Bool = false) {
    self.archive = archive
    self.depth = depth
    json = JSONWriter(isPretty: isPretty)
  }

  /// Writes a value as one document.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: Its type; the shape of a map of the type `any` depends on its keys.
  ///   - isFollowed: Whether the object is written if the value is a reference, regardless of the depth.
  ///   - sink: Receives the text.
  /// - Throws: The rule that an object breaks, or the error of the closure.
  package mutating func write(
    _ value: ArchiveValue, of type: ArchiveTypeDescriptor, isFollowed: Bool = true,
    to sink: ([UInt8]) throws -> Void
  ) throws {
    frames.removeAll(keepingCapacity: true)
    try begin(value, type, depth: depth, isFirst: isFollowed)
    try finish(sink)
  }

  /// Writes an object as one document, or only the given members.
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
      try json.flush(to: sink)
      let depth = frames[last].depth
      switch frames[last].rest.popFirst() {
      case .value(let value)?: try begin(value, frames[last].nextType(), depth: depth)
      case .pair(let pair)? where frames[last].isObject:
        json.name(Self.escaped(pair.key.plainText(archive.classes) ?? ""))
        try begin(pair.value, frames[last].types.last ?? .any, depth: depth)
      case .pair(let pair)?:
        json.beginArray()
        frames.append(
          Frame(
            rest: .values([pair.key, pair.value]), types: frames[last].types, depth: depth))
      case .member(let key, let value)?:
        guard let value else { continue }
        json.name(frames[last].isVerbatim ? key.name : Self.escaped(key.name))
        try begin(value, key.type, depth: depth)
      case nil:
        let frame = frames.removeLast()
        for _ in 0..<frame.closings { json.end() }
        if frame.object > 0 { open.remove(frame.object) }
      }
    }
    try sink(json.take())
  }

  /// Writes a value without parts, or the beginning of a value with parts.
  private mutating func begin(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, depth: Int, isFirst: Bool = false
  ) throws {
    let (value, type) = value.innermost(of: type)
    switch value {
    case .list(let values), .set(let values):
      json.beginArray(values.isEmpty ? .inline : .indented)
      frames.append(Frame(rest: .values(values[...]), types: type.parts[...], depth: depth))
    case .map(let pairs):
      let keyType = type.parts.first
      let isObject = keyType.map { $0 == .string } ?? pairs.allSatisfy { $0.key.isString }
      if isObject {
        json.beginObject(pairs.isEmpty ? .inline : .indented)
      } else {
        json.beginArray(pairs.isEmpty ? .inline : .indented)
      }
      frames.append(
        Frame(rest: .pairs(pairs[...]), types: type.parts[...], isObject: isObject, depth: depth))
    case .struct(let body):
      json.beginObject()
      let keys = archive.classes.ownKeys(of: body.entry) ?? []
      frames.append(Frame(rest: .members(keys[...], body.values[...]), depth: depth))
    case .enum(let body):
      let name = archive.classes.caseName(of: body.entry, body.caseIndex) ?? ""
      guard body.values.contains(where: { $0 != nil }) else {
        json.string(name)
        return
      }
      json.beginObject()
      json.name(Self.escaped(name))
      json.beginObject()
      let keys = archive.classes.ownKeys(of: body.entry, caseIndex: body.caseIndex) ?? []
      frames.append(Frame(rest: .members(keys[...], body.values[...]), closings: 2, depth: depth))
    case .reference(let number):
      if isFirst || depth > 0, !open.contains(number), let object = try archive.object(number) {
        begin(object, number, depth: isFirst ? depth : depth - 1)
      } else {
        json.beginObject(.inline)
        json.member("$ref", integer: number)
        json.end()
      }
    default: json.scalar(value)
    }
  }

  private mutating func begin(
    _ object: ArchiveObject, _ number: Int,
    _ members: [(name: String, value: ArchiveValue?)]? = nil,
    depth: Int
  ) {
    json.beginObject()
    if members == nil {
      json.member("$id", integer: number)
      json.member("$class", archive.classes[object.entry]?.name ?? "")
    }
    open.insert(number)
    let keys = members?.map { ArchiveKey($0.name, .any) } ?? keys(ofRecord: object.entry)
    let values = members?.map { $0.value ?? ArchiveValue.nil } ?? object.values
    frames.append(
      Frame(
        rest: .members(keys[...], values[...]), isVerbatim: members != nil, depth: depth,
        object: number))
  }

  private mutating func keys(ofRecord entry: Int) -> [ArchiveKey] {
    if let keys = records[entry] { return keys }
    let keys = archive.classes.qualifiedKeys(of: entry).map { level, key in
      var key = key
      if let level { key.name = level + "::" + key.name }
      return key
    }
    return records.keep(keys, of: entry, size: keys.count)
  }

  /// Returns the member name for a key; it differs from `$id`, `$class` and `$ref`.
  static func escaped(_ name: String) -> String { name.hasPrefix("$") ? "$" + name : name }
}

extension ArchiveValue {
  fileprivate var isString: Bool {
    if case .string = self { true } else { false }
  }

  /// Returns the value without all enclosing optionals and `any` values, and its type.
  fileprivate func innermost(
    of type: ArchiveTypeDescriptor
  ) -> (ArchiveValue, ArchiveTypeDescriptor) {
    var (value, type) = (self, type)
    while true {
      switch value {
      case .some(let content): (value, type) = (content, type.parts.first ?? .any)
      case .any(let inner, let content): (value, type) = (content, inner)
      default: return (value, type)
      }
    }
  }
}
