internal import Stele
package import SteleInspection

/// A generator of Swift classes that read an archive, as a start for programs that import similar archives.
package struct SwiftSource {
  /// Receives the text, line by line.
  private let write: (String) throws -> Void
  /// The error of writing a line; no further lines are written.
  private var failure: (any Error)?
  var declarations: SwiftDeclarations
  var types: SwiftTypes
  let names: SwiftHelperNames
  private let schema: ArchiveSchema
  private var order: [Int] = []
  private var indent = ""
  private let isNested: Bool
  private let typeNames: Set<String>

  /// Names that the text needs for other purposes.
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
  ///   - origin: The name of the archive for the comment at the top.
  ///   - namespace: The name of an enum that contains all types, or `nil` for none.
  ///   - write: Receives the lines.
  /// - Throws: The error of the closure.
  package static func write(
    _ schema: ArchiveSchema, origin: String, namespace: String? = nil,
    _ write: @escaping (String) throws -> Void
  ) throws {
    if let failure = SwiftSource(schema, origin, namespace, write).failure { throw failure }
  }

  private init(
    _ schema: ArchiveSchema, _ origin: String, _ namespace: String?,
    _ write: @escaping (String) throws -> Void
  ) {
    self.schema = schema
    self.write = write
    declarations = SwiftDeclarations(schema)
    var identifiers = SwiftIdentifiers(
      .upper, reserved: Self.reserved.union(namespace.map { [$0] } ?? []))
    for (index, type) in declarations.types.enumerated() {
      declarations.setIdentifier(
        type.isRegistered ? "Swift.Duration" : identifiers.make(type.name), of: index)
    }
    names = SwiftHelperNames(
      anyObject: identifiers.make("ArchivedObject"), anyValue: identifiers.make("AnyValue"),
      mapKey: identifiers.make("MapKey"), box: identifiers.make("Boxed"),
      roots: identifiers.make("Roots"))
    isNested = namespace != nil
    typeNames = Set(declarations.types.map(\.identifier))
    // Changing a copy of the declarations would need their memory twice.
    types = SwiftTypes(
      declarations: SwiftDeclarations(ArchiveSchema(classes: ArchiveClassTable(), roots: [])),
      names: names)
    orderTypes()
    nameMembers()
    types = SwiftTypes(declarations: declarations, names: names)
    recordNeeds()
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

  /// Returns whether a name is certain to be a valid type name.
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

  mutating func add(_ line: String) {
    guard failure == nil else { return }
    do { try write(line.isEmpty ? "" : indent + line) } catch { failure = error }
  }

  /// Puts superclasses before their subclasses.
  private mutating func orderTypes() {
    var isDone = Set<Int>()
    for index in declarations.types.indices {
      var path: [Int] = []
      var next: Int? = index
      while let current = next, isDone.insert(current).inserted {
        path.append(current)
        next = declarations.types[current].superclass
      }
      order += path.reversed().filter { !declarations.types[$0].isRegistered }
    }
  }

  /// Names all members.
  ///
  /// The properties of a class form a scope within those of its superclass, since a subclass must not reuse their
  /// names.
  private mutating func nameMembers() {
    enum Step {
      case name(Int)
      case endScope
    }
    var subclasses: [Int: [Int]] = [:]
    var rest: [Step] = []
    for index in order.reversed() {
      guard let superclass = declarations.types[index].superclass else {
        rest.append(.name(index))
        continue
      }
      subclasses[superclass, default: []].append(index)
    }
    var identifiers = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    while let step = rest.popLast() {
      guard case .name(let index) = step else {
        identifiers.endScope()
        continue
      }
      identifiers.beginScope()
      nameMembers(of: index, &identifiers)
      rest.append(.endScope)
      rest += (subclasses[index] ?? []).map(Step.name)
    }
  }

  private mutating func nameMembers(of index: Int, _ identifiers: inout SwiftIdentifiers) {
    let found = declarations.types[index].keys.map { key in
      identifiers.make(key.name) { typeNames.contains($0) }
    }
    declarations.setProperties(found, of: index)
    var cases = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    for number in declarations.types[index].cases.indices {
      var labels = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
      let identifier = cases.make(declarations.types[index].cases[number].name)
      let properties = declarations.types[index].cases[number].keys.map { labels.make($0.name) }
      declarations.setCase(identifier, properties, number, of: index)
    }
  }

  /// Records the imports and helpers that the types need.
  private mutating func recordNeeds() {
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
      "// A start for a program that reads similar archives; everything may be changed, except the names that archives"
    )
    add("// contain: those of classes in `archiveClass`, and those of keys in strings.")
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
      case .struct: addStructure(type)
      case .enum: addEnumeration(type)
      }
      add("")
    }
  }

  private mutating func addHelpers() {
    var text: [String] = []
    if types.needs.anyObject { text += SwiftHelpers.anyObject(names) }
    if types.needs.anyValue { text += SwiftHelpers.anyValue(names) }
    if types.needs.mapKey { text += SwiftHelpers.mapKey(names) }
    if types.needs.box { text += SwiftHelpers.box(names) }
    for line in text { add(line) }
  }

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
    if roots.isEmpty { add("  // The archive has no roots.") }
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
      add("  _ = try Unarchiver(bytes, decoder: decoder)")
      add("  return \(names.roots)()")
    } else {
      add("  let unarchiver = try Unarchiver(bytes, decoder: decoder)")
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
