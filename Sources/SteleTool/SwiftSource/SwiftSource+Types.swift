internal import Stele
internal import SteleModel

// Classes, structs and enums

extension SwiftSource {
  /// Returns whether another declaration uses the name of a struct or enum: a program cannot have both.
  private mutating func sharesName(_ type: SwiftDeclarations.Declared) -> Bool {
    let others: [ArchiveClassEntry.Kind] = [.class, .struct, .enum]
    return type.kind != .class
      && others.contains { $0 != type.kind && declarations.index($0, type.name) != nil }
  }

  private mutating func conformances(_ type: SwiftDeclarations.Declared, _ coding: String) -> String
  {
    sharesName(type) ? coding : "\(coding), ArchiveDeclaring"
  }

  private mutating func addArchiveClass(_ type: SwiftDeclarations.Declared, _ modifiers: String) {
    guard !sharesName(type) else {
      add("  // TODO: Another type has the same name in the archive: \(type.name.swiftComment).")
      return
    }
    var arguments = type.name.swiftLiteral
    if type.version > 1 { arguments += ", version: \(type.version)" }
    var keys: [String] = []
    for key in type.keys where key.since > 1 {
      keys.append(".key(\(key.name.swiftLiteral), since: \(key.since))")
    }
    // Repeating a long name for each of many keys would take too much space.
    for key in type.retired where key.type.classNames.allSatisfy({ $0.utf8.count <= 256 }) {
      keys.append(
        ".retired(\(key.name.swiftLiteral), \(SwiftTypes.source(of: key.type))\(key.since > 1 ? ", since: \(key.since)" : ""))"
      )
    }
    add("  \(modifiers) var archiveClass: ArchiveClass {")
    if keys.isEmpty {
      add("    ArchiveClass(\(arguments))")
    } else {
      add("    ArchiveClass(")
      add("      \(arguments),")
      add("      keys: [")
      for key in keys { add("        \(key),") }
      add("      ])")
    }
    add("  }")
  }

  /// Adds a class, with its properties and the code that reads them.
  mutating func addClass(_ type: SwiftDeclarations.Declared, _ index: Int) {
    let superclass =
      type.superclass.map { declarations.types[$0].identifier }
      ?? (types.needs.anyObject ? names.anyObject : nil)
    if type.isCut {
      add(
        "// TODO: The superclass is left out, because the classes were superclasses of each other in different versions."
      )
    }
    if type.newest == 0 { add("// The archive contains only the name of this type.") }
    let final = type.hasSubclasses ? "" : "final "
    add(
      "\(final)class \(type.identifier): \(superclass ?? "TwoPhaseDecodable, ArchiveDeclaring") {")
    for key in type.keys { addProperty(key, of: type) }
    if !type.keys.isEmpty { add("") }
    if superclass == nil {
      add("  \(type.hasSubclasses ? "required " : "")init() {}")
      add("")
    }
    if !type.keys.isEmpty || superclass == nil {
      add(
        "  \(superclass == nil ? "" : "override ")func decode(from fields: inout FieldDecoder) throws {"
      )
      if superclass != nil { add("    try super.decode(from: &fields)") }
      if superclass != nil || type.hasSubclasses {
        add("    try fields.level(\(type.identifier).self)")
      }
      for key in type.keys { addDecoding(key) }
      add("  }")
      add("")
    }
    addArchiveClass(
      type, superclass != nil ? "override class" : type.hasSubclasses ? "class" : "static")
    add("}")
  }

  /// Returns the type of a property, which is optional if the value may be absent.
  private mutating func propertyType(
    _ key: SwiftDeclarations.Key, isOptional: Bool
  ) -> String {
    let type = types.type(key.type)
    let isOptionalType =
      switch key.type {
      case .optional, .weakReference: true
      default: false
      }
    return isOptional && !isOptionalType ? type + "?" : type
  }

  private mutating func addProperty(
    _ key: SwiftDeclarations.Key, of type: SwiftDeclarations.Declared
  ) {
    let property = SwiftIdentifiers.escaped(key.property)
    let note = SwiftTypes.note(on: key.type).map { "  // \($0)" } ?? ""
    if case .weakReference = key.type {
      add("  weak var \(property): \(types.type(key.type))\(note)")
      return
    }
    if case .optional(.weakReference) = key.type {
      add("  weak var \(property): \(String(types.type(key.type).dropLast()))\(note)")
      return
    }
    let isOptional = key.isOptional || type.isSometimesMissing
    guard !isOptional, let value = SwiftTypes.initialValue(of: key.type, names) else {
      add("  var \(property): \(propertyType(key, isOptional: true))\(note)")
      return
    }
    let assignment = value.isEmpty ? "" : " = \(value)"
    add("  var \(property): \(types.type(key.type))\(assignment)\(note)")
  }

