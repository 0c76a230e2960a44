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
