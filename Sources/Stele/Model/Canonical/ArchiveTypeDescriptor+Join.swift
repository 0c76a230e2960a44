extension ArchiveTypeDescriptor {
  /// The type that takes the values of two types.
  ///
  /// Spec §9.3.
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
    while !names.areEqual(left, right) {
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

  /// The type that takes the values of two types, where few types are joined.
  package func joined(with other: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    var names = NameNumbers()
    return joined(with: other, names: &names)
  }

  /// The wider one of two integers of the same signedness, or the reference that is both of two.
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
