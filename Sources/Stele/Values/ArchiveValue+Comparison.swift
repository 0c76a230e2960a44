extension ArchiveValue: Hashable {
  /// Compares by bits, so that a NaN equals itself.
  public static func == (left: ArchiveValue, right: ArchiveValue) -> Bool {
    guard left.isContainer else { return left.isSameScalar(as: right) }
    var comparison = ContentComparison()
    return comparison.areEqual(left, right)
  }

  /// Hashes the bits.
  public func hash(into hasher: inout Hasher) {
    hashWithoutParts(into: &hasher)
    guard isContainer else { return }
    var walk = ValueWalk()
    walk.begin(self)
    while let event = walk.next() {
      if case .value(let value, _, _) = event { value.hashWithoutParts(into: &hasher) }
    }
  }

  /// Whether the value contains others.
  fileprivate var isContainer: Bool {
    switch self {
    case .any, .some, .list, .set, .map, .struct, .enum: true
    default: false
    }
  }

  /// Compares two values, `false` for containers.
  private func isSameScalar(as other: ArchiveValue) -> Bool {
    switch (self, other) {
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
    case (.nil, .nil): true
    case (.reference(let left), .reference(let right)): left == right
    default: false
    }
  }

  /// Hashes a scalar; of a container, the number of its parts, or its entry.
  package func hashWithoutParts(into hasher: inout Hasher) {
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
    case .reference(let number): hasher.combine(number)
    case .any, .nil, .some: break
    case .list(let values), .set(let values): hasher.combine(values.count)
    case .map(let pairs): hasher.combine(pairs.count)
    case .struct(let value): hasher.combine(value.entry)
    case .enum(let value):
      hasher.combine(value.entry)
      hasher.combine(value.caseIndex)
    }
  }
}

/// Compares values by two walks in step; types may use a long name many times.
package struct ContentComparison {
  /// The names that have been compared.
  package var names = NameNumbers()
  private var left = ValueWalk()
  private var right = ValueWalk()

  package init() {}

  /// Whether two values are equal.
  package mutating func areEqual(_ first: ArchiveValue, _ second: ArchiveValue) -> Bool {
    guard first.isContainer else { return first == second }
    left.begin(first)
    right.begin(second)
    while true {
      switch (left.next(), right.next()) {
      case (nil, nil): return true
      case (.end, .end): break
      case (.value(let value, _, let position), .value(let other, _, let otherPosition)):
        guard position == otherPosition, areEqualWithoutParts(value, other) else { return false }
      default: return false
      }
    }
  }

  /// Compares two values without their parts; skips the parts if they are known to be equal.
  private mutating func areEqualWithoutParts(_ first: ArchiveValue, _ second: ArchiveValue) -> Bool
  {
    switch (first, second) {
    case (.any(let type, _), .any(let other, _)): names.areEqual(type, other)
    case (.some, .some): true
    case (.list(let values), .list(let others)), (.set(let values), .set(let others)):
      haveEqualScalars(values, others)
    case (.map(let pairs), .map(let others)): pairs.count == others.count
    case (.struct(let value), .struct(let other)):
      value.entry == other.entry && haveEqualCounts(value.stored, other.stored)
    case (.enum(let value), .enum(let other)):
      value.entry == other.entry && value.caseIndex == other.caseIndex
        && haveEqualCounts(value.stored, other.stored)
    default: !first.isContainer && first == second
    }
  }

  /// Compares the elements of two lists if they are scalars, otherwise their number.
  private mutating func haveEqualScalars(
    _ first: [ArchiveValue], _ second: [ArchiveValue]
  ) -> Bool {
    guard first.count == second.count else { return false }
    guard !first.contains(where: \.isContainer) else { return true }
    left.skipParts()
    right.skipParts()
    return first == second
  }

  /// Compares the values of two bodies if they are small, otherwise their number.
  private mutating func haveEqualCounts(_ first: StoredValues, _ second: StoredValues) -> Bool {
    if let areEqual = first.isSameSmallValue(as: second) {
      left.skipParts()
      right.skipParts()
      return areEqual
    }
    return first.count == second.count
  }
}
