package import Stele

extension ArchiveTypeDescriptor {
  /// Returns the type that has the values of two types.
  ///
  /// Spec §9.7.
  ///
  /// - Parameters:
  ///   - other: The other type.
  ///   - names: Numbers the names that are compared.
  /// - Returns: The joined type.
  package func joined(
    with other: ArchiveTypeDescriptor, names: inout NameNumbers
  ) -> ArchiveTypeDescriptor {
    var left = self
    var right = other
    var optionalCount = 0
    while true {
      if let completed = left.completed(with: right, names: &names) {
        left = completed
        break
      }
      if let wider = Self.wider(left, right) {
        left = wider
        break
      }
      switch (left, right) {
      case (.optional(let leftPart), .optional(let rightPart)):
        left = leftPart
        right = rightPart
      case (.optional(let part), _):
        left = part
      case (_, .optional(let part)):
        right = part
      default:
        left = .any
        right = .any
        continue
      }
      optionalCount += 1
    }
    for _ in 0..<optionalCount { left = .optional(left) }
    return left
  }

  /// Returns the type that has the values of two types, for callers that join few types.
  package func joined(with other: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    var names = NameNumbers()
    return joined(with: other, names: &names)
  }

  /// Returns two types with each `never` replaced by the part of the other type, or nil if they differ in anything else.
  ///
  /// Empty lists, sets and maps, and nil, have the same bytes in all of these types.
  ///
  /// Spec §9.7, `fill`.
  package func completed(
    with other: ArchiveTypeDescriptor, names: inout NameNumbers
  ) -> ArchiveTypeDescriptor? {
    switch (self, other) {
    case (_, .never): return self
    case (.never, _): return other
    case (.optional(let part), .optional(let otherPart)):
      return part.completed(with: otherPart, names: &names).map { .optional($0) }
    case (.list(let part), .list(let otherPart)):
      return part.completed(with: otherPart, names: &names).map { .list($0) }
    case (.set(let part), .set(let otherPart)):
      return part.completed(with: otherPart, names: &names).map { .set($0) }
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      guard let key = key.completed(with: otherKey, names: &names),
        let value = value.completed(with: otherValue, names: &names)
      else { return nil }
      return .map(key: key, value: value)
    default: return names.areEqual(self, other) ? self : nil
    }
  }

  /// Returns the wider of two integers of one signedness, or the reference that is both of two references.
  private static func wider(_ left: ArchiveTypeDescriptor, _ right: ArchiveTypeDescriptor)
    -> ArchiveTypeDescriptor?
  {
    switch (left, right) {
    case (.reference, .reference): .reference(to: nil)
    case (.weakReference, .weakReference): .weakReference(to: nil)
    default:
      switch (left.code.scalarLayout, right.code.scalarLayout) {
      case (.signed(let leftWidth), .signed(let rightWidth)),
        (.unsigned(let leftWidth), .unsigned(let rightWidth)):
        leftWidth < rightWidth ? right : left
      default: nil
      }
    }
  }
}
