import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Canonical form` {
  /// An archive in canonical form, some of whose parts can be changed.
  struct Parts {
    var documentType = ""
    var writer = ""
    var names = ["A", "B", "S"]
    var entries = [
      Wire.classEntry(
        name: 1,
        keys: [
          Wire.key("from", [0x20, 0x30, 1]), Wire.key("mid", [0x21, 0x30, 0]),
          Wire.key("weak", [0x31, 0]),
        ]),
      Wire.classEntry(name: 2, superclass: 1, keys: [Wire.key("s", [0x32, 3])]),
      Wire.structEntry(name: 3),
    ]
    // Root -> 1 -> 2, 3; 2 -> 3.
    var records: [[UInt8]] = [[1, 2, 2, 3, 1, 4], [2, 3, 0, 0, 3, 0], [1, 0, 0, 0]]
    var roots: [(name: String, type: [UInt8], value: [UInt8])] = [
      ("a", [0x30, 0], [1]), ("b", [0x22, 0x07], [2, 1, 2]),
    ]
    var metadata: [(name: String, type: [UInt8], value: [UInt8])] = [
      ("k", [0x07], [1]), ("l", [0x23, 0x0F, 0x07], [2, 0, 1, 1, 0x61, 0]),
    ]

    var assembler: ChunkAssembler {
      var assembler = ChunkAssembler()
      assembler.head(documentType: documentType, writer: writer)
      assembler.classes(names: names, entries: entries)
      assembler.objects(records: records)
      assembler.roots(roots)
      assembler.metadata(metadata)
      return assembler
    }

    /// Rule, number of the chunk and offset in its payload of each finding.
    var found: [Place] {
      let assembler = assembler
      let result = Verifier(level: .canonical).verify(assembler.finished())
      return result.findings.map { finding in
        let chunk = assembler.chunkOffsets.lastIndex { $0 <= finding.offset } ?? -1
        return Place(finding.rule, chunk, finding.offset - assembler.chunkOffsets[chunk] - 24)
      }
    }
  }

  struct Place: Equatable {
    let rule: ArchiveRule
    let chunk: Int
    let offset: Int

    init(_ rule: ArchiveRule, _ chunk: Int, _ offset: Int) {
      (self.rule, self.chunk, self.offset) = (rule, chunk, offset)
    }
  }

  @Test func `the parts are canonical`() { #expect(Parts().found == []) }

  @Test func `an archive of nothing is canonical`() {
    let assembler = ChunkAssembler.withHead
    #expect(refusals(assembler.finished(), level: .canonical) == [])
  }

  @Test func `chunks stand in order, once, and are not empty`() {
    func found(_ change: (inout ChunkAssembler) -> Void) -> [Refusal] {
      var assembler = ChunkAssembler.withHead
      change(&assembler)
      let offset = assembler.chunkOffsets[assembler.chunkOffsets.count - 1]
      return refusals(assembler.finished(), level: .canonical).map {
        Refusal($0.rule, $0.offset - offset)
      }
    }
    let refusal = [Refusal(.canonicalChunks, 0)]
    #expect(found { $0.classes(names: []) } == refusal)
    #expect(found { $0.roots([]) } == refusal)
    #expect(found { $0.metadata([]) } == refusal)
    #expect(found { $0.weak([]) } == refusal)
    #expect(found { $0.chunk("abCd", payload: []) } == refusal)
    #expect(
      found {
        $0.metadata([("m", [7], [1])])
        $0.root("r", [7], [1])
      } == refusal)
    #expect(
      found {
        $0.root("q", [7], [1])
        $0.root("r", [7], [1])
      } == refusal)
    #expect(
      found {
        $0.root("q", [7], [1])
        $0.metadata([("m", [7], [1])])
      } == [])
  }

  @Test func `the head names no document type and no writer`() {
    var parts = Parts()
    parts.writer = "w"
    #expect(parts.found == [Place(.canonicalHead, 0, 0)])
    parts = Parts()
    parts.documentType = "t"
    #expect(parts.found == [Place(.canonicalHead, 0, 0)])
  }

  @Test func `names and entries are in order and used`() {
    var parts = Parts()
    parts.names = ["A", "S", "B"]
    #expect(parts.found == [Place(.canonicalNames, 1, 6), Place(.canonicalEntries, 1, 52)])
    parts = Parts()
    parts.names.append("T")
    #expect(parts.found == [Place(.canonicalUse, 1, 8)])
    parts = Parts()
    parts.entries.append(Wire.structEntry(name: 3, version: 2))
    #expect(parts.found == [Place(.canonicalUse, 1, 57)])
    parts = Parts()
    parts.entries.append(Wire.structEntry(name: 3))
    #expect(parts.found == [Place(.canonicalEntries, 1, 57), Place(.canonicalUse, 1, 57)])
    // A name that only a type mentions is used.
    parts = Parts()
    parts.names.append("T")
    parts.roots.append(("c", [0x22, 0x30, 4], [0]))
    #expect(parts.found == [])
    parts = Parts()
    parts.names.append("T")
    parts.metadata = []
    parts.roots.append(("c", [0x14], [0x21, 0x31, 4, 0]))
    #expect(parts.found == [Place(.canonicalChunks, 4, -24)])
  }

  @Test func `keys and cases are in order`() {
    /// The offsets of the names in the class table, of which the only entry is not used.
    func found(_ entry: [UInt8]) -> [Place] {
      var assembler = ChunkAssembler.withHead
      assembler.classes(names: ["S"], entries: [entry])
      let start = assembler.lastPayloadOffset
      return refusals(assembler.finished(), level: .canonical)
        .filter { $0.rule != .canonicalUse }.map { Place($0.rule, 1, $0.offset - start) }
    }
    func keys(_ names: String...) -> [[UInt8]] { names.map { Wire.key($0, [0x21, 0x32, 1]) } }
    #expect(found(Wire.structEntry(name: 1, keys: keys("a", "ab", "b"))) == [])
    #expect(
      found(Wire.structEntry(name: 1, keys: keys("b", "ab", "a")))
        == [Place(.canonicalKeys, 1, 16), Place(.canonicalKeys, 1, 24)])
    #expect(
      found(
        Wire.enumEntry(
          name: 1,
          cases: [Wire.enumCase("b"), Wire.enumCase("a", keys: keys("d", "c")), Wire.enumCase("c")])
      )
        == [Place(.canonicalKeys, 1, 14), Place(.canonicalKeys, 1, 26)])
  }

  @Test func `lineages are compared to the end`() {
    // Two entries named B, whose superclasses differ.
    func found(_ first: Int, _ second: Int) -> [Place] {
      var parts = Parts()
      parts.names = ["A", "B"]
      parts.entries = [
        Wire.classEntry(name: 1), Wire.classEntry(name: 1, version: 2),
        Wire.classEntry(name: 2, superclass: first), Wire.classEntry(name: 2, superclass: second),
      ]
      parts.records = [[1], [2], [3], [4]]
      parts.roots = [("r", [0x21, 0x30, 0], [4, 1, 2, 3, 4])]
      return parts.found
    }
    #expect(found(1, 2) == [])
    #expect(found(0, 1) == [])
    let refusal = [Place(.canonicalEntries, 1, 21)]
    #expect(found(2, 1) == refusal)
    #expect(found(1, 1) == refusal)
    #expect(found(1, 0) == refusal)
  }

  @Test func `objects are numbered as they are met`() {
    var parts = Parts()
    parts.roots[0].value = [2]
    #expect(parts.found == [Place(.canonicalNumbers, 3, 5)])
    // 1 -> 3 before 2.
    parts = Parts()
    parts.records[0] = [1, 3, 2, 2, 1, 4]
    #expect(parts.found == [Place(.canonicalNumbers, 2, 4)])
    // Nothing but weak references leads to object 3.
    parts = Parts()
    parts.records[0] = [1, 2, 0, 6]
    parts.records[1] = [2, 0, 0, 0, 3, 0]
    #expect(parts.found == [Place(.canonicalNumbers, 2, 14)])
  }

  @Test func `roots, metadata, elements and pairs are in order`() {
    var parts = Parts()
    parts.roots[1].name = "A"
    #expect(parts.found == [Place(.canonicalRoots, 3, 6)])
    parts = Parts()
    parts.metadata[1].name = "j"
    #expect(parts.found == [Place(.canonicalMetadata, 4, 5)])
    parts = Parts()
    parts.roots[1].value = [3, 1, 3, 2]
    #expect(parts.found == [Place(.canonicalElements, 3, 13)])
    parts = Parts()
    parts.metadata[1].value = [2, 1, 0x61, 0, 0, 1]
    #expect(parts.found == [Place(.canonicalElements, 4, 14)])
    parts.metadata[1].value = [2, 2, 0x61, 0x61, 0, 2, 0x61, 0x60, 1]
    #expect(parts.found == [Place(.canonicalElements, 4, 15)])
  }

  @Test func `set elements and map keys contain no references`() {
    var parts = Parts()
    parts.roots.append(("c", [0x22, 0x30, 0], [0]))
    #expect(parts.found == [])
    parts.roots[2].value = [1, 1]
    #expect(parts.found == [Place(.referenceInKey, 3, 19)])
    parts.roots[2] = ("c", [0x23, 0x07, 0x30, 0], [1, 1, 1])
    #expect(parts.found == [])
    parts.roots[2] = ("c", [0x22, 0x20, 0x30, 0], [1, 0])
    #expect(parts.found == [])
    parts.roots[2].value = [2, 0, 1]
    #expect(parts.found == [Place(.referenceInKey, 3, 21)])
    // K11 before K10.
    parts.roots[2] = ("c", [0x22, 0x21, 0x30, 0], [2, 1, 1, 0])
    #expect(parts.found == [Place(.referenceInKey, 3, 21), Place(.canonicalElements, 3, 22)])
  }

  @Test func `blocks are full, but for the last`() {
    func found(_ sizes: [[Int]]) -> [Refusal] {
      var assembler = ChunkAssembler.withHead
      assembler.classes(
        names: ["A"], entries: [Wire.classEntry(name: 1, keys: [Wire.key("b", [0x10])])])
      var number = 1
      var offsets: [Int] = []
      for block in sizes {
        // A record of so many bytes, its length of three bytes included.
        assembler.objects(
          first: number,
          records: block.map {
            [1] + Wire.varint($0 - 7) + Array(repeating: UInt8(0), count: $0 - 7)
          })
        number += block.count
        offsets.append(assembler.lastPayloadOffset)
      }
      assembler.root(
        "r", [0x21, 0x30, 0], Wire.varint(number - 1) + (1..<number).flatMap { Wire.varint($0) })
      return refusals(assembler.finished(), level: .canonical).map { refusal in
        Refusal(refusal.rule, offsets.firstIndex(of: refusal.offset) ?? -1)
      }
    }
    #expect(found([[40_000, 25_536], [20_000]]) == [])
    #expect(found([[40_000, 25_535], [20_000]]) == [Refusal(.canonicalBlocks, 0)])
    #expect(found([[40_000, 25_535, 30_000], [20_000]]) == [])
    #expect(found([[40_000, 25_536, 30_000], [20_000]]) == [Refusal(.canonicalBlocks, 0)])
    #expect(found([[70_000], [40_000, 25_535]]) == [])
    #expect(found([[70_000], [65_536, 20_000]]) == [Refusal(.canonicalBlocks, 1)])
    // A large record stands alone.
    #expect(found([[10], [65_536], [10]]) == [])
    #expect(found([[10], [65_535], [10]]) == [0, 1].map { Refusal(.canonicalBlocks, $0) })
    #expect(found([[10], [65_535, 10]]) == [Refusal(.canonicalBlocks, 0)])
    #expect(found([[10, 65_536], [10]]) == [Refusal(.canonicalBlocks, 0)])
    #expect(found([[65_536, 10]]) == [Refusal(.canonicalBlocks, 0)])
    #expect(found([[65_535, 65_535], [70_000], [70_000], [1_000, 65_535]]) == [])
  }

  @Test func `what is not valid is not examined for its form`() {
    var parts = Parts()
    parts.writer = "w"
    parts.roots[1].value = [2, 1, 1]
    #expect(parts.found == [Place(.duplicateElement, 3, 12)])
  }
}
