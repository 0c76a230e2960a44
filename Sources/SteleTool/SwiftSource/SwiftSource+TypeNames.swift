internal import Stele

// Archive types as Swift types

extension SwiftSource {
  /// The largest depth of types in the text; the compiler takes too long for deeper types.
  private static let nestingLimit = 6

  /// Returns the number of types that are nested in each other.
  private static func depth(of type: ArchiveTypeDescriptor) -> Int {
    1 + (type.parts.map(depth).max() ?? 0)
  }

  /// Returns the Swift type of an archive type, and records what it needs; parts that are nested too deeply become `any`.
  mutating func swiftType(_ type: ArchiveTypeDescriptor, depth: Int = 1) -> String {
    let type = depth < Self.nestingLimit || type.parts.isEmpty ? type : .any
    /// Returns the Swift type of a part.
    func swiftType(_ part: ArchiveTypeDescriptor) -> String {
      self.swiftType(part, depth: depth + 1)
    }
    switch type {
    case .bool: return "Bool"
    case .int8: return "Int8"
    case .int16: return "Int16"
    case .int32: return "Int32"
    case .int64: return "Int"
    case .int128: return "Int128"
    case .uint8: return "UInt8"
    case .uint16: return "UInt16"
    case .uint32: return "UInt32"
    case .uint64: return "UInt"
    case .uint128: return "UInt128"
    // Float16 is not available on every system; Float can represent all of its values.
    case .float16, .float32: return "Float"
    case .float64: return "Double"
    case .string: return "String"
    case .bytes: return foundation("Data")
    case .date: return foundation("Date")
    case .uuid: return foundation("UUID")
    case .decimal: return foundation("Decimal")
    case .never: return "Never"
    case .any:
      (needs.anyValue, needs.anyObject, needs.mapKey) = (true, true, true)
      needs.foundation = true
      return names.anyValue
    case .optional(let part): return "\(swiftType(part))?"
    case .list(let part): return "[\(swiftType(part))]"
    case .set(let part):
      let element = swiftType(part)
      return Self.isHashable(part) ? "Set<\(element)>" : "[\(element)]"
    case .map(let key, let value):
      let keyType = swiftType(key)
      let valueType = swiftType(value)
      if Self.isHashable(key) { return "[\(keyType): \(valueType)]" }
      needs.mapKey = true
      return "[\(names.mapKey)<\(keyType)>: \(valueType)]"
    case .reference(nil):
      needs.anyObject = true
      return names.anyObject
    case .reference(let name?):
      return declarations.type(.class, name)?.identifier ?? names.anyObject
    case .weakReference(let name): return "\(swiftType(.reference(to: name)))?"
    case .struct(let name): return declarations.type(.struct, name)?.identifier ?? "Never"
    case .enum(let name): return declarations.type(.enum, name)?.identifier ?? "Never"
    }
  }

  private mutating func foundation(_ type: String) -> String {
    needs.foundation = true
    return type
  }

  /// Returns whether Swift, too, distinguishes all values of a type.
  private static func isHashable(_ type: ArchiveTypeDescriptor) -> Bool {
    switch type {
    case .bool, .int8, .int16, .int32, .int64, .int128, .uint8, .uint16, .uint32, .uint64, .uint128,
      .string, .uuid, .never:
      true
    default: false
    }
  }

  /// Returns the value of a property of a class before it is read; `nil` for an optional, and for a type without initial value.
  static func initialValue(of type: ArchiveTypeDescriptor) -> String? {
    switch type {
    case .bool: "false"
    case .string: "\"\""
    case .bytes: "Data()"
    case .list, .set: "[]"
    case .map: "[:]"
    case .any: ".null"
    case .date: "Date(timeIntervalSinceReferenceDate: 0)"
    case .optional, .weakReference, .reference, .struct, .enum, .uuid, .never: nil
    // A number.
    default: "0"
    }
  }

  /// Returns a note on the properties of a type that Swift does not express.
  static func note(on type: ArchiveTypeDescriptor) -> String? {
    var rest = [type]
    var notes: [String] =
      depth(of: type) <= nestingLimit ? [] : ["TODO: the type nests deeper in the archive"]
    while let part = rest.popLast() {
      switch part {
      case .float16: notes.append("float16 in the archive")
      case .never: notes.append("TODO: no value in the archive has the type")
      case .set(let element) where !isHashable(element): notes.append("a set in the archive")
      case .list(.weakReference), .set(.weakReference), .map(_, .weakReference),
        .list(.optional(.weakReference)):
        notes.append("weak references in the archive")
      default: break
      }
      rest += part.parts
    }
    return notes.first
  }

  /// Returns the source of a descriptor, such as `.list(.string)`.
  static func source(of type: ArchiveTypeDescriptor) -> String {
    switch type {
    case .optional(let part): ".optional(\(source(of: part)))"
    case .list(let part): ".list(\(source(of: part)))"
    case .set(let part): ".set(\(source(of: part)))"
    case .map(let key, let value): ".map(key: \(source(of: key)), value: \(source(of: value)))"
    case .reference(let name): ".reference(to: \(name?.swiftLiteral ?? "nil"))"
    case .weakReference(let name): ".weakReference(to: \(name?.swiftLiteral ?? "nil"))"
    case .struct(let name): ".struct(\(name.swiftLiteral))"
    case .enum(let name): ".enum(\(name.swiftLiteral))"
    default: ".\(type)"
    }
  }
}