  private mutating func addDecoding(_ key: SwiftDeclarations.Key, _ suffix: String = "") {
    let property = SwiftIdentifiers.escaped(key.property)
    let target = key.property == "fields" ? "self.fields" : property
    if case .optional(.weakReference) = key.type {
      let type = String(types.type(key.type).dropLast())
      add("    \(target) = try fields.decode(\(key.name.swiftLiteral), as: \(type).self)")
      return
    }
    add("    \(target) = try fields.decode(\(key.name.swiftLiteral)\(suffix))")
  }

  mutating func addStructure(_ type: SwiftDeclarations.Declared) {
    if type.newest == 0 { add("// The archive contains only the name of this type.") }
    add("struct \(type.identifier): \(conformances(type, "FieldDecodable")) {")
    for key in type.keys {
      let property = SwiftIdentifiers.escaped(key.property)
      let note = SwiftTypes.note(on: key.type).map { "  // \($0)" } ?? ""
      if case .weakReference = key.type {
        add("  weak var \(property): \(types.type(key.type))\(note)")
      } else if case .optional(.weakReference) = key.type {
        add("  weak var \(property): \(String(types.type(key.type).dropLast()))\(note)")
      } else if key.isBoxed {
        types.needs.box = true
        add("  /// A value of its own type may stand in it, so it is kept in a box.")
        add(
          "  var \(property): \(names.box)<\(propertyType(key, isOptional: key.isOptional))>\(note)"
        )
      } else {
        add("  var \(property): \(propertyType(key, isOptional: key.isOptional))\(note)")
      }
    }
    if !type.keys.isEmpty { add("") }
    add("  init(from fields: inout FieldDecoder) throws {")
    for key in type.keys {
      if key.isBoxed {
        let property =
          key.property == "fields" ? "self.fields" : SwiftIdentifiers.escaped(key.property)
        add("    \(property) = \(names.box)(try fields.decode(\(key.name.swiftLiteral)))")
      } else {
        addDecoding(key)
      }
    }
    add("  }")
    add("")
    addArchiveClass(type, "static")
    add("}")
  }

  /// Adds an enum; the compiler synthesises its coding.
  // Keywords as argument labels need no backticks.
  mutating func addEnumeration(_ type: SwiftDeclarations.Declared) {
    if type.newest == 0 { add("// The archive contains only the name of this type.") }
    guard !type.cases.isEmpty else {
      add("enum \(type.identifier): \(conformances(type, "Decodable")) {")
      add("  // TODO: The archive has no case of this enum.")
      add("  init(from decoder: any Decoder) throws {")
      add("    throw DecodingError.dataCorrupted(")
      add(
        "      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: \"It has no case.\"))"
      )
      add("  }")
      add("")
      addArchiveClass(type, "static")
      add("}")
      return
    }
    add("indirect enum \(type.identifier): \(conformances(type, "Decodable")) {")
    for entryCase in type.cases {
      let payload = entryCase.keys.map { key in
        "\(key.property): \(propertyType(key, isOptional: key.isOptional))"
      }
      let list = payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))"
      add("  case \(SwiftIdentifiers.escaped(entryCase.identifier))\(list)")
    }
    add("")
    addCodingKeys("CodingKeys", type.cases.map { ($0.identifier, $0.name) })
    for entryCase in type.cases
    where entryCase.keys.contains(where: { !$0.property.isExactly($0.name) }) {
      let name =
        entryCase.identifier.prefix(1).uppercased() + entryCase.identifier.dropFirst()
        + "CodingKeys"
      addCodingKeys(name, entryCase.keys.map { ($0.property, $0.name) })
    }
    addArchiveClass(type, "static")
    add("}")
  }

  private mutating func addCodingKeys(_ name: String, _ keys: [(String, String)]) {
    guard keys.contains(where: { !$0.isExactly($1) }) else { return }
    add("  private enum \(name): String, CodingKey {")
    for (identifier, key) in keys {
      let value = identifier.isExactly(key) ? "" : " = \(key.swiftLiteral)"
      add("    case \(SwiftIdentifiers.escaped(identifier))\(value)")
    }
    add("  }")
    add("")
  }
}
