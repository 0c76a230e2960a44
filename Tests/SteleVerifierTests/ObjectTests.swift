import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Objects and slots` {
  @Test func `findings have the key path of the value`() throws {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["Person", "Name"],
      entries: [
        Wire.classEntry(
          name: 1, keys: [Wire.key("id", [0x07]), Wire.key("names", [0x21, 0x32, 2])]),
        Wire.structEntry(name: 2, keys: [Wire.key("parts", [0x23, 0x0F, 0x21, 0x0F])]),
      ])
    assembler.objects(records: [[1, 7, 0], [1, 7, 2, 2, 0, 1, 1, 0x61, 2, 0, 1, 0xFF]])
    assembler.root("all", [0x22, 0x20, 0x01], [2, 0, 2])
    assembler.metadata([("title", [0x14], [0x21, 0x0F, 1, 1, 0xFF])])
    let findings = Verifier().verify(assembler.finished()).findings
    #expect(
      findings.map(\.keyPath) == [
        "objects[2].Person.names[1].parts[0].value[1]", "all[1]", "metadata.title[0]",
      ])
    #expect(findings.map(\.rule) == [.malformedString, .flagByte, .malformedString])
    #expect(findings.map(\.object) == [2, nil, nil])
    #expect(findings.map { $0.chunk?.index } == [2, 3, 4])
    #expect(
      try #require(findings.first).description.hasPrefix(
        "P6 malformedString at byte \(assembler.chunkOffsets[2] + 42), chunk 2 (OBJS), objects[2]"))
  }

  @Test func `far slots are found`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["A", "B"], entries: [Wire.classEntry(name: 1), Wire.classEntry(name: 2)])
    assembler.objects(records: [[1], [2]])
    assembler.weak((0..<1000).map { $0 == 777 ? 2 : 1 })
    let weak = (0..<1000).map { 2 * $0 + 1 }.flatMap { Wire.varint($0) }
    assembler.root("r", [0x21, 0x31, 1], Wire.varint(1000) + weak)
    let offset = assembler.lastPayloadOffset + 8 + 64 + 713 * 2
    #expect(refusals(assembler.finished()) == [Refusal(.wrongClass, offset)])
  }

  @Test func `unreachable objects are counted, weakly named ones too`() {
    func unreachable(_ root: [UInt8], _ records: [[UInt8]]) -> Int? {
      var assembler = ChunkAssembler.withHead
      assembler.classes(
        names: ["A"],
        entries: [
          Wire.classEntry(name: 1),
          Wire.classEntry(
            name: 1, keys: [Wire.key("a", [0x20, 0x30, 0]), Wire.key("b", [0x31, 0])]),
        ])
      assembler.objects(records: records)
      assembler.root("root", [0x21, 0x30, 0], [UInt8(root.count)] + root)
      let result = Verifier().verify(assembler.finished())
      #expect(result.findings == [])
      return result.statistics.unreachableObjectCount
    }
    #expect(unreachable([], [[1]]) == 1)
    #expect(unreachable([1], [[1]]) == 0)
    #expect(unreachable([1], [[2, 2, 0], [2, 0, 6], [1]]) == 1)
    #expect(unreachable([3], [[2, 2, 0], [2, 0, 2], [2, 1, 0]]) == 0)
    // A loop that nothing leads to.
    #expect(unreachable([3], [[2, 2, 0], [2, 1, 0], [1]]) == 2)
    let chain = (1...100).map { [2, UInt8($0 - 1), 0] }
    #expect(unreachable([100], chain) == 0)
    #expect(unreachable([50], chain) == 50)
  }
}
