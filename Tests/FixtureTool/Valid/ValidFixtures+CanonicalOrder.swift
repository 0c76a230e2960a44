import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Rule K5.
  static func nameEdges() throws -> [ValidFixture] {
    func objects(
      _ name: String, _ about: String, keeps: [String] = [], _ keys: [ArchiveKey],
      _ values: ArchiveValue?...
    ) throws -> ValidFixture {
      try ValidFixture(
        name, ["9.6"], about, keeps: keeps,
        ArchiveGraph(
          [.class("T", keys: keys)], [ArchiveObject(entry: 1, values: values)],
          roots: [ArchiveNamedValue("r", .reference(to: "T"), .reference(1))]))
    }
    func enums(_ name: String, _ about: String, _ cases: [ArchiveCase]) throws -> ValidFixture {
      let values = cases[0].keys.map { _ in ArchiveValue.bool(true) }
      return try ValidFixture(
        name, ["9.6"], about,
        ArchiveGraph(
          [.enum("E", cases: cases)],
          roots: [
            ArchiveNamedValue(
              "r", .enum("E"), .enum(ArchiveEnumValue(entry: 1, caseIndex: 0, values: values)))
          ]))
    }
    let (a, b) = (ArchiveKey("a", .bool), ArchiveKey("b", .bool))
    return [
      try objects(
        "canonical-keys", "Keys in the order of the bytes of their names, the empty one first.",
        keeps: ["K5"],
        [
          ArchiveKey("", .bool), ArchiveKey("B", .bool), a, ArchiveKey("a\u{0}", .bool),
          ArchiveKey("\u{E9}", .bool),
        ],
        .bool(true), .bool(true), .bool(true), .bool(true), .bool(true)),
      try objects(
        "not-canonical-keys", "Keys that are not in the order of their names.", [b, a],
        .bool(true), .bool(false)),
      try objects(
        "not-canonical-retired-key", "A retired key that is not in the order of the names.",
        [b, ArchiveKey("a", .bool, presence: .retired)], .bool(true)),
      try objects(
        "not-canonical-optional-keys",
        "Optional keys that are not in the order of their names: presence bits follow the order.",
        [
          ArchiveKey("b", .bool, presence: .optional), ArchiveKey("a", .bool, presence: .optional),
          ArchiveKey("c", .bool, presence: .optional),
        ], .bool(true), nil, .bool(false)),
      try enums(
        "not-canonical-cases", "Cases that are not in the order of their names.",
        [ArchiveCase("b"), ArchiveCase("a")]),
      try enums(
        "not-canonical-case-keys", "Keys of a case that are not in the order of their names.",
        [ArchiveCase("c", keys: [b, a])]),
      try enums(
        "not-canonical-case-before-its-keys",
        "A case is not in the order of the names, nor are its keys: its name comes first.",
        [ArchiveCase("b"), ArchiveCase("a", keys: [b, a])]),
      try ValidFixture(
        "not-canonical-entries-before-keys", ["9.6"],
        "The keys of the first entry are not in order, nor are the entries: these come first.",
        ArchiveGraph(
          [.class("U", keys: [b, a]), .class("T")],
          [ArchiveObject(1, .bool(true), .bool(true)), ArchiveObject(2)],
          roots: [
            ArchiveNamedValue("t", .reference(to: "U"), .reference(1)),
            ArchiveNamedValue("u", .reference(to: "T"), .reference(2)),
          ])),
    ]
  }

  /// Archives that break several rules of the canonical form, and the order in which these are found.
  static func orderEdges() throws -> [ValidFixture] {
    let t = ArchiveTypeDescriptor.reference(to: "T")
    let three = [ArchiveObject(1), ArchiveObject(1), ArchiveObject(1)]
    let classes = ArchiveParts.Part(
      "CLAS",
      Wire.classes(
        names: ["T"],
        entries: [Wire.entry(name: 1, Wire.key("b", [0x10]), Wire.key("r", [0x20, 0x30, 1]))]))
    /// A record that holds some bytes, and a reference.
    func record(_ byteCount: Int, _ reference: Int) -> [UInt8] {
      let bytes = Array(repeating: UInt8(0x62), count: byteCount)
      return Wire.record(1, Wire.varint(byteCount) + bytes, Wire.varint(reference))
    }
    let roots = ArchiveParts.Part("ROOT", Wire.roots(Wire.root("r", [0x21, 0x30, 1], [1, 1])))
    return [
      try ValidFixture(
        "not-canonical-root-before-its-value", ["9.6"],
        "A root is not in the order of the names, and its value holds a number that is not due: the name comes first.",
        ArchiveGraph(
          [.class("T")], three,
          roots: [
            ArchiveNamedValue("b", t, .reference(1)), ArchiveNamedValue("a", t, .reference(3)),
            ArchiveNamedValue("c", t, .reference(2)),
          ])),
      try ValidFixture(
        "not-canonical-metadata-before-its-value", ["9.6"],
        "A metadata item is not in the order of the keys, nor are the elements of its set: the key comes first.",
        ArchiveGraph(
          metadata: [
            ArchiveNamedValue("b", .bool, .bool(true)),
            ArchiveNamedValue("a", .set(.int8), .set([.integer(2), .integer(1)])),
          ])),
      try ValidFixture(
        "not-canonical-key-before-its-value", ["9.6"],
        "A map key is not above the one before it, and its value holds a number that is not due: the key comes first.",
        ArchiveGraph(
          [.class("T")], three,
          roots: [
            ArchiveNamedValue(
              "map", .map(key: .string, value: t),
              .map([
                ArchiveMapPair(key: .string("b"), value: .reference(1)),
                ArchiveMapPair(key: .string("a"), value: .reference(3)),
              ])),
            ArchiveNamedValue("t", t, .reference(2)),
          ])),
      try ValidFixture(
        "not-canonical-record-before-later-block", ["9.6"],
        "A record of the first block holds a number that is not due, and the second block is closed too early: the record comes first.",
        [
          classes, .init("OBJS", Wire.block(first: 1, record(65_536, 3))),
          .init("OBJS", Wire.block(first: 2, record(1, 0))),
          .init("OBJS", Wire.block(first: 3, record(1, 2))), roots,
        ]),
      try ValidFixture(
        "not-canonical-block-before-its-record", ["9.6"],
        "A block is closed too early, and its record holds a number that is not due: the block comes first.",
        [
          classes, .init("OBJS", Wire.block(first: 1, record(1, 3))),
          .init("OBJS", Wire.block(first: 2, record(1, 0), record(1, 2))), roots,
        ]),
      try ValidFixture(
        "not-canonical-unused-name-and-entry", ["9.6"],
        "A name and an entry that nothing uses: the name stands first.",
        [
          .init(
            "CLAS",
            Wire.classes(
              names: ["A", "B", "C"], entries: [Wire.entry(name: 1), Wire.entry(name: 3)])),
          .init("OBJS", Wire.block(first: 1, Wire.record(2))),
          .init("ROOT", Wire.roots(Wire.root("r", [0x30, 3], [1]))),
        ]),
      try ValidFixture(
        "not-canonical-unreachable-reference-in-key", ["9.6", "9.7"],
        "An object that no root leads to holds a set of references: the canonical form, which leaves it out, can be made.",
        ArchiveGraph(
          [.class("S", keys: [ArchiveKey("s", .set(.reference(to: nil)))]), .class("T")],
          [ArchiveObject(2), ArchiveObject(1, .set([.reference(1)]))],
          roots: [ArchiveNamedValue("r", t, .reference(1))])),
    ]
  }
}
