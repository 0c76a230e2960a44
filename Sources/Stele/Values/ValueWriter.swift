/// Writes values by their types, without recursion, and refuses invalid values.
///
/// Containers are on an explicit stack while their parts are written, so that the content does not
/// decide how much call stack is used.
///
/// Spec chapter 3, §5.2 to §5.4.
package struct ValueWriter {
  /// The place of the current value, for errors and references.
  struct Place {
    /// The number of the object, 0 for roots and metadata.
    var object = 0
    /// The position among the roots.
    var root = 0
    /// The beginning of the key path, or the name of the class of the object.
    var path = ""
    /// Whether the value is metadata, so that rule V14 applies.
    var isMetadata = false
    /// Whether the value is part of a set element or map key, so that rule V16 applies.
    var isHashed = false
  }

  package var tables = ClassTableWriter()
  package var references = ReferenceLedger()
  package var output = ByteWriter()
  var frames: [WritingFrame] = []
  private(set) var place = Place()
  /// The position of the current stored key of the record.
  var recordKey = 0

  package init() {}

  /// Begins another archive, see ``ClassTableWriter/reset()``.
  mutating func reset() {
    references = ReferenceLedger()
    tables.reset()
  }

  /// Writes a value of a type.
  ///
  /// - Throws: The first reason why the value cannot be written, with its key path.
  mutating func write(
    _ value: ArchiveValue, _ type: Int, at place: Place
  ) throws(ArchiveWritingError) {
    self.place = place
    frames.removeAll(keepingCapacity: true)
    try checkMetadata(type)
    try begin(value, type, depth: 1)
    try finishFrames()
  }

  /// Writes the entry number, presence bytes and values of an object.
  ///
  /// Spec §5.2.
  mutating func writeRecord(
    _ object: ArchiveObject, at place: Place
  ) throws(ArchiveWritingError) {
    self.place = place
    frames.removeAll(keepingCapacity: true)
    output.write(number: object.entry)
    try beginBody(tables.keys(ofRecord: object.entry), object.values, depth: 1)
    try finishFrames()
  }

  private mutating func finishFrames() throws(ArchiveWritingError) {
    while let frame = frames.last {
      switch frame.elements {
      case .body(let keys, let values, let isNested):
        try continueBody(keys, values, depth: frame.depth, isNested: isNested)
      case .list(let values, let omitsEntry):
        try continueList(values, frame.type, depth: frame.depth, omitsEntry: omitsEntry)
      case .set(let values):
        try continueDistinct(values.count, isMap: false) { values[$0] }
      case .map(let pairs):
        try continueDistinct(2 * pairs.count, isMap: true) { part in
          part % 2 == 0 ? pairs[part / 2].key : pairs[part / 2].value
        }
      }
    }
  }

  /// Makes the error for a reason at the current value.
  func fail(_ reason: ArchiveWritingError.Reason) -> ArchiveWritingError {
    // Spelling a name takes time, so the name of an object is spelled only here.
    let start =
      place.object > 0 && !place.path.isEmpty ? KeyPathText.root(place.path) : place.path
    let path = frames.reduce(start) { $0 + $1.pathComponent(tables.schema) }
    return ArchiveWritingError(reason, object: place.object > 0 ? place.object : nil, keyPath: path)
  }

  /// Writes a value that contains no others, or the beginning of one that does.
  mutating func begin(
    _ first: ArchiveValue, _ firstIndex: Int, depth firstDepth: Int, omitsEntry: Bool = false
  ) throws(ArchiveWritingError) {
    var value = first
    var index = firstIndex
    var depth = firstDepth
    while true {
      let type = tables.schema.types[index]
      if depth > Self.nestingLimit, !type.isReference { throw fail(.breaks(.valueNesting)) }
      if type.code.rawValue < TypeCode.any.rawValue {
        try writeScalar(value, type.code)
        return
      }
      switch (type.code, value) {
      case (.ref, _),
        (.optional, _) where type.isReference:
        try writeReference(value, type)
        return
      case (.never, _):
        throw fail(.breaks(.neverValue))
      case (.weak, _):
        try writeWeakReference(value, type)
        return
      case (.optional, .nil):
        output.write(byte: 0)
        return
      case (.optional, .some(let inner)):
        output.write(byte: 1)
        value = inner
        index = Int(type.first)
      case (.any, .any(let descriptor, let inner)):
        index = try anyType(descriptor)
        value = inner
      case (.list, .list(let values)):
        try beginList(values, type, depth: depth + 1)
        return
      case (.set, .set(let values)):
        output.write(number: values.count)
        frames.append(
          WritingFrame(
            elements: .set(values), type: Int(type.first), depth: depth + 1, seen: UniqueList()))
        return
      case (.map, .map(let pairs)):
        output.write(number: pairs.count)
        frames.append(
          WritingFrame(
            elements: .map(pairs), type: Int(type.first), second: Int(type.second),
            depth: depth + 1, seen: UniqueList()))
        return
      case (.struct, .struct(let value)):
        try beginStructure(value, type, depth: depth + 1, omitsEntry: omitsEntry)
        return
      case (.enum, .enum(let value)):
        try beginEnumeration(value, type, depth: depth + 1, omitsEntry: omitsEntry)
        return
      default:
        throw fail(.valueDoesNotMatch(tables.schema.descriptor(index)))
      }
      depth += 1
    }
  }

  static let nestingLimit = ArchiveLimits().valueNesting

  /// Writes the type of an `any` value, and returns its index.
  ///
  /// Spec §3.8.
  private mutating func anyType(_ descriptor: ArchiveTypeDescriptor) throws(ArchiveWritingError)
    -> Int
  {
    let type: Int
    do throws(ArchiveWritingError) {
      type = try tables.index(of: descriptor)
    } catch {
      throw fail(error.reason)
    }
    guard tables.schema.types[type].code != .any else { throw fail(.breaks(.anyInAny)) }
    try checkMetadata(type)
    tables.schema.writeDescriptor(type, to: &output)
    return type
  }

  /// Throws if the value is metadata and the type is not allowed there: V14.
  private func checkMetadata(_ type: Int) throws(ArchiveWritingError) {
    guard place.isMetadata, tables.schema.isBarredFromMetadata(type) else { return }
    throw fail(.breaks(.metadataType))
  }
}

