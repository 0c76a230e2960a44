import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Limits and hostile input` {
  @Test func `limits can be chosen`() {
    let sample = Sample.root([0x20, 0x20, 0x07], [1, 1, 9])
    #expect(sample.refusals(limits: .init(valueNesting: 3)) == [])
    #expect(sample.refusals(limits: .init(valueNesting: 2)) == [Refusal(.valueNesting, 2)])
    let found = Sample.root([0x20, 0x20, 0x07], [1, 1, 9])
      .refusals(limits: .init(descriptorNesting: 2))
    #expect(found == [Refusal(.descriptorNesting, -1)])
    var assembler = ChunkAssembler.withHead
    assembler.classes(
      names: ["A"], entries: [Wire.classEntry(name: 1), Wire.classEntry(name: 1, superclass: 1)])
    let chain = Refusal(.superclassChain, assembler.lastPayloadOffset + 12)
    #expect(refusals(assembler.finished(), limits: .init(superclassChain: 1)) == [chain])
  }

  @Test func `references are not examined below their level`() {
    for (type, value) in [
      ([0x30, 0], [0]), ([0x30, 0], [9]), ([0x30, 1], [3]), ([0x31, 0], [9]),
    ]
      as [([UInt8], [UInt8])]
    {
      #expect(Sample.root(type, value).refusals(level: .records) == [])
    }
  }

  @Test func `findings are limited in number`() {
    let sample = Sample.root([0x21, 0x30, 0], [5, 0, 0, 0, 0, 0])
    let some = Verifier(maximumFindingCount: 3).verify(sample.bytes)
    #expect(some.findings.count == 3)
    #expect(some.statistics.truncatedFindings)
    #expect(!Verifier(maximumFindingCount: 5).verify(sample.bytes).statistics.truncatedFindings)
    #expect(Verifier(maximumFindingCount: 0).verify(sample.bytes).findings.count == 1)
  }

  @Test func `large sets are examined without comparing each with each`() {
    let count = 300_000
    let value = Wire.varint(count) + (0..<count).flatMap { Wire.varint($0) }
    #expect(Sample.root([0x22, 0x09], value).refusals() == [])
    // Strings that differ only in the middle, where a quick hash does not look.
    let strings = (0..<3000).flatMap { number -> [UInt8] in
      var text = Array(repeating: UInt8(0x61), count: 100)
      for (digit, byte) in String(number).utf8.enumerated() { text[48 + digit] = byte }
      return [100] + text
    }
    #expect(Sample.root([0x22, 0x0F], Wire.varint(3000) + strings).refusals() == [])
    let again = Wire.varint(3001) + strings + strings[101 * 77..<101 * 78]
    #expect(
      Sample.root([0x22, 0x0F], again).refusals() == [Refusal(.duplicateElement, 2 + 3000 * 101)])
  }
}
