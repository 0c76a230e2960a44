import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Chapter 9: archives where the rules of the canonical form meet each other or an edge.
  static func canonicalEdges() throws -> [ValidFixture] {
    try blockEdges() + chunkEdges() + useEdges() + keyEdges() + nameEdges() + orderEdges()
  }

  /// Rule K8.
  ///
  /// A record with a string of n bytes takes n + 7 bytes here.
  private static func blockEdges() throws -> [ValidFixture] {
    func record(_ byteCount: Int, overhead: Int = 7) -> [UInt8] {
      Wire.record(1, Wire.string(String(repeating: "s", count: byteCount - overhead)))
    }
    func endsEarly(_ byteCount: Int) throws -> ValidFixture {
      try ValidFixture(
        "not-canonical-block-of-\(byteCount)-bytes", ["9.6"],
        "A block that is not the last, and whose records take \(byteCount) bytes.",
        [
          .init(
            "CLAS",
            Wire.classes(names: ["T"], entries: [Wire.entry(name: 1, Wire.key("s", [0x0F]))])),
          .init("OBJS", Wire.block(first: 1, record(32_768), record(byteCount - 32_768))),
          .init("OBJS", Wire.block(first: 3, Wire.record(1, Wire.string("")))),
          .init("ROOT", Wire.roots(Wire.root("r", [0x21, 0x30, 1], [3, 1, 2, 3]))),
        ])
    }
    /// Blocks of records that take so many bytes, their lengths included.
    func blocks(
      _ name: String, _ about: String, _ blocks: [[Int]], keeps: [String] = []
    ) throws -> ValidFixture {
      var first = 1
      let parts = blocks.map { byteCounts -> ArchiveParts.Part in
        let records = byteCounts.map { byteCount in
          // Length, entry number and the length of the string take some of the bytes.
          record(byteCount, overhead: byteCount < 128 ? 3 : 7)
        }
        defer { first += byteCounts.count }
        return .init(
          "OBJS", Wire.varint(first) + Wire.varint(records.count) + records.flatMap { $0 })
      }
      let numbers = (1..<first).map { UInt8($0) }
      return try ValidFixture(
        name, ["5.1", "9.6"], about, keeps: keeps,
        [
          .init(
            "CLAS",
            Wire.classes(names: ["T"], entries: [Wire.entry(name: 1, Wire.key("s", [0x0F]))]))
        ] + parts + [
          .init(
            "ROOT",
            Wire.roots(Wire.root("r", [0x21, 0x30, 1], Wire.varint(numbers.count) + numbers)))
        ])
    }
    return [
      try ValidFixture(
        "canonical-block-of-65536-bytes", ["9.6"],
        "The records of a block take exactly 65,536 bytes; those of the last one 65,535 without the last record.",
        keeps: ["K8"],
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("s", .string)])],
          [32_768, 32_768, 32_768, 32_767, 8].map {
            ArchiveObject(1, .string(String(repeating: "s", count: $0 - 7)))
          },
          roots: ArchiveGraph.roots((1...5).map { .reference($0) }, .reference(to: "T")))),
      try endsEarly(65_535), try endsEarly(65_534),
      try blocks(
        "canonical-large-record-behind-small-block",
        "A large record stands alone between small blocks.", [[10], [65_536], [10]], keeps: ["K8"]),
      try blocks(
        "not-canonical-large-record-in-block",
        "A large record stands in a block that is not empty.", [[10, 65_536], [10]]),
      try blocks(
        "not-canonical-record-behind-large-one", "A small record stands behind a large one.",
        [[65_536, 10]]),
      try blocks(
        "not-canonical-block-before-record-of-65535-bytes",
        "A block ends before a record that takes 65,535 bytes with its length, and is not large.",
        [[10], [65_535, 10]]),
      try blocks(
        "not-canonical-second-block",
        "The first block is as it must be, the second ends too early.", [[65_536], [10], [10]]),
    ]
  }

  /// Rule K1.
  private static func chunkEdges() throws -> [ValidFixture] {
    let table = ArchiveParts.Part(
      "CLAS", Wire.classes(names: ["T"], entries: [Wire.entry(name: 1)]))
    let object = ArchiveParts.Part("OBJS", Wire.block(first: 1, Wire.record(1)))
    let roots = ArchiveParts.Part("ROOT", Wire.roots(Wire.root("a", [0x30, 1], [1])))
    let moreRoots = ArchiveParts.Part("ROOT", Wire.roots(Wire.root("b", [0x01], [1])))
    let metadata = ArchiveParts.Part("mETa", Wire.roots(Wire.root("k", [0x01], [1])))
    return [
      try ValidFixture(
        "not-canonical-metadata-before-roots", ["9.6"], "mETa stands before ROOT.",
        [table, object, metadata, roots]),
      try ValidFixture(
        "not-canonical-roots-behind-metadata", ["9.6"], "A second ROOT chunk, behind mETa.",
        [table, object, roots, metadata, moreRoots]),
      try ValidFixture(
        "not-canonical-block-behind-roots", ["9.6"], "A second block, behind ROOT.",
        [table, object, roots, .init("OBJS", Wire.block(first: 2, Wire.record(1)))]),
      try ValidFixture(
        "not-canonical-two-class-tables", ["9.6"], "Two instalments of the class table.",
        [
          .init("CLAS", Wire.classes(names: ["T"], entries: [])),
          .init("CLAS", Wire.classes(names: [], entries: [Wire.entry(name: 1)])), object, roots,
        ]),
      try ValidFixture(
        "not-canonical-empty-metadata", ["9.6"], "mETa is in its place, and has no items.",
        [table, object, roots, .init("mETa", [0])]),
      try ValidFixture(
        "canonical-names-only", ["9.6"], "A class table with a name and no entries.", keeps: ["K1"],
        ArchiveGraph(roots: [ArchiveNamedValue("nil", .optional(.reference(to: "N")), .nil)])),
    ]
  }

  /// Rule K6.
  private static func useEdges() throws -> [ValidFixture] {
    let root = ArchiveNamedValue("a", .reference(to: "Used"), .reference(1))
    return [
      try ValidFixture(
        "canonical-name-of-retired-key", ["9.6"],
        "A name that only the type of a retired key uses.", keeps: ["K6"],
        ArchiveGraph(
          [
            .class(
              "Used",
              keys: [ArchiveKey("k", .list(.weakReference(to: "OfKey")), presence: .retired)])
          ],
          [ArchiveObject(1)], roots: [root])),
      try ValidFixture(
        "not-canonical-unused-class", ["9.6"],
        "An unused class, whose key alone uses a name; the name stands before it, and is used.",
        ArchiveGraph(
          [
            .class("Unused", keys: [ArchiveKey("k", .list(.optional(.reference(to: "OfKey"))))]),
            .class("Used"),
          ],
          [ArchiveObject(2)], roots: [root])),
      try ValidFixture(
        "not-canonical-unused-enum", ["9.6"],
        "An unused enum, the key of whose case alone uses a name that stands before it.",
        ArchiveGraph(
          [
            .enum("Unused", cases: [ArchiveCase("c", keys: [ArchiveKey("k", .struct("OfCase"))])]),
            .class("Used"),
          ],
          [ArchiveObject(2)], roots: [root])),
    ]
  }

  /// Rules K7, K10 and K11.
  private static func keyEdges() throws -> [ValidFixture] {
    let t = ArchiveTypeDescriptor.reference(to: "T")
    let optionalWeak = ArchiveTypeDescriptor.optional(.weakReference(to: nil))
    let optional = ArchiveTypeDescriptor.optional(.reference(to: nil))
    let reference = ArchiveValue.any(optional, .reference(1))
    let list = ArchiveValue.any(.list(.bool), .list([]))
    func anys(_ name: String, _ about: String, _ elements: ArchiveValue...) throws -> ValidFixture {
      try ValidFixture(
        name, ["9.6"], about,
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [ArchiveNamedValue("root", .set(.any), .set(elements))]))
    }
    return [
      try ValidFixture(
        "canonical-optional-weak-nil-in-key", ["3.6"],
        "A set element and a map key that are nil of optional weak, and an empty set of weak.",
        keeps: ["V16"],
        ArchiveGraph(
          roots: [
            ArchiveNamedValue(
              "any", .set(.any), .set([.any(.list(.weakReference(to: nil)), .list([]))])),
            ArchiveNamedValue(
              "map", .map(key: optionalWeak, value: .bool),
              .map([ArchiveMapPair(key: .nil, value: .bool(true))])),
            ArchiveNamedValue("set", .set(optionalWeak), .set([.nil])),
            ArchiveNamedValue("weak", .set(.weakReference(to: nil)), .set([])),
          ])),
      try ValidFixture(
        "canonical-reference-nil-in-key", ["9.6"],
        "Set elements and a map key that are nil of optional ref, or contain one.", keeps: ["K11"],
        ArchiveGraph(
          roots: [
            ArchiveNamedValue(
              "any", .set(.list(.any)),
              .set([.list([.any(.set(.bool), .set([.bool(true)])), .any(optional, .nil)])])),
            ArchiveNamedValue(
              "map", .map(key: optional, value: .bool),
              .map([ArchiveMapPair(key: .nil, value: .bool(true))])),
            ArchiveNamedValue("set", .set(optional), .set([.nil])),
            ArchiveNamedValue(
              "value", .set(.map(key: .bool, value: optional)),
              .set([.map([ArchiveMapPair(key: .bool(true), value: .nil)])])),
          ])),
      try ValidFixture(
        "not-canonical-number-in-set", ["9.6"],
        "A set holds a reference whose number is not due: its number comes before its place.",
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1), ArchiveObject(1)],
          roots: [
            ArchiveNamedValue("a", .set(t), .set([.reference(2)])),
            ArchiveNamedValue("b", t, .reference(1)),
          ])),
      try anys(
        "not-canonical-reference-before-order",
        "An element that is not above the one before it holds a reference: the reference comes first.",
        list, reference),
      try anys(
        "not-canonical-order-before-reference",
        "An element holds a reference, and the two before it are not in order: those come first.",
        list, .any(.string, .string("s")), reference),
      try ValidFixture(
        "not-canonical-reference-behind-set-in-key", ["9.6"],
        "A set element holds a set, and a reference behind it.",
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue(
              "root", .set(.list(.any)),
              .set([.list([.any(.set(.bool), .set([.bool(true)])), reference])]))
          ])),
      try ValidFixture(
        "not-canonical-reference-in-map-in-key", ["9.6"],
        "A set element is a map whose value is a reference.",
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue(
              "root", .set(.map(key: .bool, value: optional)),
              .set([.map([ArchiveMapPair(key: .bool(true), value: .reference(1))])]))
          ])),
      try ValidFixture(
        "canonical-reference-in-map-value", ["9.6"],
        "A map whose keys are sets, and whose values are references.", keeps: ["K11"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue(
              "root", .map(key: .set(.bool), value: t),
              .map([
                ArchiveMapPair(key: .set([]), value: .reference(1)),
                ArchiveMapPair(key: .set([.bool(true)]), value: .reference(1)),
              ]))
          ])),
      try ValidFixture(
        "not-canonical-set-in-unnamed-object", ["9.6"],
        "A record that no reference names holds a set that is not in order.",
        ArchiveGraph(
          [.class("S", keys: [ArchiveKey("s", .set(.int8))])],
          [ArchiveObject(1, .set([.integer(2), .integer(1)]))])),
    ]
  }
}
