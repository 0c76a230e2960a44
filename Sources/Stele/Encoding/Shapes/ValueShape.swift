/// What the values of a type, or of a nested container, look like when they ask for a keyed container.
final class ValueShape {
  /// Its keys; in an enum with payloads its cases.
  let level: LevelShape
  /// Whether the type is an enum, nil while no value has been seen.
  var isEnum: Bool?
  private var structure: BodyShape?
  private var enumeration: EnumShape?

  init(_ level: LevelShape) {
    self.level = level
  }

  /// The shape of a struct.
  func structure(_ types: inout TypeTable) throws(GraphError) -> BodyShape {
    if let structure { return structure }
    let type = try types.plan(of: .structure(level.name))
    let shape = BodyShape(.structure, [level], type: type.number)
    structure = shape
    return shape
  }

  /// The shape of an enum.
  func enumeration(_ types: inout TypeTable) throws(GraphError) -> EnumShape {
    if let enumeration { return enumeration }
    let type = try types.plan(of: .enumeration(level.name))
    let shape = EnumShape(
      name: level.name, declaration: level.declaration, type: type.number)
    enumeration = shape
    return shape
  }
}
