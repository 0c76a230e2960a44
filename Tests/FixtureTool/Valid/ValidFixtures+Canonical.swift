import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Chapter 9: archives that are valid and break one rule of the canonical form.
  static func canonicalForms() throws -> [ValidFixture] {
    let t = ArchiveClassEntry.class("T")
    let refs = ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "T"))
    let set = ArchiveTypeDescriptor.set(.reference(to: "T"))
    return try chunkForms() + tableForms() + [
      try ValidFixture(
        "canonical-all-chunks", ["9.6"], "The canonical form with a chunk of each type.",
        keeps: ["K1", "K2", "K3", "K4", "K5", "K6", "K7", "K9", "K10", "K11", "K12"],
        ArchiveGraph(
          [
            .struct("S", keys: [ArchiveKey("x", .int8)]),
            .class(
              "T",
              keys: [ArchiveKey("s", .set(.struct("S"))), ArchiveKey("w", .weakReference(to: "T"))]),
          ],
          [
            ArchiveObject(
              2, .set([structure(1, .integer(1)), structure(1, .integer(2))]), .reference(2)),
            ArchiveObject(2, .set([]), .nil),
          ],
          roots: refs + [ArchiveNamedValue("values", set, .set([]))],
          metadata: [
            ArchiveNamedValue("a", .bool, .bool(true)), ArchiveNamedValue("b", .bool, .bool(true)),
          ])),
      try ValidFixture(
        "not-canonical-numbers", ["9.6"],
        "Objects that are not numbered in the order of the roots.",
        ArchiveGraph(
          [t], [ArchiveObject(1), ArchiveObject(1)],
          roots: ArchiveGraph.roots([.reference(2), .reference(1)], .reference(to: "T")))),
      try ValidFixture(
        "not-canonical-depth-first", ["9.6"], "Objects that are numbered depth first.",
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("list", .list(.reference(to: "T")))])],
          [
            ArchiveObject(1, .list([.reference(2), .reference(4)])),
            ArchiveObject(1, .list([.reference(3)])),
            ArchiveObject(1, .list([])), ArchiveObject(1, .list([])),
          ],
          roots: ArchiveGraph.roots([.reference(1)], .reference(to: "T")))),
      try ValidFixture(
        "not-canonical-orphan", ["9.6"], "An object behind all others that no reference names.",
        ArchiveGraph([t], [ArchiveObject(1), ArchiveObject(1), ArchiveObject(1)], roots: refs)),
      try ValidFixture(
        "not-canonical-roots", ["9.6"], "Roots that are not in order.",
        ArchiveGraph(roots: [
          ArchiveNamedValue("b", .bool, .bool(true)), ArchiveNamedValue("a", .bool, .bool(true)),
        ])),
      try ValidFixture(
        "not-canonical-metadata", ["9.6"], "Metadata that is not in order.",
        ArchiveGraph(metadata: [
          ArchiveNamedValue("b", .bool, .bool(true)), ArchiveNamedValue("a", .bool, .bool(true)),
        ])),
      try ValidFixture(
        "not-canonical-set", ["9.6"], "A set whose elements are not in the order of their bytes.",
        ArchiveGraph(values: [.set([.integer(1), .integer(-1)])], type: .set(.int32))),
      try ValidFixture(
        "not-canonical-map", ["9.6"],
        "A map in an object whose keys are not in the order of their bytes.",
        ArchiveGraph(
          [.class("M", keys: [ArchiveKey("m", .map(key: .string, value: .bool))])],
          [
            ArchiveObject(
              1,
              .map([
                ArchiveMapPair(key: .string("aa"), value: .bool(true)),
                ArchiveMapPair(key: .string("b"), value: .bool(true)),
              ]))
          ],
          roots: [ArchiveNamedValue("root", .reference(to: "M"), .reference(1))])),
      try ValidFixture(
        "not-canonical-reference-in-set", ["9.6"], "A set of references.",
        ArchiveGraph(
          [t], [ArchiveObject(1)], roots: [ArchiveNamedValue("root", set, .set([.reference(1)]))])),
      try ValidFixture(
        "not-canonical-reference-in-key", ["9.6"], "A map with a reference deep inside of a key.",
        ArchiveGraph(
          [t], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue(
              "root", .map(key: .optional(.list(.any)), value: .bool),
              .map([
                ArchiveMapPair(
                  key: .some(
                    .list([.any(.bool, .bool(true)), .any(.reference(to: "T"), .reference(1))])),
                  value: .bool(true))
              ]))
          ])),
      try ValidFixture(
        "not-canonical-blocks-small", ["9.6"],
        "A block that ends before its records take 65,536 bytes.",
        [
          .init("CLAS", Wire.classes(names: ["T"], entries: [Wire.entry(name: 1)])),
          .init("OBJS", Wire.block(first: 1, Wire.record(1))),
          .init("OBJS", Wire.block(first: 2, Wire.record(1))),
          .init("ROOT", Wire.roots(Wire.root("r", [0x21, 0x30, 1], [2, 1, 2]))),
        ]),
      try ValidFixture(
        "not-canonical-block-large", ["9.6"],
        "A block that goes on after its records take 65,536 bytes.",
        [
          .init(
            "CLAS",
            Wire.classes(names: ["T"], entries: [Wire.entry(name: 1, Wire.key("b", [0x10]))])),
          .init(
            "OBJS",
            Wire.block(
              first: 1, Wire.record(1, Wire.varint(65_529) + Array(repeating: 0x62, count: 65_529)),
              Wire.record(1, [0]))),
          .init("ROOT", Wire.roots(Wire.root("r", [0x21, 0x30, 1], [2, 1, 2]))),
        ]),
    ]
  }

  private static func chunkForms() throws -> [ValidFixture] {
    let bool = Wire.root("a", [0x01], [1])
    return [
      try ValidFixture(
        "not-canonical-chunk-order", ["9.6"], "ROOT stands before OBJS.",
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [ArchiveNamedValue("root", .reference(to: "T"), .reference(1))])
      ) { $0.parts.swapAt(2, 3) },
      try ValidFixture(
        "not-canonical-two-root-chunks", ["9.6"], "Two ROOT chunks, in canonical order otherwise.",
        [.init("ROOT", Wire.roots(bool)), .init("ROOT", Wire.roots(Wire.root("b", [0x01], [1])))]),
      try ValidFixture(
        "not-canonical-empty-roots", ["9.6"], "A ROOT chunk without roots.", [.init("ROOT", [0])]),
      try ValidFixture(
        "not-canonical-empty-classes", ["9.6"], "A CLAS chunk without names and entries.",
        [.init("CLAS", [0, 0]), .init("ROOT", Wire.roots(bool))]),
      try ValidFixture(
        "not-canonical-weak-slots", ["9.6"], "A WEAK chunk.",
        [.init("ROOT", Wire.roots(Wire.root("w", [0x31, 0], [1]))), .init("WEAK", [1, 0])]),
      try ValidFixture(
        "not-canonical-unknown-chunk", ["9.6"], "An unknown chunk.",
        ArchiveGraph(chunks: [
          ArchiveUnknownChunk(type: ArchiveChunkType("teSt") ?? .index, payload: [1])
        ])),
      try ValidFixture(
        "not-canonical-writer", ["9.6"], "A writer string.", ArchiveGraph(writer: "w")),
      try ValidFixture(
        "not-canonical-document-type", ["9.6"], "The head says what the document is.",
        ArchiveGraph(documentType: "application/x-zoo")),
    ]
  }

  private static func tableForms() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "not-canonical-names", ["9.6"], "Names that are not in order.",
        [
          .init("CLAS", Wire.classes(names: ["B", "A"], entries: [])),
          .init(
            "ROOT",
            Wire.roots(Wire.root("a", [0x20, 0x30, 1], [0]), Wire.root("b", [0x20, 0x30, 2], [0]))),
        ]),
      try ValidFixture(
        "not-canonical-entries", ["9.6"], "Entries that are not in the order of their lineage.",
        ArchiveGraph(
          [.class("B"), .class("A")], [ArchiveObject(1), ArchiveObject(2)],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: nil)))),
      try ValidFixture(
        "not-canonical-versions", ["9.6"], "Version 2 of a class stands before version 1.",
        ArchiveGraph(
          [.class("A", version: 2), .class("A")], [ArchiveObject(1), ArchiveObject(2)],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: nil)))),
      try ValidFixture(
        "not-canonical-same-lineage", ["9.6", "9.7"],
        "Two entries of one lineage with different keys, which the canonical form joins.",
        ArchiveGraph(
          [
            .class("A", keys: [ArchiveKey("x", .int8), ArchiveKey("only", .bool)]),
            .class("A", keys: [ArchiveKey("x", .int16), ArchiveKey("y", .reference(to: "A"))]),
          ],
          [
            ArchiveObject(1, .integer(1), .bool(true)),
            ArchiveObject(2, .integer(300), .reference(1)),
          ],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "A")))),
      try ValidFixture(
        "not-canonical-superclass-order", ["9.6", "9.7"],
        "Entries of one class over two versions of the superclass, in the wrong order.",
        ArchiveGraph(
          [
            .class("A", superclass: 4), .class("A", superclass: 3), .class("B"),
            .class("B", version: 2),
          ],
          [ArchiveObject(1), ArchiveObject(2)],
          roots: ArchiveGraph.roots([.reference(1), .reference(2)], .reference(to: "A")))),
      try ValidFixture(
        "not-canonical-unused-entry", ["9.6"], "An entry that nothing uses.",
        ArchiveGraph(
          [.class("A"), .class("B")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue("a", .reference(to: "A"), .reference(1)),
            ArchiveNamedValue("b", .optional(.reference(to: "B")), .nil),
          ])),
      try ValidFixture(
        "not-canonical-unused-name", ["9.6"], "A name that nothing uses.",
        [
          .init("CLAS", Wire.classes(names: ["A", "B"], entries: [])),
          .init("ROOT", Wire.roots(Wire.root("a", [0x20, 0x30, 1], [0]))),
        ]),
      try ValidFixture(
        "canonical-names-of-types", ["9.6"],
        "Names that only types use: of a nil, of an empty list, of a key, and of an any value.",
        keeps: ["K6"],
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("k", .optional(.reference(to: "OfKey")))])],
          [ArchiveObject(1, .nil)],
          roots: [
            ArchiveNamedValue("any", .any, .any(.list(.struct("OfAny")), .list([]))),
            ArchiveNamedValue("list", .list(.reference(to: "OfRoot")), .list([])),
            ArchiveNamedValue("t", .reference(to: "T"), .reference(1)),
          ])),
    ]
  }
}
