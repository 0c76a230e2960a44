/// The type of a value in the archive: a compiled type, its index, and what a list around the value has said already.
struct ArchivedType: BitwiseCopyable {
  /// How much of a value stands with the value itself.
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
  /// The index of the type in the schema, which identifies the place where values of it stand.
  let index: Int32
  /// How much of a value stands with the value itself.
  private(set) var form = Form.whole
  /// Whether values are decoded late, so that what references lead to is not to be made ahead.
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
  /// The index of the type inside an optional, list or set, or of that of the keys of a map.
  @inline(__always)
  var first: Int { Int(compiled.first) }
  /// The index of the type of the values of a map.
  @inline(__always)
  var second: Int { Int(compiled.second) }
  /// The number of the class that a reference names, or 0.
  var className: Int32 { compiled.operand }
  /// The size in bytes of each value, or 0 if that is not fixed.
  @inline(__always)
  var fixedByteCount: Int { compiled.operation == .fixed ? Int(compiled.operand) : 0 }

  /// Whether values are whole.
  @inline(__always)
  var isWhole: Bool { form == .whole }
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
  /// Whether references can stand in values.
  @inline(__always)
  var concernsGraph: Bool { compiled.concernsGraph }

  /// The size in bytes of an element of a packed list.
  var width: Int { Int(compiled.operand) }
  /// The entry number that an element of a uniform list or a payload does not have.
  var entry: Int { Int(compiled.operand) }
  /// Where the entry numbers of nested structs stand in ``UniformHeaders``, or -1.
  var node: Int { form == .uniform ? Int(compiled.second) : -1 }
  /// The index of the case of a payload.
  var caseIndex: Int { Int(compiled.second) }

  /// The type of the elements of a packed list.
  func packed(width: Int) -> ArchivedType {
    var type = self
    type.form = .packed
    type.compiled.operand = Int32(truncatingIfNeeded: width)
    return type
  }

  /// The type of the elements of a uniform list.
  func uniform(entry: Int, node: Int = -1) -> ArchivedType {
    var type = self
    type.form = .uniform
    type.compiled.operand = Int32(truncatingIfNeeded: entry)
    type.compiled.second = Int32(truncatingIfNeeded: node)
    return type
  }

  /// The type of the payload of a case.
  static func payload(entry: Int, caseIndex: Int) -> ArchivedType {
    var type = ArchivedType(CompiledType(.enum, name: entry), index: 0)
    type.form = .payload
    type.compiled.second = Int32(truncatingIfNeeded: caseIndex)
    return type
  }

  /// The type of maps whose keys are read as those of a value.
  static let any = ArchivedType(CompiledType(.any), index: Int(TypeCode.any.rawValue))
}
