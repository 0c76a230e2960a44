/// What the values of a type, or of a nested container, have looked like when they asked for a keyed container.
final class ObservedType {
  /// Its keys; in an enum with payloads its cases.
  let level: ObservedKeys
  /// Whether the type is an enum, nil while no value has been seen.
  var isEnum: Bool?
  /// The instances, once there was one.
  private(set) var structure: ObservedClass?
  private var enumeration: ObservedEnum?

  init(_ level: ObservedKeys) {
    self.level = level
  }

  /// Takes up the instances of a type that is in no table.
  func take(_ structure: ObservedClass) { self.structure = structure }

  /// What has been observed of the instances of a struct.
  func makeStructure(_ types: inout TypeTable) throws(ArchiveWritingError) -> ObservedClass {
    if let structure { return structure }
    let type = try types.index(of: .structure(level.name))
    let made = ObservedClass(.structure, [level], type: type)
    structure = made
    return made
  }

  /// What has been observed of the cases of an enum.
  func makeEnumeration(_ types: inout TypeTable) throws(ArchiveWritingError) -> ObservedEnum {
    if let enumeration { return enumeration }
    let type = try types.index(of: .enumeration(level.name))
    let made = ObservedEnum(
      name: level.name, declaration: level.declaration?.archiveClass, type: type)
    enumeration = made
    return made
  }
}
