import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Objects, slots, roots and metadata` {
  private func block(_ payload: [UInt8], count: Int = 1) -> (Sample) {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["A", "S"], entries: [Wire.classEntry(name: 1), Wire.structEntry(name: 2)])
    assembler.chunk("OBJS", payload: payload, count: count)
    return Sample(bytes: assembler.finished(), payloadOffset: assembler.lastPayloadOffset)
  }

  @Test func `blocks keep their rules`() {
    #expect(block([1, 1, 1, 1]).refusals() == [])
    #expect(block([2, 1, 1, 1]).refusals() == [Refusal(.firstNumber, 0)])
    #expect(block([0, 1, 1, 1]).refusals() == [Refusal(.firstNumber, 0)])
    #expect(block([1, 0], count: 0).refusals() == [Refusal(.emptyBlock, 1)])
    #expect(block([1, 3, 1, 1]).refusals() == [Refusal(.countTooLarge, 1)])
    #expect(block([1, 2, 1, 1], count: 2).refusals() == [Refusal(.truncated, 4)])
    #expect(block([1, 1, 1, 1, 0]).refusals() == [Refusal(.trailingBytes, 4)])
    #expect(block([1, 1, 2, 1]).refusals() == [Refusal(.countTooLarge, 2)])
    #expect(
      block([1, 1, 0, 1]).refusals() == [Refusal(.truncated, 3), Refusal(.trailingBytes, 3)])
    #expect(block([1, 1, 1, 3]).refusals() == [Refusal(.undefinedEntry, 3)])
    #expect(block([1, 1, 1, 0]).refusals() == [Refusal(.undefinedEntry, 3)])
    #expect(block([1, 1, 1, 2]).refusals() == [Refusal(.recordKind, 3)])
    #expect(block([1, 1, 1, 0x81]).refusals() == [Refusal(.truncated, 3)])
    #expect(block([1, 1, 2, 1, 7]).refusals() == [Refusal(.trailingBytes, 4)])
    #expect(block([1, 1] + Wire.varint(1 << 31)).refusals() == [Refusal(.countTooLarge, 2)])
    #expect(block([1, 1] + Wire.varint(Int.max)).refusals() == [Refusal(.countTooLarge, 2)])
    let tooLarge = Array(repeating: UInt8(0x80), count: 9) + [1]
    #expect(block([1, 1] + tooLarge).refusals() == [Refusal(.integerTooLarge, 2)])
  }

  @Test func `numbers go on from block to block`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
    assembler.objects(records: [[1], [1]])
    assembler.objects(first: 3, records: [[1]])
    assembler.root("root", [0x21, 0x30, 0], [3, 1, 2, 3])
    let result = Verifier().verify(assembler.finished())
    #expect(result.findings == [])
    #expect(result.statistics.objectCount == 3)
    #expect(result.statistics.blockCount == 2)
    #expect(result.statistics.unreachableObjectCount == 0)
  }

  /// Offsets count from the length of the record.
  @Test func `records keep their rules`() {
    let keys = [
      Wire.key("a", [0x07]), Wire.key("b", [0x0F], flags: 1), Wire.key("c", [0x07], flags: 2),
    ]
    #expect(Sample.record(keys: keys, [0, 7]).refusals() == [])
    #expect(Sample.record(keys: keys, [1, 7, 0]).refusals() == [])
    #expect(Sample.record(keys: keys, [3, 7, 0]).refusals() == [Refusal(.spareBits, 2)])
    #expect(Sample.record(keys: keys, []).refusals() == [Refusal(.truncated, 2)])
    #expect(Sample.record(keys: keys, [0]).refusals() == [Refusal(.truncated, 3)])
    #expect(Sample.record(keys: keys, [0, 7, 0]).refusals() == [Refusal(.trailingBytes, 4)])
    let nine = (0..<9).map { Wire.key("\($0)", [0x07], flags: 1) }
    #expect(Sample.record(keys: nine, [0x81, 1, 5, 5, 5]).refusals() == [])
    #expect(Sample.record(keys: nine, [0x81, 2, 5, 5, 5]).refusals() == [Refusal(.spareBits, 3)])
    #expect(Sample.record(keys: nine, [0]).refusals() == [Refusal(.truncated, 2)])
  }

  @Test func `keys of the chain come from the top, with one group of presence bytes`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["A", "B", "C"],
      entries: [
        Wire.classEntry(
          name: 3, superclass: 2, keys: [Wire.key("x", [0x0F], flags: 1), Wire.key("y", [0x01])]),
        Wire.classEntry(name: 2, superclass: 3),
        Wire.classEntry(name: 1, keys: [Wire.key("x", [0x0E], flags: 1), Wire.key("y", [0x07])]),
      ])
    let float: [UInt8] = Array(repeating: 9, count: 8)
    assembler.objects(records: [
      [1, 0, 9, 1], [1, 1] + float + [9, 1], [1, 3] + float + [9, 1, 0x61, 1], [3, 0, 9],
      [2, 0, 9],
    ])
    #expect(refusals(assembler.finished()) == [])
  }

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

  @Test func `slots hold objects or nil`() {
    func slots(_ payload: [UInt8], count: Int) -> [Refusal] {
      var assembler = ChunkAssembler.withHead
      assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      assembler.objects(records: [[1]])
      assembler.chunk("WEAK", payload: payload, count: count)
      let sample = Sample(bytes: assembler.finished(), payloadOffset: assembler.lastPayloadOffset)
      return sample.refusals()
    }
    #expect(slots([3, 0, 1, 1], count: 3) == [])
    #expect(slots([2, 0, 2], count: 2) == [Refusal(.danglingReference, 2)])
    #expect(slots([2, 0], count: 2) == [Refusal(.countTooLarge, 0)])
    #expect(slots([1, 0, 0], count: 1) == [Refusal(.trailingBytes, 2)])
    #expect(slots([1, 0x80], count: 1) == [Refusal(.truncated, 1)])
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

  @Test func `root names differ`() {
    var assembler = ChunkAssembler.withHead
    assembler.roots([("", [7], [1]), ("a", [7], [1])])
    assembler.root("b", [7], [1])
    #expect(refusals(assembler.finished()) == [])
    assembler.root("a", [7], [1])
    #expect(
      refusals(assembler.finished()) == [Refusal(.duplicateRoot, assembler.lastPayloadOffset + 1)])
  }

  @Test func `metadata keeps its rules`() {
    #expect(Sample.metadata([0]).refusals() == [])
    #expect(Sample.metadata([1]).refusals() == [Refusal(.countTooLarge, 0)])
    #expect(Sample.metadata([2, 0, 7, 1, 1, 0x61, 7, 1]).refusals() == [])
    #expect(Sample.metadata([2, 0, 7, 1, 0, 7, 1]).refusals() == [Refusal(.duplicateMetadata, 4)])
    #expect(Sample.metadata([1, 0, 7, 1, 0]).refusals() == [Refusal(.trailingBytes, 4)])
    for code in [0x30, 0x31, 0x32, 0x33] as [UInt8] {
      #expect(Sample.metadata([1, 0, code]).refusals() == [Refusal(.metadataType, 2)])
      #expect(
        Sample.metadata([1, 0, 0x23, 7, code]).refusals() == [Refusal(.metadataType, 4)])
      #expect(
        Sample.metadata([1, 0, 0x14, 0x20, code]).refusals() == [Refusal(.metadataType, 4)])
    }
    #expect(Sample.metadata([1, 0, 0x14, 0x14]).refusals() == [Refusal(.anyInAny, 3)])
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
