/// The type of a key, a root or a metadata item.
///
/// Spec §3.1.
@nonexhaustive
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
  /// The type without values, such as that of the elements of lists that have all been empty.
  case never
  /// A value or nil.
  case optional(ArchiveTypeDescriptor)
  /// Values in order.
  case list(ArchiveTypeDescriptor)
  /// Distinct values in no particular order.
  case set(ArchiveTypeDescriptor)
  /// Values by distinct keys, in no particular order.
  case map(key: ArchiveTypeDescriptor, value: ArchiveTypeDescriptor)
  /// A strong reference to an object that is of a class, or to any object.
  case reference(to: String?)
  /// A weak reference, or nil.
  case weakReference(to: String?)
  /// A struct of the class of a name.
  case `struct`(String)
  /// An enum of the class of a name.
  case `enum`(String)
}

extension ArchiveTypeDescriptor {
  /// The most memory that a descriptor takes for each code, in bytes: the box of a reference with its name.
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
    case .struct: .struct
    case .enum: .enum
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

  /// The descriptor and all descriptors in it, each before its parts.
  package var preorder: [ArchiveTypeDescriptor] {
    var order: [ArchiveTypeDescriptor] = []
    var rest = [self]
    while let type = rest.popLast() {
      order.append(type)
      rest += type.parts.reversed()
    }
    return order
  }

  /// Whether a value can contain a reference, a struct, an enum or an `any` value; other values are the same in each archive.
  package var mayHoldMoreThanScalars: Bool {
    contains(where: { code in code == .any || code.concernsGraph })
  }

  /// Returns whether a code in the descriptor satisfies a predicate.
  package func contains(where predicate: (TypeCode) -> Bool) -> Bool {
    var type = self
    var rest: [ArchiveTypeDescriptor] = []
    while true {
      if predicate(type.code) { return true }
      switch type {
      case .optional(let part), .list(let part), .set(let part):
        type = part
      case .map(let key, let value):
        rest.append(value)
        type = key
      default:
        guard let next = rest.popLast() else { return false }
        type = next
      }
    }
  }

  /// Whether the type differs from another one only in having types in place of `never`.
  func completes(_ other: ArchiveTypeDescriptor) -> Bool {
    other.code == .never || self == other
      || (code == other.code && !parts.isEmpty
        && zip(parts, other.parts).allSatisfy { $0.completes($1) })
  }

  /// The class name that stands directly in this descriptor.
  package var className: String? {
    switch self {
    case .reference(let name), .weakReference(let name): name
    case .struct(let name), .enum(let name): name
    default: nil
    }
  }
}

extension ArchiveTypeDescriptor: Hashable {
  /// Compares codes and, by their bytes, names.
  public static func == (left: ArchiveTypeDescriptor, right: ArchiveTypeDescriptor) -> Bool {
    var names = NameNumbers()
    return names.areEqual(left, right)
  }

  /// Hashes codes and the bytes of names.
  public func hash(into hasher: inout Hasher) {
    for type in preorder {
      hasher.combine(type.code)
      for byte in type.className?.utf8 ?? "".utf8 { hasher.combine(byte) }
    }
  }
}

extension ArchiveTypeDescriptor {
  /// Makes the descriptor that begins with a code from its class name and its parts.
  package init(
    _ code: TypeCode, name: String? = nil, first: ArchiveTypeDescriptor = .any,
    second: ArchiveTypeDescriptor = .any
  ) {
    switch code {
    case .ref: self = .reference(to: name)
    case .weak: self = .weakReference(to: name)
    case .struct: self = .struct(name ?? "")
    case .enum: self = .enum(name ?? "")
    case .optional: self = .optional(first)
    case .list: self = .list(first)
    case .set: self = .set(first)
    case .map: self = .map(key: first, value: second)
    default: self = Self.simpleTypes[Int(code.rawValue) - 1]
    }
  }

  /// The types that consist of their code alone, by their codes.
  private static let simpleTypes: [ArchiveTypeDescriptor] = [
    .bool, .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128,
    .float16, .float32, .float64, .string, .bytes, .date, .uuid, .decimal, .any, .never,
  ]
}

extension ArchiveTypeDescriptor {
  /// The type in words as errors and reports show it: cut, with its length, if it is long.
  package var shortWords: String { words(nameByteCount: 100).shortened(to: 200) }

  /// The type in words, such as `list of optional ref Person`.
  package var words: String { words(nameByteCount: .max) }

  /// The type in words, with long class names shortened.
  package func words(nameByteCount: Int) -> String {
    var words = ""
    // The types of which the words are missing, the next one last, each with the words before it.
    var rest = [(before: "", type: self)]
    while let (before, type) = rest.popLast() {
      words += before
      switch type {
      case .optional(let part): rest.append(("optional ", part))
      case .list(let part): rest.append(("list of ", part))
      case .set(let part): rest.append(("set of ", part))
      case .map(let key, let value): rest += [(" to ", value), ("map of ", key)]
      case .reference(let name):
        words += "ref \(name?.shortened(to: nameByteCount) ?? "to any object")"
      case .weakReference(let name):
        words += "weak ref \(name?.shortened(to: nameByteCount) ?? "to any object")"
      case .struct(let name): words += "struct \(name.shortened(to: nameByteCount))"
      case .enum(let name): words += "enum \(name.shortened(to: nameByteCount))"
      default: words += String(describing: type.code)
      }
    }
    return words
  }
}

extension ArchiveTypeDescriptor {
  /// The name of the Swift type that is archived as this type, or nil if it depends on the program or is long.
  var swiftName: String? { swiftName(depth: 4) }

  private func swiftName(depth: Int) -> String? {
    guard depth > 0 else { return nil }
    return switch self {
    case .bool: "Bool"
    case .int8: "Int8"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int"
    case .int128: "Int128"
    case .uint8: "UInt8"
    case .uint16: "UInt16"
    case .uint32: "UInt32"
    case .uint64: "UInt"
    case .uint128: "UInt128"
    case .float16: "Float16"
    case .float32: "Float"
    case .float64: "Double"
    case .string: "String"
    case .bytes: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .decimal: "Decimal"
    case .never: "Never"
    case .optional(let part): part.swiftName(depth: depth - 1).map { "\($0)?" }
    case .list(let part): part.swiftName(depth: depth - 1).map { "[\($0)]" }
    case .set(let part): part.swiftName(depth: depth - 1).map { "Set<\($0)>" }
    case .map(let key, let value):
      key.swiftName(depth: depth - 1).flatMap { key in
        value.swiftName(depth: depth - 1).map { "[\(key): \($0)]" }
      }
    case .struct(RegisteredName.duration): "Duration"
    case .any, .reference, .weakReference, .struct, .enum: nil
    }
  }
}
