import Stele
import SteleInspection
import TestSupport
import Testing

@Suite("Verdicts of comparisons and what the library does")
struct CompatibilityMatrixTests {
  typealias Key = GeneratedProgram.Key
  typealias Body = GeneratedProgram.Body

  private func expectAgreement(_ rows: [MatrixRow]) throws {
    let lines = try rows.flatMap { try $0.disagreements() }
    #expect(
      lines.isEmpty,
      "\(lines.count) in \(rows.count) rows:\n\(lines.prefix(40).joined(separator: "\n"))")
  }

  /// A program whose objects have one key.
  private static func program(_ type: GeneratedType, version: Int) -> GeneratedProgram {
    var program = GeneratedProgram()
    program.levels = [Body("Thing", version: version, [Key("value", type)])]
    return program
  }

  /// Two programs whose objects have one key, of two types.
  private static func row(
    _ old: GeneratedType, _ new: GeneratedType, isExact: Bool = false
  ) -> MatrixRow {
    MatrixRow(
      title: "\(old) to \(new)", old: program(old, version: 1), new: program(new, version: 2),
      isExact: isExact)
  }
  static let types = GeneratedType.scalars

  @Test(arguments: types) func `changes of the type of a key`(_ old: GeneratedType) throws {
    try expectAgreement(Self.types.map { Self.row(old, $0, isExact: true) })
  }

  static let compounds: [GeneratedType] =
    [.int16, .string, .struct, .enum] + GeneratedType.objects
    + GeneratedType.Target.allCases.map { .weak($0) }
    + [
      .optional(.int8), .optional(.struct), .optional(.reference(.item)), .list(.int16),
      .list(.reference(.item)), .list(.optional(.int8)), .set(.int16), .map(.int16),
      .map(.reference(.subitem)), .list(.struct), .map(.struct), .list(.list(.int8)),
    ]

  @Test(arguments: compounds) func `changes between types with parts`(_ old: GeneratedType) throws {
    try expectAgreement(
      Self.compounds.filter { !old.isReadByStructure(as: $0) }.map { Self.row(old, $0) })
  }

  /// Types of which values are read as those of another kind (§10.7), such as an array as a set.
  static let kinds: [GeneratedType] = [
    .bytes, .uuid, .double, .optional(.date), .list(.uint8), .optional(.list(.uint8)),
    .list(.optional(.uint8)), .set(.uint8), .list(.int16), .set(.int16), .list(.double),
    .set(.double), .list(.date), .list(.string), .set(.string), .list(.uuid), .pairs(.int16),
    .pairs(.uint8), .pairs(.double), .list(.weak(.item)), .list(.reference(.item)),
  ]

  @Test(arguments: kinds) func `changes between kinds of values`(_ old: GeneratedType) throws {
    try expectAgreement(Self.kinds.map { Self.row(old, $0) })
  }

  /// Types of keys that come and go.
  static let keyTypes: [GeneratedType] = [
    .int16, .optional(.int16), .string, .struct, .enum, .reference(.item), .weak(.item),
    .list(.int16), .map(.string),
  ]

  /// The places of a key in a program.
  enum Place: CaseIterable { case top, bottom, side, item, `struct`, payload }

  /// Returns a program with keys at a place besides one that stays.
  private static func program(
    _ keys: [Key], at place: Place, version: Int, retired: [Key] = []
  ) -> GeneratedProgram {
    var program = GeneratedProgram()
    program.levels = [
      Body("Base", version: version, [Key("stays", .int8)]), Body("Thing", version: version),
    ]
    program.sides = [Body("Side", version: version)]
    program.item.version = version
    program.structure.version = version
    program.enumeration.version = version
    if place == .struct { program.levels[0].keys.append(Key("pair", .struct)) }
    if place == .payload { program.levels[0].keys.append(Key("choice", .enum)) }
    func add(_ body: inout Body) {
      body.keys += keys
      body.retired = retired.map { ($0.name.description, $0.type.descriptor) }
    }
    switch place {
    case .top: add(&program.levels[0])
    case .bottom: add(&program.levels[1])
    case .side: add(&program.sides[0])
    case .item: add(&program.item)
    case .struct: add(&program.structure)
    case .payload: add(&program.cases[0])
    }
    return program
  }

  @Test(arguments: Place.allCases) func `keys added and removed`(place: Place) throws {
    var rows: [MatrixRow] = []
    // A value does not contain one of its own type.
    let own: [Place: GeneratedType] = [.item: .reference(.item), .struct: .struct, .payload: .enum]
    for type in Self.keyTypes where type != own[place] {
      for isOptional in [false, true] {
        let key = Key("value", type, isOptional: isOptional)
        let newKey = Key("value", type, isOptional: isOptional, since: 2)
        rows += [
          MatrixRow(
            title: "\(type), \(isOptional), added \(place)",
            old: Self.program([], at: place, version: 1),
            new: Self.program([newKey], at: place, version: 2)),
          MatrixRow(
            title: "\(type), \(isOptional), removed \(place)",
            old: Self.program([key], at: place, version: 1),
            new: Self.program([], at: place, version: 2)),
        ]
      }
    }
    try expectAgreement(rows)
  }

  @Test(arguments: [Place.top, .bottom, .item, .struct])
  func `keys retired, and back with the same or another type`(place: Place) throws {
    var rows: [MatrixRow] = []
    for type in [GeneratedType.int16, .optional(.int16), .string] {
      let key = Key("value", type)
      let with = Self.program([key], at: place, version: 1)
      let retired = Self.program([], at: place, version: 2, retired: [key])
      rows.append(MatrixRow(title: "\(type) retired \(place)", old: with, new: retired))
      for other in [GeneratedType.int16, .int32, .string] {
        let back = Self.program([Key("value", other)], at: place, version: 3)
        rows.append(MatrixRow(title: "\(type) back as \(other) \(place)", old: retired, new: back))
      }
    }
    try expectAgreement(rows)
  }

  @Test(arguments: Place.allCases) func `optionality and presence`(place: Place) throws {
    var rows: [MatrixRow] = []
    let keys = [
      Key("value", .int16), Key("value", .int16, isOptional: true), Key("value", .optional(.int16)),
      Key("value", .int32), Key("value", .int8, isOptional: true),
    ]
    for old in keys {
      for new in keys {
        rows.append(
          MatrixRow(
            title: "\(old.type) \(old.isOptional) to \(new.type) \(new.isOptional) \(place)",
            old: Self.program([old], at: place, version: 1),
            new: Self.program([new], at: place, version: 2)))
      }
    }
    try expectAgreement(rows)
  }

  @Test(arguments: [GeneratedType.int16, .optional(.int16), .string, .reference(.item)])
  func `keys moved between levels`(type: GeneratedType) throws {
    var rows: [MatrixRow] = []
    let places: [Place] = [.top, .bottom, .side]
    for old in places {
      for new in places where old != new {
        for isOptional in [false, true] {
          for other in [type, .int32] {
            rows.append(
              MatrixRow(
                title: "\(type) \(isOptional) from \(old) to \(other) at \(new)",
                old: Self.program(
                  [Key("value", type, isOptional: isOptional)], at: old, version: 1),
                new: Self.program([Key("value", other)], at: new, version: 2)))
          }
        }
      }
    }
    try expectAgreement(rows)
  }

  @Test(arguments: [true, false]) func `superclasses inserted and removed`(hasSide: Bool) throws {
    let bodies: [[Body]] = [
      [Body("Thing", [Key("own", .int8)])], [Body("Base"), Body("Thing", [Key("own", .int8)])],
      [Body("Base", [Key("more", .string)]), Body("Thing", [Key("own", .int8)])],
      [Body("Base", [Key("more", .string, isOptional: true)]), Body("Thing", [Key("own", .int8)])],
      [Body("Base", [Key("own", .int8)]), Body("Thing")],
      [Body("Base"), Body("Middle"), Body("Thing", [Key("own", .int8)])],
      [Body("Base"), Body("Middle", [Key("more", .string)]), Body("Thing", [Key("own", .int8)])],
      [Body("Other"), Body("Thing", [Key("own", .int8)])],
      [Body("Other", [Key("else", .string)]), Body("Thing", [Key("own", .int8)])],
    ]
    var rows: [MatrixRow] = []
    for (oldIndex, old) in bodies.enumerated() {
      for (newIndex, new) in bodies.enumerated()
      where old.count != new.count || oldIndex != newIndex {
        // Objects of the other class cannot be in a list of the lower one.
        for rootLevel in hasSide ? [0] : [nil, 0] {
          var programs = (GeneratedProgram(), GeneratedProgram())
          programs.0.levels = old
          programs.1.levels = new.map {
            var body = $0
            body.version = 2
            return body
          }
          if hasSide {
            programs.0.sides = [Body("Side", [Key("side", .bool)])]
            programs.1.sides = [Body("Side", version: 2, [Key("side", .bool)])]
          }
          programs.0.rootLevel = rootLevel
          programs.1.rootLevel = rootLevel
          rows.append(
            MatrixRow(
              title: "\(oldIndex) to \(newIndex), root \(rootLevel ?? -1)", old: programs.0,
              new: programs.1, mayHaveSuperobjects: rootLevel != nil))
        }
      }
    }
    try expectAgreement(rows)
  }

  /// Returns a program with an enum of some cases.
  private static func program(
    cases: [Body], at key: GeneratedType = .enum, version: Int
  ) -> GeneratedProgram {
    var program = Self.program(key, version: version)
    program.enumeration.version = version
    program.cases = cases
    return program
  }

  @Test(arguments: [
    GeneratedType.enum, .optional(.enum), .list(.enum), .map(.enum),
  ])
  func `cases added, removed and in another order`(type: GeneratedType) throws {
    let cases: [[Body]] = [
      [Body("one")], [Body("two")], [Body("one"), Body("two")], [Body("two"), Body("one")],
      [Body("one", [Key("a", .int8)])], [Body("one", [Key("a", .int16)]), Body("two")],
      [Body("one", [Key("b", .string)]), Body("two")],
      [Body("one", [Key("a", .int8, isOptional: true)]), Body("two", [Key("a", .string)])],
    ]
    var rows: [MatrixRow] = []
    for (oldIndex, old) in cases.enumerated() {
      for (newIndex, new) in cases.enumerated() where oldIndex != newIndex {
        rows.append(
          MatrixRow(
            title: "cases \(oldIndex) to \(newIndex) in \(type)",
            old: Self.program(cases: old, at: type, version: 1),
            new: Self.program(cases: new, at: type, version: 2)))
      }
    }
    try expectAgreement(rows)
  }

  @Test func `classes, structs, enums, cases and keys renamed`() throws {
    let types: [GeneratedType] = [.int16, .struct, .enum, .reference(.item)]
    var rows: [MatrixRow] = []
    for type in types {
      for rename in [[0], [1], [2], [3], [4], [5], [0, 5], [1, 5], [2, 4]] as [Set<Int>] {
        // Structs and enums of other names are read by their structure (§10.7).
        let ofType = type == .struct ? 2 : type == .enum ? 3 : nil
        if let ofType, rename.contains(ofType) { continue }
        let old = Self.program([Key("value", type), Key("other", .bool)], at: .bottom, version: 1)
        var new = Self.program(
          [Key(rename.contains(5) ? "worth" : "value", type), Key("other", .bool)], at: .bottom,
          version: 2)
        var formerNames: [String: String] = [:]
        func change(_ name: inout String, _ newName: String) {
          formerNames[newName] = name
          name = newName
        }
        if rename.contains(0) { change(&new.levels[1].name, "Entity") }
        if rename.contains(1) { change(&new.item.name, "Article") }
        if rename.contains(2) { change(&new.structure.name, "Couple") }
        if rename.contains(3) { change(&new.enumeration.name, "Selection") }
        if rename.contains(4) { change(&new.cases[0].name, "first") }
        if rename.contains(5) { formerNames["worth"] = "value" }
        rows.append(
          MatrixRow(
            title: "\(type), renamed \(rename.sorted())", old: old, new: new,
            formerNames: formerNames))
      }
    }
    try expectAgreement(rows)
  }

  @Test func `versions raised, kept and lowered`() throws {
    var rows: [MatrixRow] = []
    for (old, new) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1)] {
      for (oldType, newType) in [
        (GeneratedType.int8, GeneratedType.int8), (.int8, .int16), (.int16, .string),
      ] {
        rows.append(
          MatrixRow(
            title: "\(oldType) of \(old) to \(newType) of \(new)",
            old: Self.program(oldType, version: old), new: Self.program(newType, version: new)))
        rows.append(
          MatrixRow(
            title: "\(oldType) of \(old) to none of \(new)",
            old: Self.program([Key("value", oldType)], at: .bottom, version: old),
            new: Self.program([], at: .bottom, version: new)))
      }
    }
    try expectAgreement(rows)
  }
}
