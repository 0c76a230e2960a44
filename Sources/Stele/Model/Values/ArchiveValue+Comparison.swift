extension ArchiveValue: Hashable {
  /// Compares by bits, so that a NaN equals itself.
  public static func == (left: ArchiveValue, right: ArchiveValue) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.float16(let left), .float16(let right)): left == right
    case (.float32(let left), .float32(let right)): left.bitPattern == right.bitPattern
    case (.float64(let left), .float64(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.uuid(let left), .uuid(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    case (.any(let leftType, let left), .any(let rightType, let right)):
      leftType == rightType && left == right
    case (.nil, .nil): true
    case (.some(let left), .some(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.set(let left), .set(let right)): left == right
    case (.map(let left), .map(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.structure(let left), .structure(let right)): left == right
    case (.enumeration(let left), .enumeration(let right)): left == right
    default: false
    }
  }

  /// Hashes the bits.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .float16(let bits): hasher.combine(bits)
    case .float32(let value): hasher.combine(value.bitPattern)
    case .float64(let value), .date(let value): hasher.combine(value.bitPattern)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .bytes(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .any(let type, let value):
      hasher.combine(type)
      hasher.combine(value)
    case .nil: break
    case .some(let value): hasher.combine(value)
    case .list(let values), .set(let values): hasher.combine(values)
    case .map(let pairs): hasher.combine(pairs)
    case .reference(let number): hasher.combine(number)
    case .structure(let value): hasher.combine(value)
    case .enumeration(let value): hasher.combine(value)
    }
  }
}
