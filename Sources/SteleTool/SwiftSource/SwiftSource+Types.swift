internal import Stele
internal import SteleModel

// Classes, structs and enums

extension SwiftSource {
  /// Returns whether another declaration uses the name of a struct or enum: a program cannot have both.
  private mutating func sharesName(_ type: SwiftDeclarations.Declared) -> Bool {
    type.kind != .class
      && ArchiveClassEntry.Kind.allCases.contains {
        $0 != type.kind && declarations.index($0, type.name) != nil
      }
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
        ".retired(\(key.name.swiftLiteral), \(Self.source(of: key.type))\(key.since > 1 ? ", since: \(key.since)" : ""))"
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

  /// Adds a class or struct, with its properties and the code that reads them.
  mutating func addRecord(_ type: SwiftDeclarations.Declared) {
    let isClass = type.kind == .class
    let superclass =
      type.superclass.map { declarations.types[$0].identifier }
      ?? (isClass && needs.anyObject ? names.anyObject : nil)
    if type.isCut {
      add(
        "// TODO: The superclass is left out, because the classes were superclasses of each other in different versions."
      )
    }
    let keyword = isClass ? type.hasSubclasses ? "class" : "final class" : "struct"
    let inherited =
      isClass
      ? superclass ?? "TwoPhaseDecodable, ArchiveDeclaring" : conformances(type, "FieldDecodable")
    add("\(keyword) \(type.identifier): \(inherited) {")
    for key in type.keys { addProperty(key, of: type) }
    if !type.keys.isEmpty { add("") }
    if isClass, superclass == nil {
      add("  \(type.hasSubclasses ? "required " : "")init() {}")
      add("")
    }
    if !type.keys.isEmpty || superclass == nil {
      let reading = isClass ? superclass == nil ? "func decode" : "override func decode" : "init"
      add("  \(reading)(from fields: inout FieldDecoder) throws {")
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
    let type = swiftType(key.type)
    return isOptional && !type.hasSuffix("?") ? type + "?" : type
  }

  /// Adds a property; one of a class has an initial value or is optional, because the object is made before it is read.
  private mutating func addProperty(
    _ key: SwiftDeclarations.Key, of type: SwiftDeclarations.Declared
  ) {
    let property = SwiftIdentifiers.escaped(key.property)
    let note = Self.note(on: key.type).map { "  // \($0)" } ?? ""
    switch key.type {
    case .weakReference: return add("  weak var \(property): \(swiftType(key.type))\(note)")
    case .optional(.weakReference):
      return add("  weak var \(property): \(swiftType(key.type).dropLast())\(note)")
    default: break
    }
    let isOptional = key.isOptional || type.isSometimesMissing
    let value = type.kind == .class && !isOptional ? Self.initialValue(of: key.type) : nil
    var text = propertyType(
      key, isOptional: isOptional || type.kind == .class && value == nil)
    if key.isBoxed {
      needs.box = true
      add("  /// A value of its own type may stand in it, so it is kept in a box.")
      text = "\(names.box)<\(text)>"
    }
    add("  var \(property): \(text)\(value.map { " = \($0)" } ?? "")\(note)")
  }

  private mutating func addDecoding(_ key: SwiftDeclarations.Key) {
    let target =
      key.property == "fields" ? "self.fields" : SwiftIdentifiers.escaped(key.property)
    let name = key.name.swiftLiteral
    if case .optional(.weakReference) = key.type {
      let type = swiftType(key.type).dropLast()
      add("    \(target) = try fields.decode(\(name), as: \(type).self)")
    } else if key.isBoxed {
      add("    \(target) = \(names.box)(try fields.decode(\(name)))")
    } else {
      add("    \(target) = try fields.decode(\(name))")
    }
  }

  /// Adds an enum; the compiler synthesises its coding.
  // Keywords as argument labels need no backticks.
  mutating func addEnumeration(_ type: SwiftDeclarations.Declared) {
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
