internal import Stele
package import SteleInspection

/// A generator of Swift classes that read an archive, as a start for programs that import similar archives.
package struct SwiftSource {
  /// Receives the text, line by line.
  private let write: (String) throws -> Void
  /// The error of writing a line; no further lines are written.
  private var failure: (any Error)?
  var declarations: SwiftDeclarations
  /// The imports and declarations that the text needs.
  var needs = (foundation: false, anyObject: false, anyValue: false, mapKey: false, box: false)
  /// The names of the helpers that are declared besides the types of the archive.
  let names: (anyObject: String, anyValue: String, mapKey: String, box: String, roots: String)
  private let schema: ArchiveSchema
  private var order: [Int] = []
  private var indent = ""
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
    for index in declarations.types.indices {
      let type = declarations.types[index]
      declarations.types[index].identifier =
        type.isRegistered ? "Swift.Duration" : identifiers.make(type.name)
    }
    names = (
      anyObject: identifiers.make("ArchivedObject"), anyValue: identifiers.make("AnyValue"),
      mapKey: identifiers.make("MapKey"), box: identifiers.make("Boxed"),
      roots: identifiers.make("Roots")
    )
    typeNames = Set(declarations.types.map(\.identifier))
    orderTypes()
    nameMembers()
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
    name.wholeMatch(of: /[A-Za-z][A-Za-z0-9]{0,59}/) != nil && !reserved.contains(name)
      && SwiftIdentifiers.escaped(name) == name
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
    // Types without a superclass have the key nil; the last type of each list is named first.
    let subclasses = Dictionary(grouping: order.reversed()) { declarations.types[$0].superclass }
    // The types to name; nil is the end of a scope.
    var rest: [Int?] = subclasses[nil] ?? []
    var identifiers = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    while let step = rest.popLast() {
      guard let index = step else {
        identifiers.endScope()
        continue
      }
      identifiers.beginScope()
      nameMembers(of: index, &identifiers)
      rest.append(nil)
      rest += subclasses[index] ?? []
    }
  }

  private mutating func nameMembers(of index: Int, _ identifiers: inout SwiftIdentifiers) {
    for key in declarations.types[index].keys.indices {
      let name = declarations.types[index].keys[key].name
      declarations.types[index].keys[key].property = identifiers.make(name) {
        typeNames.contains($0)
      }
    }
    var cases = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    for number in declarations.types[index].cases.indices {
      var labels = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
      var entryCase = declarations.types[index].cases[number]
      entryCase.identifier = cases.make(entryCase.name)
      for key in entryCase.keys.indices {
        entryCase.keys[key].property = labels.make(entryCase.keys[key].name)
      }
      declarations.types[index].cases[number] = entryCase
    }
  }

  /// Records the imports and helpers that the types need.
  private mutating func recordNeeds() {
    for type in declarations.types {
      for key in type.keys { _ = swiftType(key.type) }
      for entryCase in type.cases { for key in entryCase.keys { _ = swiftType(key.type) } }
    }
    for root in schema.roots { _ = swiftType(root.type) }
  }

  private mutating func addHead(_ origin: String) {
    add("// Made by `stele schema --swift` from \(origin.swiftComment).")
    add("//")
    add(
      "// A start for a program that reads similar archives; everything may be changed, except the names that archives"
    )
    add("// contain: those of classes in `archiveClass`, and those of keys in strings.")
    add("")
    if needs.foundation { add("import Foundation") }
    add("import Stele")
    if needs.foundation { add("import SteleFoundation") }
    add("")
  }

  private mutating func addTypes() {
    for index in order {
      let type = declarations.types[index]
      if type.newest == 0 { add("// The archive contains only the name of this type.") }
      switch type.kind {
      case .class, .struct: addRecord(type)
      case .enum: addEnumeration(type)
      }
      add("")
    }
  }

  private mutating func addRoots() {
    var identifiers = SwiftIdentifiers(.lower, reserved: SwiftIdentifiers.reservedMembers)
    let roots = schema.roots.map { root in
      (root, identifiers.make(root.name))
    }
    add("/// The roots of the archive.")
    add("struct \(names.roots) {")
    for (root, property) in roots {
      add("  let \(SwiftIdentifiers.escaped(property)): \(swiftType(root.type))")
    }
    if roots.isEmpty { add("  // The archive has no roots.") }
    add("}")
    add("")
    add("/// Reads the roots of an archive.")
    add(
      "\(indent.isEmpty ? "" : "static ")func readRoots(_ bytes: [UInt8]) throws -> \(names.roots) {"
    )
    let classes = declarations.types.filter { $0.kind == .class }.map(\.identifier)
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