/// A container whose parts are being written.
struct WritingFrame {
  enum Elements {
    /// The elements of a list; `omitsEntry` if it is uniform.
    case list([ArchiveValue], omitsEntry: Bool)
    case set([ArchiveValue])
    case map([ArchiveMapPair])
    /// The keys of a body; `isNested` if it omits the entry numbers of its required structs.
    case body(BodyKeys, [ArchiveValue?], isNested: Bool)
  }

  let elements: Elements
  /// The index of the type of the elements, or of the keys of a map.
  var type = 0
  /// The index of the type of the values of a map.
  var second = 0
  /// The depth of the parts.
  let depth: Int
  /// The position of the current element, -1 before the first; keys and values of a map are counted in turn.
  var index = -1
  /// The position where the current set element or map key begins.
  var start = 0
  /// The set elements or map keys so far.
  var seen: UniqueList<Range<Int>>?

  /// Whether the current element is an element of a set, or the key of a map.
  var isInKey: Bool {
    switch elements {
    case .set: index >= 0
    case .map: index & 1 == 0
    case .list, .body: false
    }
  }

  /// Returns the part of a key path that leads to the current element.
  func pathComponent(_ schema: CompiledSchema) -> String {
    switch elements {
    case .list, .set: return KeyPathText.element(index)
    case .map: return KeyPathText.mapPart(index)
    case .body(let keys, _, _):
      return (0..<keys.count).contains(index)
        ? KeyPathText.key(schema.keyNames[keys[index]]) : ""
    }
  }
}
