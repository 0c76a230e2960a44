import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// §9.7: archives whose entries become one in the canonical form, or cannot.
  static func joins() throws -> [ValidFixture] {
    try typeJoins() + keyJoins() + deniedJoins()
  }

  /// A class of two entries that have one key, each with its type, and an object of each.
  private static func join(
    _ name: String, _ about: String, _ left: (ArchiveKey, ArchiveValue?),
    _ right: (ArchiveKey, ArchiveValue?)
  ) throws -> ValidFixture {
    try ValidFixture(
      "join-\(name)", ["9.7"], about,
      ArchiveGraph(
        [.class("T", keys: [left.0]), .class("T", keys: [right.0])],
        [
          ArchiveObject(entry: 1, values: left.0.presence == .retired ? [] : [left.1]),
          ArchiveObject(entry: 2, values: right.0.presence == .retired ? [] : [right.1]),
        ],
        roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "T"))))
  }

  private static func join(
    _ name: String, _ about: String, _ left: ArchiveTypeDescriptor, _ leftValue: ArchiveValue,
    _ right: ArchiveTypeDescriptor, _ rightValue: ArchiveValue
  ) throws -> ValidFixture {
    try join(name, about, (ArchiveKey("k", left), leftValue), (ArchiveKey("k", right), rightValue))
  }

  private static func typeJoins() throws -> [ValidFixture] {
    let anyRef = ArchiveTypeDescriptor.reference(to: nil)
    let deepest = (0..<63).reduce(ArchiveTypeDescriptor.uint8) { type, _ in .list(type) }
    return [
      try join("signed", "int8 and int16.", .int8, .integer(-1), .int16, .integer(300)),
      try join("unsigned", "uint128 and uint8.", .uint128, .unsigned(7), .uint8, .unsigned(8)),
      try join(
        "signs", "int16 and uint8, which have no wider one.", .int16, .integer(1), .uint8,
        .unsigned(1)),
      try join("floats", "float32 and float64.", .float32, .float32(1.5), .float64, .float64(1.5)),
      try join(
        "references", "ref T and ref to any object.", .reference(to: "T"), .reference(2), anyRef,
        .reference(1)),
      try join(
        "weak-references", "weak T and weak to any object.", .weakReference(to: "T"), .reference(2),
        .weakReference(to: nil), .nil),
      try join(
        "strong-and-weak", "ref T and weak T.", .reference(to: "T"), .reference(2),
        .weakReference(to: "T"), .reference(1)),
      try join(
        "optional", "string and optional string.", .string, .string("a"), .optional(.string), .nil),
      try join(
        "nil", "A nil of optional int16, which becomes the outer nil of optional optional int16.",
        .optional(.int16), .nil, .optional(.optional(.int16)), .some(.nil)),
      try join(
        "optional-any", "optional int16 and optional string.", .optional(.int16),
        .some(.integer(5)), .optional(.string), .nil),
      try join(
        "optional-reference", "ref T and optional ref to any object.", .reference(to: "T"),
        .reference(1), .optional(anyRef), .nil),
      try join(
        "never", "list never and list string.", .list(.never), .list([]), .list(.string),
        .list([.string("a")])),
      try join(
        "never-optional", "optional never and int16.", .optional(.never), .nil, .int16, .integer(5)),
      try join(
        "never-parts", "Maps that have never at different places.",
        .map(key: .string, value: .list(.never)),
        .map([ArchiveMapPair(key: .string("a"), value: .list([]))]),
        .map(key: .never, value: .list(.bool)), .map([])),
      try join(
        "never-other", "list never and set never, which differ in more.", .list(.never), .list([]),
        .set(.never), .set([])),
      try join(
        "type-too-deep", "optional never and a type that nests 64 deep, which is not optional.",
        .optional(.never), .nil, deepest, .list([])),
      try join("any", "any and bool.", .any, .any(.int8, .integer(1)), .bool, .bool(true)),
      try join(
        "lists", "list int8 and list int16, which are not looked into.", .list(.int8),
        .list([.integer(1)]), .list(.int16), .list([.integer(1)])),
    ]
  }

  private static func keyJoins() throws -> [ValidFixture] {
    let roots = ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: nil))
    return [
      try join(
        "missing", "A key in each entry that the other does not have.",
        (ArchiveKey("b", .int8), .integer(1)), (ArchiveKey("a", .int8), .integer(2))),
      try join(
        "optional-key", "A key that is optional in one entry, and absent.",
        (ArchiveKey("k", .int8, presence: .optional), nil), (ArchiveKey("k", .int8), .integer(2))),
      try join(
        "retired",
        "A key that is retired in one entry, with another type, and stored in the other.",
        (ArchiveKey("k", .string, presence: .retired), nil), (ArchiveKey("k", .int8), .integer(2))),
      try join(
        "both-retired", "A key that is retired in both entries, with two types.",
        (ArchiveKey("k", .string, presence: .retired), nil),
        (ArchiveKey("k", .int8, presence: .retired), nil)),
      try ValidFixture(
        "join-since", ["9.7"], "A key whose two entries give two versions that introduced it.",
        ArchiveGraph(
          [
            .class("T", version: 3, keys: [ArchiveKey("k", .int8, since: 3)]),
            .class("T", version: 3, keys: [ArchiveKey("k", .int8, since: 2)]),
          ], [ArchiveObject(1, .integer(1)), ArchiveObject(2, .integer(2))], roots: roots)),
      try ValidFixture(
        "join-superclasses", ["9.7"], "Two entries of a superclass, each with a subclass.",
        ArchiveGraph(
          [
            .class("A", keys: [ArchiveKey("k", .int8)]),
            .class("A", keys: [ArchiveKey("k", .int16)]),
            .class("B", superclass: 1), .class("B", superclass: 2),
          ], [ArchiveObject(3, .integer(1)), ArchiveObject(4, .integer(2))], roots: roots)),
      try ValidFixture(
        "join-cases", ["9.7"],
        "Two entries of an enum: a case that both have, one that is retired in one, one that one has.",
        ArchiveGraph(
          [
            .enum(
              "E", version: 2,
              cases: [
                ArchiveCase("c", keys: [ArchiveKey("x", .int8)]), ArchiveCase("b", isRetired: true),
                ArchiveCase("a"),
              ]),
            .enum(
              "E", version: 2,
              cases: [
                ArchiveCase("b", since: 2),
                ArchiveCase("c", since: 2, keys: [ArchiveKey("x", .int16)]),
              ]),
          ],
          roots: ArchiveGraph.roots(
            [
              .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: [.integer(1)])),
              .enum(ArchiveEnumValue(entry: 1, caseIndex: 2, values: [])),
              .enum(ArchiveEnumValue(entry: 2, caseIndex: 0, values: [])),
              .enum(ArchiveEnumValue(entry: 2, caseIndex: 1, values: [.integer(300)])),
            ], .enum("E")))),
      try ValidFixture(
        "join-uniform", ["9.7", "9.8"], "A mixed list whose elements are of one entry when joined.",
        ArchiveGraph(
          values: [.list([structure(1, .integer(1)), structure(2, .integer(300))])],
          type: .list(.struct("S")), entries: twoOfS)),
      try ValidFixture(
        "join-of-members", ["9.7"],
        "An entry of which there is an unreachable object only, and one of which there is none.",
        ArchiveGraph(
          [
            .class("T", keys: [ArchiveKey("k", .int8)]),
            .class("T", keys: [ArchiveKey("k", .string)]),
            .class("T", keys: [ArchiveKey("k", .bool)]),
          ], [ArchiveObject(1, .integer(1)), ArchiveObject(2, .string("a"))],
          roots: ArchiveGraph.roots([.reference(1)], .reference(to: "T")))),
    ]
  }

  private static func deniedJoins() throws -> [ValidFixture] {
    var deep = ArchiveValue.any(.weakReference(to: nil), .nil)
    for _ in 0..<255 { deep = .any(.list(.any), .list([deep])) }
    return [
      try ValidFixture(
        "join-equal-elements", ["9.7"], "A set whose elements become equal.",
        ArchiveGraph(
          values: [.set([structure(1, .integer(1)), structure(2, .integer(1))])],
          type: .set(.struct("S")), entries: twoOfS)),
      try ValidFixture(
        "not-canonical-sets-of-other-order", ["9.7"],
        "A set of two sets that differ only in the order of their elements.",
        ArchiveGraph(
          values: [.set([.set([.integer(1), .integer(2)]), .set([.integer(2), .integer(1)])])],
          type: .set(.set(.int8)))),
      try ValidFixture(
        "join-equal-keys", ["9.7"], "A map whose keys become equal.",
        ArchiveGraph(
          values: [
            .map([
              ArchiveMapPair(key: structure(1, .integer(1)), value: .bool(true)),
              ArchiveMapPair(key: structure(2, .integer(1)), value: .bool(false)),
            ])
          ], type: .map(key: .struct("S"), value: .bool), entries: twoOfS)),
      try join(
        "too-deep", "A value at depth 512 that becomes any, which makes it one deeper.",
        (ArchiveKey("k", .list(.any)), .list([deep])), (ArchiveKey("k", .bool), .bool(true))),
    ]
  }

  private static let twoOfS: [ArchiveClassEntry] = [
    .struct("S", keys: [ArchiveKey("x", .int8)]), .struct("S", keys: [ArchiveKey("x", .int16)]),
  ]
}
