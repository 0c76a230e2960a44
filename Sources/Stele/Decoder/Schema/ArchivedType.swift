/// The type of a value in the archive: a compiled type, its index, and the facts from the header of an enclosing list.
struct ArchivedType: BitwiseCopyable {
  /// The parts of a value that are in its bytes, not in the header of a list.
  enum Form: UInt8, BitwiseCopyable {
    /// All of it.
    case whole
    /// An element of a packed list, of ``ArchivedType/width`` bytes.
    case packed
    /// An element of a uniform list, without its entry number.
    case uniform
    /// The payload of an enum value, without entry number and case.
    case payload
  }

  private var compiled: CompiledType
  /// The index of the type in the schema, which identifies the key or list whose values are of the type.
  let index: Int32
  private(set) var form = Form.whole
  /// Whether values are decoded late, so that the objects of their references are not made ahead.
  var isLate = false

  @inline(__always)
  init(_ compiled: CompiledType, index: Int) {
    self.compiled = compiled
    self.index = Int32(truncatingIfNeeded: index)
  }

  /// The code that begins the descriptor.
  @inline(__always)
  var code: TypeCode { compiled.code }
  @inline(__always)
  var operation: CompiledType.Operation { compiled.operation }
  /// The index of the type inside an optional, list or set, or of the type of the keys of a map.
  @inline(__always)
  var first: Int { Int(compiled.first) }
  /// The index of the type of the values of a map.
  @inline(__always)
  var second: Int { Int(compiled.second) }
  /// The number of the class that a reference names, or 0.
  var className: Int32 { compiled.operand }

  @inline(__always)
  var isWhole: Bool { form == .whole }
  /// Whether the bytes of an element of a packed list differ from those that it would have by itself.
  var isPackedVarint: Bool {
    form == .packed && (operation == .varint || operation == .longVarint)
  }
  /// Whether values are `any` or optional, optional references excepted.
  @inline(__always)
  var isWrapped: Bool {
    switch compiled.operation {
    case .any, .optional, .optionalLeaf: true
    default: false
    }
  }
  /// Whether values are strong references, optional ones or others.
  @inline(__always)
  var isReference: Bool {
    compiled.operation == .reference || compiled.operation == .optionalReference
  }
  /// Whether values are references of any kind that can be nil.
  var isNilReference: Bool {
    compiled.operation == .optionalReference || compiled.operation == .weakReference
  }
  /// Whether values can contain references.
  @inline(__always)
  var concernsGraph: Bool { compiled.concernsGraph }

  /// The size in bytes of an element of a packed list.
  var width: Int { Int(compiled.operand) }
  /// The entry number that an element of a uniform list or a payload does not have.
  var entry: Int { Int(compiled.operand) }
  /// The node of the value in ``UniformHeaders``, or -1.
  var node: Int { form == .uniform ? Int(compiled.second) : -1 }
  var caseIndex: Int { Int(compiled.second) }

  /// Returns the type of the elements of a packed list.
  func packed(width: Int) -> ArchivedType {
    var type = self
    type.form = .packed
    type.compiled.operand = Int32(truncatingIfNeeded: width)
    return type
  }

  /// Returns the type of the elements of a uniform list.
  func uniform(entry: Int, node: Int = -1) -> ArchivedType {
    var type = self
    type.form = .uniform
    type.compiled.operand = Int32(truncatingIfNeeded: entry)
    type.compiled.second = Int32(truncatingIfNeeded: node)
    return type
  }

  static func payload(entry: Int, caseIndex: Int) -> ArchivedType {
    var type = ArchivedType(CompiledType(.enum, name: entry), index: 0)
    type.form = .payload
    type.compiled.second = Int32(truncatingIfNeeded: caseIndex)
    return type
  }

  static let any = ArchivedType(CompiledType(.any), index: Int(TypeCode.any.rawValue))
}

/// Identifies the keys of a value of the archive.
struct ArchivedBody: Hashable, BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The keys of the whole chain of a class.
    case record
    /// The keys of a struct, or of the payload of a case.
    case own
    /// The only key of an enum value, which is its case; the value of the key is the payload.
    case `enum`
    /// No keys; a map with string keys is read as if these were the keys of a body.
    case map
  }

  let kind: Kind
  /// The number of the entry, or 0.
  let entry: Int32
  /// The index of the body in the schema, or the index of the type of a map.
  let index: Int32

  init(_ kind: Kind, entry: Int, index: Int) {
    self.kind = kind
    self.entry = Int32(truncatingIfNeeded: entry)
    self.index = Int32(truncatingIfNeeded: index)
  }
}

extension CompiledSchema {
  @inline(__always)
  func record(ofEntry entry: Int) -> ArchivedBody {
    ArchivedBody(.record, entry: entry, index: self[entry]?.bodies.lowerBound ?? 0)
  }

  func payload(ofEntry entry: Int, caseIndex: Int) -> ArchivedBody {
    ArchivedBody(.own, entry: entry, index: (self[entry]?.bodies.lowerBound ?? 0) + caseIndex)
  }

  func caseName(_ body: ArchivedBody) -> String {
    guard let entry = self[Int(body.entry)] else { return "" }
    let index = Int(entry.firstCase + body.index - entry.firstBody)
    return caseNames.indices.contains(index) ? caseNames[index] : ""
  }

  /// Returns the stored keys of a level of a body.
  @inline(__always)
  func ownKeys(_ body: ArchivedBody) -> Range<Int> {
    switch body.kind {
    case .record, .own:
      bodies.indices.contains(Int(body.index)) ? bodies[Int(body.index)].keys : 0..<0
    case .enum, .map: 0..<0
    }
  }

  /// Returns the largest number of values in a body.
  @inline(__always)
  func valueCount(_ body: ArchivedBody) -> Int {
    switch body.kind {
    case .record: keyCount(ofChain: Int(body.entry))
    case .own: ownKeys(body).count
    // The payload of the case, or the map itself.
    case .enum, .map: 1
    }
  }

  @inline(__always)
  func presenceByteCount(_ body: ArchivedBody) -> Int {
    switch body.kind {
    case .record:
      self[Int(body.entry)] == nil ? 0 : (optionalCount(ofChain: Int(body.entry)) + 7) / 8
    case .own:
      bodies.indices.contains(Int(body.index)) ? bodies[Int(body.index)].presenceByteCount : 0
    case .enum, .map: 0
    }
  }
}

/// The keys of one level of a class in a record.
struct LevelRange {
  let entry: Int
  let body: CompiledBody
  /// The place of its first value among the values of the record.
  let firstPlace: Int
  /// The number of its first presence bit.
  let firstBit: Int

  var places: Range<Int> { firstPlace..<(firstPlace + body.keys.count) }
}

extension CompiledSchema {
  /// Returns the levels of a body, the topmost superclass first.
  func levels(_ body: ArchivedBody) -> [LevelRange] {
    guard body.kind == .record else {
      guard body.kind == .own, bodies.indices.contains(Int(body.index)) else { return [] }
      return [
        LevelRange(
          entry: Int(body.entry), body: bodies[Int(body.index)], firstPlace: 0, firstBit: 0)
      ]
    }
    return chain(of: Int(body.entry)).compactMap { entry in
      guard let level = self[entry], let own = self.body(ofEntry: entry) else { return nil }
      return LevelRange(
        entry: entry, body: own, firstPlace: Int(level.inheritedKeyCount),
        firstBit: Int(level.inheritedOptionalCount))
    }
  }
}

/// A value of the archive that has not been decoded.
struct ArchivedValue {
  let type: ArchivedType
  let input: ValidCursor
}
