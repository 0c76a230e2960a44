extension ArchiveTypeDescriptor {
  /// Makes the descriptor of a compiled type of its class name and its parts.
  init(
    _ type: CompiledType, name: String?, first: ArchiveTypeDescriptor, second: ArchiveTypeDescriptor
  ) {
    switch type.code {
    case .ref: self = .reference(to: name)
    case .weak: self = .weakReference(to: name)
    case .struct: self = .structure(name ?? "")
    case .enum: self = .enumeration(name ?? "")
    case .optional: self = .optional(first)
    case .list: self = .list(first)
    case .set: self = .set(first)
    case .map: self = .map(key: first, value: second)
    case .bool: self = .bool
    case .int8: self = .int8
    case .int16: self = .int16
    case .int32: self = .int32
    case .int64: self = .int64
    case .int128: self = .int128
    case .uint8: self = .uint8
    case .uint16: self = .uint16
    case .uint32: self = .uint32
    case .uint64: self = .uint64
    case .uint128: self = .uint128
    case .float16: self = .float16
    case .float32: self = .float32
    case .float64: self = .float64
    case .string: self = .string
    case .bytes: self = .bytes
    case .date: self = .date
    case .uuid: self = .uuid
    case .decimal: self = .decimal
    case .any: self = .any
    case .never: self = .never
    }
  }

  /// The types that consist of their code alone.
  package static let simpleTypes: [TypeCode: ArchiveTypeDescriptor] = Dictionary(
    uniqueKeysWithValues: TypeCode.allCases.filter { $0.rawValue < TypeCode.optional.rawValue }
      .map { ($0, ArchiveTypeDescriptor(CompiledType($0), name: nil, first: .any, second: .any)) })
}
