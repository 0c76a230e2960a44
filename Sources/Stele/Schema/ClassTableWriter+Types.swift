/// The types of an archive that is being written; each is there once, so types are equal if their indices are.
///
/// Spec §3.1.
extension ClassTableWriter {
  /// The number of scalar types, of which the index is the code.
  private static let scalarCount = Int(TypeCode.lastSimple.rawValue)

  /// Returns the index of optionals of a scalar type.
  static func index(ofOptional code: TypeCode) -> Int { scalarCount + Int(code.rawValue) }

  /// Returns the index of lists of a scalar type.
  static func index(ofList code: TypeCode) -> Int { 2 * scalarCount + Int(code.rawValue) }

  /// The index of the type without values.
  static let never = Int(TypeCode.never.rawValue)

  /// The types of every archive: the scalar types by their codes, and optionals and lists of these.
  static let commonTypes: [CompiledType] = {
    var types = CompiledSchema.scalarTypes
    for code in [TypeCode.optional, .list] {
      for part in 1...scalarCount { types.append(CompiledType(code, of: (part, types[part]))) }
    }
    return types
  }()

  /// Returns the number of a class name, which is defined if it is new.
  package mutating func number(ofName name: String) -> Int {
    var number = numbers.number(of: name)
    guard number > defined.nameCount else { return number }
    if number > defined.nameCount + 1 {
      forgetFurtherDefinitions()
      number = numbers.number(of: name)
    }
    if number > schema.names.count { schema.addName(name) }
    defined.nameCount = number
    return number
  }

  /// Returns the index of a type; names in it are defined if they are new.
  ///
  /// - Throws: Rule L1 if descriptors nest too deep, C1 if a name is empty.
  package mutating func index(of descriptor: ArchiveTypeDescriptor) throws(ArchiveWritingError)
    -> Int
  {
    if descriptor.code.rawValue < TypeCode.optional.rawValue {
      return Int(descriptor.code.rawValue)
    }
    var preorder: [ArchiveTypeDescriptor] = []
    var rest = [(type: descriptor, depth: 1)]
    while let (type, depth) = rest.popLast() {
      guard depth <= ArchiveLimits().descriptorNesting else {
        throw ArchiveWritingError(.breaks(.descriptorNesting))
      }
      guard type.className?.isEmpty != true else { throw ArchiveWritingError(.breaks(.emptyName)) }
      preorder.append(type)
      for part in type.parts.reversed() { rest.append((part, depth + 1)) }
    }
    var made: [Int] = []
    for type in preorder.reversed() {
      let first = type.code.partCount > 0 ? made.popLast() ?? 0 : 0
      let second = type.code.partCount > 1 ? made.popLast() ?? 0 : 0
      let name = type.className.map { number(ofName: $0) } ?? 0
      made.append(index(of: type.code, name: name, first, second))
    }
    return made.last ?? 0
  }

  /// Returns the index of a struct, enum or reference by the name of its class; nil is any class.
  ///
  /// - Throws: Rule C1 if the name is empty.
  mutating func index(
    of code: TypeCode, named name: String?
  ) throws(ArchiveWritingError) -> Int {
    guard let name else { return index(of: code, name: 0, 0, 0) }
    guard !name.isEmpty else { throw ArchiveWritingError(.breaks(.emptyName)) }
    return index(of: code, name: number(ofName: name), 0, 0)
  }

  /// Returns the index of a type that consists of one or two others.
  ///
  /// - Throws: Rule L1 if descriptors nest too deep.
  mutating func index(
    of code: TypeCode, _ first: Int, _ second: Int? = nil
  ) throws(ArchiveWritingError) -> Int {
    let second = code == .map ? second ?? first : 0
    guard max(schema.depth(first), schema.depth(second)) < ArchiveLimits().descriptorNesting else {
      throw ArchiveWritingError(.breaks(.descriptorNesting))
    }
    return index(of: code, name: 0, first, second)
  }

  private mutating func index(
    of code: TypeCode, name: Int, _ first: Int, _ second: Int
  ) -> Int {
    if code.rawValue < TypeCode.optional.rawValue { return Int(code.rawValue) }
    if code == .optional || code == .list, first <= Self.scalarCount {
      return (code == .list ? 2 : 1) * Self.scalarCount + first
    }
    guard code.partCount > 0 else { return index(of: CompiledType(code, name: name)) }
    return index(
      of: CompiledType(
        code, of: (first, schema.types[first]), second > 0 ? (second, schema.types[second]) : nil))
  }

