/// The type of a key, a root or a metadata item.
///
/// Spec §3.1.
public indirect enum ArchiveTypeDescriptor: Sendable {
  /// True or false.
  case bool
  /// A signed integer of 8 bits.
  case int8
  /// A signed integer of 16 bits.
  case int16
  /// A signed integer of 32 bits.
  case int32
  /// A signed integer of 64 bits.
  case int64
  /// A signed integer of 128 bits.
  case int128
  /// An unsigned integer of 8 bits.
  case uint8
  /// An unsigned integer of 16 bits.
  case uint16
  /// An unsigned integer of 32 bits.
  case uint32
  /// An unsigned integer of 64 bits.
  case uint64
  /// An unsigned integer of 128 bits.
  case uint128
  /// An IEEE 754 number of 16 bits.
  case float16
  /// An IEEE 754 number of 32 bits.
  case float32
  /// An IEEE 754 number of 64 bits.
  case float64
  /// Unicode text.
  case string
  /// Bytes without further meaning.
  case bytes
  /// Seconds since 2001-01-01T00:00:00Z.
  case date
  /// A universally unique identifier.
  case uuid
  /// A decimal number.
  case decimal
  /// A value that carries its own type.
  case any
  /// The type without values, such as that of the elements of a list that has been empty so far.
  case never
  /// A value or nil.
  case optional(ArchiveTypeDescriptor)
  /// Values in order.
  case list(ArchiveTypeDescriptor)
  /// Different values in no particular order.
  case set(ArchiveTypeDescriptor)
  /// Values by different keys, in no particular order.
  case map(key: ArchiveTypeDescriptor, value: ArchiveTypeDescriptor)
  /// A strong reference to an object that is of a class, or to any object.
  case reference(to: String?)
  /// A weak reference, or nil.
  case weakReference(to: String?)
  /// A struct of some name.
  case structure(String)
  /// An enum of some name.
  case enumeration(String)
}

extension ArchiveTypeDescriptor {
  /// The memory that a descriptor takes at most for each code, in bytes: the box of a reference with its name.
  static let largestByteCount = MemoryBudget.box(of: String?.self)

  /// The code that begins the descriptor.
  ///
  /// Spec §3.1.
  package var code: TypeCode {
    switch self {
    case .bool: .bool
    case .int8: .int8
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .int128: .int128
    case .uint8: .uint8
    case .uint16: .uint16
    case .uint32: .uint32
    case .uint64: .uint64
    case .uint128: .uint128
    case .float16: .float16
    case .float32: .float32
    case .float64: .float64
    case .string: .string
    case .bytes: .bytes
    case .date: .date
    case .uuid: .uuid
    case .decimal: .decimal
    case .any: .any
    case .never: .never
    case .optional: .optional
    case .list: .list
    case .set: .set
    case .map: .map
    case .reference: .ref
    case .weakReference: .weak
    case .structure: .struct
    case .enumeration: .enum
    }
  }

  /// The descriptors that stand directly in this one.
  package var parts: [ArchiveTypeDescriptor] {
    switch self {
    case .optional(let part), .list(let part), .set(let part): [part]
    case .map(let key, let value): [key, value]
    default: []
    }
  }

  /// The class name that stands directly in this descriptor.
  package var className: String? {
    switch self {
    case .reference(let name), .weakReference(let name): name
    case .structure(let name), .enumeration(let name): name
    default: nil
    }
  }

  /// Every class name in this descriptor.
  package var classNames: [String] {
    var names: [String] = []
    var rest = [self]
    while let type = rest.popLast() {
      if let name = type.className { names.append(name) }
      rest += type.parts
    }
    return names
  }
}
