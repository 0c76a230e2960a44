import Stele
import SteleVerifier
import TestSupport
import Testing

/// The pass that says whether all is right, and how what is wrong is found behind it.
@Suite struct `Quick examination` {
  /// An archive of objects of a class N in blocks of some, each of which refers to the next.
  private struct Chain {
    var assembler = ArchiveAssembler()
    /// The places of all chunks, of which the first two are no blocks.
    var chunkEnds: [Int] = []
    var payloadEnds: [Int] = []

    init(objectCount: Int, blockObjectCount: Int) {
      assembler.head()
      chunkEnds.append(assembler.bytes.count)
      assembler.classes(
        names: ["N"], entries: [Wire.classEntry(name: 1, keys: [Wire.key("to", [0x20, 0x30, 1])])])
      chunkEnds.append(assembler.bytes.count)
      for first in stride(from: 1, through: objectCount, by: blockObjectCount) {
        let numbers = first..<min(first + blockObjectCount, objectCount + 1)
        // One byte for each number: there are few objects.
        let records: [[UInt8]] = numbers.map { [1, $0 < objectCount ? UInt8($0 + 1) : 0] }
        assembler.objects(first: first, records: records)
        payloadEnds.append(assembler.lastPayloadOffset + 2 + 3 * records.count)
        chunkEnds.append(assembler.bytes.count)
      }
      assembler.root("r", [0x30, 1], [1])
      chunkEnds.append(assembler.bytes.count)
    }
  }

  @Test func `a valid archive is passed twice: its frames, then its blocks`() {
    let chain = Chain(objectCount: 100, blockObjectCount: 30)
    let bytes = chain.assembler.finished()
    var offsets: [Int] = []
    let result = Verifier().verify(MemorySource(bytes)) { offsets.append($0) }
    #expect(result.findings == [])
    #expect(result.statistics.objectCount == 100)
    #expect(result.statistics.blockCount == 4)
    #expect(result.statistics.unreachableObjectCount == 0)
    #expect(offsets == chain.chunkEnds + [bytes.count - 8] + chain.payloadEnds)
  }

  @Test func `a wrong check of a block is found on either thread`() {
    let chain = Chain(objectCount: 100, blockObjectCount: 30)
    let intact = chain.assembler.finished()
    for (index, end) in chain.payloadEnds.enumerated() {
      // The last reference of a block, to an object that there is.
      var bytes = intact
      bytes[end - 1] = 1
      let refusal = Refusal(.payloadCheck, chain.chunkEnds[index + 1] + 16)
      for result in [Verifier().verify(bytes)] + Verifier().verifications(halving: bytes) {
        #expect(result.findings.map { Refusal($0.rule, $0.offset) } == [refusal])
      }
    }
  }

  /// Objects of classes without keys, and one of a class with a reference to each of those classes: all nil but the last.
  private func manyClasses(
    _ classCount: Int, target: Int, _ blocks: [[[UInt8]]]
  ) -> [UInt8] {
    var assembler = ArchiveAssembler()
    assembler.head()
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
        let rules: [Rule] = record == Wire.varint(300) ? [] : [.wrongClass]
        for result in [Verifier().verify(bytes)] + Verifier().verifications(halving: bytes) {
          #expect(result.findings.map(\.rule) == rules)
        }
      }
    }
  }

  @Test func `classes are examined when there are too many to keep a set of objects for each`() {
    // A set takes 16 KB here, and all sets together may take a little more than 8 MB.
    let plain: [[UInt8]] = Array(repeating: [1], count: 131_072)
    for (target, rules) in [(131_073, []), (1, [Rule.wrongClass])] {
      let bytes = manyClasses(600, target: target, [plain, [Wire.varint(600)]])
      #expect(Verifier().verify(bytes).findings.map(\.rule) == rules)
    }
  }

  @Test func `classes that values alone name are examined when they are too many for sets`() {
    // A set takes 37 KB here. An object is of all 250 classes, each the superclass of the next, but not of another.
    let names = (1...251).map { "C\($0)" }
    let entries = (1...250).map { Wire.classEntry(name: $0, superclass: $0 - 1) }
    for (last, rules) in [(250, []), (251, [Rule.wrongClass])] {
      var assembler = ArchiveAssembler()
      assembler.head()
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
