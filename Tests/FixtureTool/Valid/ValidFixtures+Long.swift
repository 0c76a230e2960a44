import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Archives whose texts are too long to be written by hand.
  static func longOnes() throws -> [ValidFixture] {
    let (node, t) = (
      ArchiveTypeDescriptor.reference(to: "Node"), ArchiveTypeDescriptor.reference(to: "T")
    )
    return [
      try ValidFixture(
        "string-lengths", ["1.6"], "Strings of 0, 1, 127, 128, 16,383 and 16,384 bytes.",
        keeps: ["P5", "P6"],
        ArchiveGraph(
          roots: ArchiveGraph.roots(
            [0, 1, 127, 128, 16383, 16384].map { .string(String(repeating: "s", count: $0)) },
            .string))),
      try ValidFixture(
        "packed-counts", ["1.4", "3.5"], "Packed lists of 127, 128, 16,383 and 16,384 elements.",
        keeps: ["P5"],
        ArchiveGraph(
          roots: ArchiveGraph.roots(
            [127, 128, 16383, 16384].map { .list(Array(repeating: .unsigned(7), count: $0)) },
            .list(.uint8)))),
      try ValidFixture(
        "enum-128-cases", ["1.4", "3.7"], "An enum whose last case index takes two bytes.",
        keeps: ["V10"],
        ArchiveGraph(
          [.enum("E", cases: (0...128).map { ArchiveCase("case \($0)") })],
          roots: ArchiveGraph.roots([.enum(1, case: 127), .enum(1, case: 128)], .enum("E")))),
      try ValidFixture(
        "chain-of-256", ["4.2"], "A chain of 256 classes, with an object of the last one.",
        keeps: ["L3", "C7"],
        ArchiveGraph(
          (1...256).map { number in
            .class(
              "C" + String(1000 + number), superclass: number > 1 ? number - 1 : nil,
              keys: number % 64 == 0 ? ["k": .uint16] : [:])
          },
          [ArchiveObject(256, .unsigned(64), .unsigned(128), .unsigned(192), .unsigned(256))],
          roots: [ArchiveNamedValue("root", .reference(to: "C1001"), .reference(1))])),
      try ValidFixture(
        "long-list", ["5.3", "8.3"],
        "A list of 300 linked objects: there is no limit on the depth of the graph.", keeps: ["L2"],
        ArchiveGraph(
          [.class("Node", keys: ["next": .optional(node)])],
          (1...300).map { ArchiveObject(1, $0 < 300 ? .reference($0 + 1) : .nil) },
          roots: [ArchiveNamedValue("root", node, .reference(1))])),
      try ValidFixture(
        "reference-two-bytes", ["1.4", "5.3", "5.4"],
        "129 objects: numbers of one byte and of two, strong and weak.", keeps: ["P3", "R5"],
        ArchiveGraph(
          [.class("T", keys: ["next": .optional(t), "back": .weakReference(to: "T")])],
          (1...129).map {
            ArchiveObject(1, $0 < 129 ? .reference($0 + 1) : .nil, .reference(130 - $0))
          },
          roots: [ArchiveNamedValue("root", t, .reference(1))])),
      try ValidFixture(
        "blocks-of-large-records", ["5.1", "9.6"],
        "Blocks of two records, of one, and of large ones, which stand alone.", keeps: ["K8"],
        ArchiveGraph(
          [.class("T", keys: ["b": .bytes])],
          [32759, 32760, 1, 70000, 65530, 1].map {
            ArchiveObject(1, .bytes(Array(repeating: 0x61, count: $0)))
          },
          roots: ArchiveGraph.roots((1...6).map { .reference($0) }, t))),
      try ValidFixture(
        "canonical-block-of-65536-bytes", ["9.6"],
        "The records of a block take exactly 65,536 bytes; those of the last one 65,535 without the last record.",
        keeps: ["K8"],
        ArchiveGraph(
          [.class("T", keys: ["s": .string])],
          // A record with a string of n bytes takes n + 7 bytes.
          [32_768, 32_768, 32_768, 32_767, 8].map {
            ArchiveObject(1, .string(String(repeating: "s", count: $0 - 7)))
          },
          roots: ArchiveGraph.roots((1...5).map { .reference($0) }, t))),
    ]
  }
}