  private mutating func index(of type: CompiledType) -> Int {
    if let known = indices[type] { return known }
    let index = schema.append(type)
    indices.set(index, for: type)
    return index
  }
}

extension TypeCode {
  /// The index of a scalar type in every schema.
  var typeIndex: Int { Int(rawValue) }
}

// MARK: Entries

extension ClassTableWriter {
  /// Adds a validated entry.
  mutating func add(_ entry: WrittenEntry, name: Int) {
    let compiled = CompiledClass(
      kind: entry.kind, version: entry.version, name: name, superclass: entry.superclass ?? 0,
      firstBody: schema.bodies.count)
    if entry.kind == .enum {
      for item in entry.cases {
        add(item.keys)
        schema.addBody(isRetired: item.isRetired)
      }
    } else {
      add(entry.keys)
      schema.addBody(isStructure: entry.kind == .struct)
    }
    schema.add(compiled, cases: entry.cases.map(\.name))
    defined.entryCount = schema.classes.count
  }

  /// Adds the stored keys of a body.
  private mutating func add(_ keys: [WrittenKey]) {
    for key in keys where key.isStored {
      schema.addKey(key.name, type: key.type, isOptional: key.presence == .optional)
    }
  }
}

// MARK: Many archives

extension ClassTableWriter {
  /// Whether there are definitions of the previous archive that this one does not have yet.
  var hasFurtherDefinitions: Bool { defined != schema.definitions }

  /// Forgets the definitions of the previous archive that this one does not have yet.
  mutating func forgetFurtherDefinitions() {
    guard hasFurtherDefinitions else { return }
    schema.removeDefinitions(after: defined)
    numbers = NameNumbers()
    for name in schema.names { _ = numbers.number(of: name) }
    revision += 1
  }
}

/// The conversion of values of one type into values of another.
enum ValueConversion {
  /// The bytes stay as they are.
  case unchanged
  /// The value becomes that of an optional.
  case wrapped
  /// The value is written with its type.
  case typed
}

extension ClassTableWriter {
  /// Returns the type that has the values of two types without a change of their bytes, or nil if there is none.
  ///
  /// The type `never`, which has no value, becomes any other type; two references become one to any object.
  mutating func compatible(_ left: Int, _ right: Int) throws(ArchiveWritingError) -> Int? {
    if left == right || right == Self.never { return left }
    if left == Self.never { return right }
    let (leftType, rightType) = (schema.types[left], schema.types[right])
    guard leftType.code == rightType.code else { return nil }
    switch leftType.code {
    case .ref: return try index(of: .reference(to: nil))
    case .weak: return try index(of: .weakReference(to: nil))
    case .optional, .list, .set, .map: break
    default: return nil
    }
    guard let first = try compatible(Int(leftType.first), Int(rightType.first)) else { return nil }
    guard leftType.code == .map else { return try index(of: leftType.code, first) }
    guard let second = try compatible(Int(leftType.second), Int(rightType.second)) else {
      return nil
    }
    return try index(of: .map, first, second)
  }

  /// Returns the type of a key whose values are of one type, after a value of another.
  mutating func joined(_ left: Int, with right: Int) throws(ArchiveWritingError) -> Int {
    if let type = try compatible(left, right) { return type }
    let (leftType, rightType) = (schema.types[left], schema.types[right])
    if leftType.code == .any || rightType.code == .any { return TypeCode.any.typeIndex }
    switch (leftType.code, rightType.code) {
    // In an optional of an optional, the nil of one would be another nil.
    case (.optional, .optional): break
    case (.optional, _):
      if let type = try compatible(Int(leftType.first), right) {
        return try index(of: .optional, type)
      }
    case (_, .optional):
      if let type = try compatible(left, Int(rightType.first)) {
        return try index(of: .optional, type)
      }
    default: break
    }
    return TypeCode.any.typeIndex
  }

  /// Returns the conversion of a value of one type into one of another, or nil if there is none.
  mutating func conversion(of from: Int, to: Int) throws(ArchiveWritingError) -> ValueConversion? {
    if from == to { return ValueConversion.unchanged }
    if try compatible(to, from) == to { return ValueConversion.unchanged }
    let type = schema.types[to]
    if type.code == .any { return .typed }
    let part = Int(type.first)
    if type.code == .optional, schema.types[from].code != .optional,
      try compatible(part, from) == part
    {
      return schema.types[part].code == .ref ? ValueConversion.unchanged : .wrapped
    }
    return nil
  }
}
