import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Canonical form` {
  /// An archive in canonical form, some of whose parts can be changed.
  struct Parts {
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
      assembler.head(writer: writer)
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

  @Test func `what is not valid is not examined for its form`() {
    var parts = Parts()
    parts.writer = "w"
    parts.roots[1].value = [2, 1, 1]
    #expect(parts.found == [Place(.duplicateElement, 3, 12)])
  }
}
