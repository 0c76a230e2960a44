import Stele
import SteleVerifier
import TestSupport
import Testing

/// Chunks that are read side by side, and what is found whatever the order.
@Suite struct `Chunks in parallel` {
  /// An archive of objects of a class N in blocks of some, each of which refers to the next.
  private struct Chain {
    var assembler = ChunkAssembler()
    var payloadEnds: [Int] = []

    init(objectCount: Int, blockObjectCount: Int) {
      assembler.head()
      assembler.classes(
        names: ["N"], entries: [Wire.classEntry(name: 1, keys: [Wire.key("to", [0x20, 0x30, 1])])])
      for first in stride(from: 1, through: objectCount, by: blockObjectCount) {
        let numbers = first..<min(first + blockObjectCount, objectCount + 1)
        // One byte for each number: there are few objects.
        let records: [[UInt8]] = numbers.map { [1, $0 < objectCount ? UInt8($0 + 1) : 0] }
        assembler.objects(first: first, records: records)
        payloadEnds.append(assembler.lastPayloadOffset + 2 + 3 * records.count)
      }
      assembler.root("r", [0x30, 1], [1])
    }
  }

  @Test func `progress goes from the start to the end of each pass`() {
    let chain = Chain(objectCount: 100, blockObjectCount: 30)
    let bytes = chain.assembler.finished()
    for workers in [Workers.allCores] + Workers.orders {
      var offsets: [Int] = []
      let result = Verifier().verify(MemorySource(bytes), with: workers) { offsets.append($0) }
      #expect(result.findings == [])
      #expect(result.statistics.objectCount == 100)
      #expect(result.statistics.blockCount == 4)
      #expect(result.statistics.unreachableObjectCount == 0)
      // Payload checks of all chunks; then record frames, then values, of the blocks.
      #expect(offsets.count == 8 + 4 + 4)
      #expect(Array(offsets[8..<12]) == chain.payloadEnds)
      #expect(Array(offsets[12...]) == chain.payloadEnds)
      #expect(offsets[..<8] == offsets[..<8].sorted()[...])
    }
  }

  @Test func `findings of all chunks stand in the order of the file`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["N"], entries: [Wire.classEntry(name: 1, keys: [Wire.key("flag", [1])])])
    var expected: [Refusal] = []
    for number in 1...20 {
      if number % 5 == 0 {
        // A root that refers to no object, before and between the blocks.
        assembler.root("r\(number)", [0x30, 0], [99])
        let name = Wire.string("r\(number)")
        expected.append(
          Refusal(.danglingReference, assembler.lastPayloadOffset + 1 + name.count + 2))
      }
      assembler.objects(first: number, records: [[1, UInt8(number)]])
      if number > 1 { expected.append(Refusal(.flagByte, assembler.lastPayloadOffset + 4)) }
    }
    let bytes = assembler.finished()
    for result in [Verifier().verify(bytes)] + Verifier().verifications(inOrders: bytes) {
      #expect(result.findings.map { Refusal($0.rule, $0.offset) } == expected)
    }
    let few = Verifier(maximumFindingCount: 7)
    for result in [few.verify(bytes)] + few.verifications(inOrders: bytes) {
      #expect(result.findings.map { Refusal($0.rule, $0.offset) } == Array(expected[..<7]))
      #expect(result.statistics.truncatedFindings)
    }
  }

  @Test func `a reference to an object of another class is found at its place in a large block`() {
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["N", "M"],
      entries: [
        Wire.classEntry(name: 1, keys: [Wire.key("to", [0x21, 0x30, 1])]), Wire.classEntry(name: 2),
      ])
    // 200 references in a record, of which one is wrong; the objects behind it are valid.
    let targets = (0..<200).map { $0 == 137 ? [UInt8(2)] : [UInt8(1)] }.flatMap { $0 }
    assembler.objects(records: [[1] + Wire.varint(200) + targets, [2], [1, 0]])
    let bytes = assembler.finished()
    // First number, count, a length of two bytes, entry, a count of two bytes.
    let offset = assembler.lastPayloadOffset + 2 + 2 + 1 + 2 + 137
    for result in [Verifier().verify(bytes)] + Verifier().verifications(inOrders: bytes) {
      #expect(result.findings.map { Refusal($0.rule, $0.offset) } == [Refusal(.wrongClass, offset)])
      #expect(result.findings.map(\.keyPath) == ["objects[1].N.to[137]"])
    }
  }

  /// Objects of classes without keys, and one of a class with a reference to each of those classes: all nil but the last.
  private func manyClasses(_ classCount: Int, target: Int, _ blocks: [[[UInt8]]]) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    let names = (1...classCount).map { "C\($0)" }
    let keys = names.indices.map { Wire.key("k\($0)", [0x20, 0x30] + Wire.varint($0 + 1)) }
    assembler.classes(
      names: names + ["Last"],
      entries: names.indices.map { Wire.classEntry(name: $0 + 1) }
        + [Wire.classEntry(name: classCount + 1, keys: keys)])
    var first = 1
    for records in blocks {
      assembler.objects(first: first, records: records)
      first += records.count
    }
    let body = names.indices.flatMap { $0 == classCount - 1 ? Wire.varint(target) : [0] }
    assembler.objects(first: first, records: [Wire.varint(classCount + 1) + body])
    return assembler.finished()
  }

  @Test func `objects of more than 255 entries are of their classes in all blocks`() {
    let narrow: [[UInt8]] = [[1], [2]]
    let wide: [[UInt8]] = [[3], Wire.varint(299), Wire.varint(300)]
    let orders = [[narrow, wide], [wide, narrow], [wide, wide], [narrow, narrow, wide, narrow]]
    for blocks in orders {
      for (index, record) in blocks.flatMap({ $0 }).enumerated() {
        let bytes = manyClasses(300, target: index + 1, blocks)
        let rules: [ArchiveRule] = record == Wire.varint(300) ? [] : [.wrongClass]
        for result in [Verifier().verify(bytes)] + Verifier().verifications(inOrders: bytes) {
          #expect(result.findings.map(\.rule) == rules)
        }
      }
    }
  }

  @Test func `classes of references are checked however many there are`() {
    let plain: [[UInt8]] = Array(repeating: [1], count: 131_072)
    for (target, rules) in [(131_073, []), (1, [ArchiveRule.wrongClass])] {
      let bytes = manyClasses(600, target: target, [plain, [Wire.varint(600)]])
      #expect(Verifier().verify(bytes).findings.map(\.rule) == rules)
    }
  }

  @Test func `classes in the types of values are checked however many there are`() {
    // An object is of all 250 classes, each the superclass of the next, but not of another.
    let names = (1...251).map { "C\($0)" }
    let entries = (1...250).map { Wire.classEntry(name: $0, superclass: $0 - 1) }
    for (last, rules) in [(250, []), (251, [ArchiveRule.wrongClass])] {
      var assembler = ChunkAssembler.withHead
      assembler.classes(names: names, entries: entries)
      assembler.objects(records: Array(repeating: Wire.varint(250), count: 300_000))
      let values = (1..<250).map { $0 } + [last]
      assembler.root(
        "r", [0x21, 0x14],
        Wire.varint(values.count) + values.flatMap { [0x30] + Wire.varint($0) + [1] })
      #expect(Verifier().verify(assembler.finished()).findings.map(\.rule) == rules)
    }
  }
}
