internal import Stele

/// Writes classes of Swift that read an archive, as a start for programs that import such archives.
package struct SwiftSource {
  /// The text, in lines.
  package private(set) var lines: [String] = []
  private var declarations: SwiftDeclarations
  private var types: SwiftTypes
  private let names: SwiftHelperNames
  private let schema: ArchiveSchema
  /// The identifiers of the properties of each class, so that subclasses do not use them again.
  private var properties: [Int: SwiftIdentifiers] = [:]
  private var order: [Int] = []
  private var indent = ""
  private let isNested: Bool
  private let typeNames: Set<String>

  /// Names that the text needs for something else.
  private static let reserved: Set<String> = [
    "Any", "Array", "ArchiveClass", "ArchiveDeclaring", "Bool", "CodingKey", "CodingKeys", "Data",
    "Date", "Decimal", "Decodable", "Decoder", "DecodingError", "Dictionary", "Double",
    "FieldDecodable", "FieldDecoder", "Float", "Foundation", "Hashable", "Hasher", "Int", "Int128",
    "Int16", "Int32", "Int8", "Never", "ObjectIdentifier", "Optional", "Protocol", "Self", "Set",
    "Stele", "SteleDecoder", "SteleFoundation", "StaticString", "String", "TwoPhaseDecodable",
    "Type",
    "UInt", "UInt128", "UInt16", "UInt32", "UInt8", "UUID", "Unarchiver", "readRoots", "some",
    "any",
    "self", "Swift", "_",
  ]

  /// Writes the text for an archive.
  ///
  /// - Parameters:
  ///   - schema: The classes and roots of the archive.
  ///   - origin: What is said of the archive in the comment at the top, a name.
  ///   - namespace: The name of an enum around all types, or nil for none.
  package init(_ schema: ArchiveSchema, origin: String, namespace: String? = nil) {
    self.schema = schema
    declarations = SwiftDeclarations(schema)
    var identifiers = SwiftIdentifiers(
      .upper, reserved: Self.reserved.union(namespace.map { [$0] } ?? []))
    for (index, type) in declarations.types.enumerated() {
      declarations.setIdentifier(identifiers.make(type.name), of: index)
    }
    names = SwiftHelperNames(
      anyObject: identifiers.make("ArchivedObject"), anyValue: identifiers.make("AnyValue"),
      mapKey: identifiers.make("MapKey"), box: identifiers.make("Boxed"),
      roots: identifiers.make("Roots"))
    isNested = namespace != nil
    typeNames = Set(declarations.types.map(\.identifier))
    types = SwiftTypes(declarations: declarations, names: names)
    nameMembers()
    types = SwiftTypes(declarations: declarations, names: names)
    noteNeeds()
    addHead(origin)
    if let namespace {
      add("/// The types of an archive.")
      add("enum \(namespace) {")
      indent = "  "
    }
    addTypes()
    addHelpers()
    addRoots()
    if namespace != nil {
      indent = ""
      add("}")
    }
  }

  /// Whether a name can be that of a type, for certain.
  package static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 60, !reserved.contains(name) else {
      return false
    }
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    return !isDigit && !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      } && SwiftIdentifiers.escaped(name) == name
  }

  private mutating func add(_ line: String) { lines.append(line.isEmpty ? "" : indent + line) }

  /// Puts superclasses before their subclasses, and names all members.
  private mutating func nameMembers() {
    var isDone = Set<Int>()
    for index in declarations.types.indices {
      var path: [Int] = []
      var next: Int? = index
      while let current = next, isDone.insert(current).inserted {
        path.append(current)
        next = declarations.types[current].superclass
      }
      for current in path.reversed() {
        nameMembers(of: current)
        order.append(current)
      }
    }
  }

  private mutating func nameMembers(of index: Int) {
    let type = declarations.types[index]
    var own = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    let found = type.keys.map { key in
      own.make(key.name) { name in
        if typeNames.contains(name) { return true }
        var next = type.superclass
        while let current = next {
          if properties[current]?.contains(name) == true { return true }
          next = declarations.types[current].superclass
        }
        return false
      }
    }
    properties[index] = own
    declarations.setProperties(found, of: index)
    var cases = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    for (number, entryCase) in type.cases.enumerated() {
      var labels = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
      let identifier = cases.make(entryCase.name)
      declarations.setCase(
        identifier, entryCase.keys.map { labels.make($0.name) }, number, of: index)
    }
  }

  /// Finds out what the text needs, by a look at all types.
  private mutating func noteNeeds() {
    for type in declarations.types {
      for key in type.keys { _ = types.type(key.type) }
      for entryCase in type.cases { for key in entryCase.keys { _ = types.type(key.type) } }
    }
    for root in schema.roots { _ = types.type(root.type) }
  }

  private mutating func addHead(_ origin: String) {
    add("// Made by `stele schema --swift` from \(origin.swiftComment).")
    add("//")
    add(
      "// A start for a program that reads such archives; change it as you like. The names in archives stand in"
    )
    add("// the declarations and beside the keys, and have to stay as they are.")
    add("")
    if types.needs.foundation { add("import Foundation") }
    add("import Stele")
    if types.needs.foundation { add("import SteleFoundation") }
    add("")
  }

  private mutating func addTypes() {
    for index in order {
      let type = declarations.types[index]
      switch type.kind {
      case .class: addClass(type, index)
      case .structure: addStructure(type)
      case .enumeration: addEnumeration(type)
      }
      add("")
    }
  }

  // MARK: Declarations

  /// Whether a struct or enum has a name that something else has, too: a program cannot declare both.
  private func sharesName(_ type: SwiftDeclarations.Declared) -> Bool {
    let others: [ArchiveClassEntry.Kind] = [.class, .structure, .enumeration]
    return type.kind != .class
      && others.contains { $0 != type.kind && declarations.index($0, type.name) != nil }
  }

  /// The conformances of a struct or enum.
  private func conformances(_ type: SwiftDeclarations.Declared, _ coding: String) -> String {
    sharesName(type) ? coding : "\(coding), ArchiveDeclaring"
  }

  private mutating func addArchiveClass(_ type: SwiftDeclarations.Declared, _ modifiers: String) {
    guard !sharesName(type) else {
      add("  // TODO: Another type has the same name in the archive, \(type.name.swiftComment).")
      return
    }
    var arguments = type.name.swiftLiteral
    if type.version > 1 { arguments += ", version: \(type.version)" }
    var keys: [String] = []
    for key in type.keys where key.since > 1 {
      keys.append(".key(\(key.name.swiftLiteral), since: \(key.since))")
    }
    for key in type.retired {
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

  private mutating func addClass(_ type: SwiftDeclarations.Declared, _ index: Int) {
    let superclass =
      type.superclass.map { declarations.types[$0].identifier }
      ?? (types.needs.anyObject ? names.anyObject : nil)
    if type.isCut {
      add(
        "// TODO: The superclass is left out; versions of the classes have each other as superclasses."
      )
    }
    if type.newest == 0 { add("// The archive has the name alone.") }
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

  /// The type of a property, which is optional where there may be no value.
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

  private mutating func addStructure(_ type: SwiftDeclarations.Declared) {
    if type.newest == 0 { add("// The archive has the name alone.") }
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

  // Keywords in front of arguments need no backticks.
  private mutating func addEnumeration(_ type: SwiftDeclarations.Declared) {
    if type.newest == 0 { add("// The archive has the name alone.") }
    guard !type.cases.isEmpty else {
      add("enum \(type.identifier): \(conformances(type, "Decodable")) {")
      add("  // TODO: No value can have a case of this enum.")
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

  // MARK: Helpers

  private mutating func addHelpers() {
    var text: [String] = []
    if types.needs.anyObject { text += SwiftHelpers.anyObject(names) }
    if types.needs.anyValue { text += SwiftHelpers.anyValue(names) }
    if types.needs.mapKey { text += SwiftHelpers.mapKey(names) }
    if types.needs.box { text += SwiftHelpers.box(names) }
    for line in text { add(line) }
  }

  // MARK: Roots

  private mutating func addRoots() {
    var identifiers = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    let roots = schema.roots.map { root in
      (root, identifiers.make(root.name))
    }
    add("/// The roots of the archive.")
    add("struct \(names.roots) {")
    for (root, property) in roots {
      add("  let \(SwiftIdentifiers.escaped(property)): \(types.type(root.type))")
    }
    if roots.isEmpty { add("  // The archive has none.") }
    add("}")
    add("")
    add("/// Reads the roots of an archive.")
    add("\(isNested ? "static " : "")func readRoots(_ bytes: [UInt8]) throws -> \(names.roots) {")
    let classes = declarations.types.filter { $0.kind == .class }.map(
      \.identifier)
    if classes.isEmpty {
      add("  let decoder = SteleDecoder()")
    } else {
      add("  var decoder = SteleDecoder()")
      add("  decoder.allow([")
      for name in classes { add("    \(name).self,") }
      add("  ])")
    }
    if roots.isEmpty {
      add("  _ = try Unarchiver(bytes, decoder)")
      add("  return \(names.roots)()")
    } else {
      add("  let unarchiver = try Unarchiver(bytes, decoder)")
      add("  return \(names.roots)(")
      for (index, (root, property)) in roots.enumerated() {
        let end = index == roots.count - 1 ? ")" : ","
        add(
          "    \(property): try unarchiver.decode(root: \(root.name.swiftLiteral))\(end)"
        )
      }
    }
    add("}")
  }
}
