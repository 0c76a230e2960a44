import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Limits and hostile input` {
  /// A root of type any, whose value nests one deeper with each three bytes.
  private func nested(_ depth: Int, _ leaf: [UInt8]) -> [UInt8] {
    // any (depth 1) > list any (2) > any (3) > list any (4) ...
    Array(repeating: [0x21, 0x14, 1] as [UInt8], count: depth).flatMap { $0 } + leaf
  }

  @Test func `values nest 512 deep`() {
    // 255 pairs are 510 values, any is the 511th, what it holds the 512th.
    #expect(Sample.root([0x14], nested(255, [0x07, 1])).refusals() == [])
    #expect(Sample.root([0x14], nested(255, [0x21, 0x07, 1, 1])).refusals() == [])
    #expect(Sample.root([0x14], nested(255, [0x30, 0, 1])).refusals() == [])
    #expect(Sample.root([0x14], nested(255, [0x21, 0x30, 0, 1, 1])).refusals() == [])
    #expect(Sample.root([0x14], nested(255, [0x20, 0x07, 0])).refusals() == [])
    let deep = Refusal(.valueNesting, 768)
    #expect(Sample.root([0x14], nested(255, [0x20, 0x07, 1, 1])).refusals() == [deep])
    #expect(Sample.root([0x14], nested(255, [0x21, 0x0F, 1, 0])).refusals() == [deep])
    #expect(Sample.root([0x14], nested(255, [0x21, 0x0F, 0])).refusals() == [])
    #expect(Sample.root([0x14], nested(256, [0x07, 1])).refusals() == [deep])
    #expect(
      Sample.root([0x14], nested(255, [0x21, 0x20, 0x07, 1, 0])).refusals()
        == [Refusal(.valueNesting, 769)])
    #expect(
      Sample.root([0x14], nested(255, [0x21, 0x32, 4, 1, 4, 0])).refusals()
        == [Refusal(.valueNesting, 770)])
    // A key of a struct at depth 512.
    #expect(
      Sample.root([0x14], nested(255, [0x32, 4, 5, 0, 9])).refusals()
        == [Refusal(.valueNesting, 769)])
    #expect(Sample.root([0x14], nested(255, [0x32, 6, 7, 1])).refusals() == [])
  }

  @Test func `limits can be chosen`() {
    let sample = Sample.root([0x20, 0x20, 0x07], [1, 1, 9])
    #expect(sample.refusals(limits: .init(valueNesting: 3)) == [])
    #expect(sample.refusals(limits: .init(valueNesting: 2)) == [Refusal(.valueNesting, 2)])
    let found = Sample.root([0x20, 0x20, 0x07], [1, 1, 9])
      .refusals(limits: .init(descriptorNesting: 2))
    #expect(found == [Refusal(.descriptorNesting, -1)])
  }

  @Test func `findings are limited in number`() {
    let sample = Sample.root([0x21, 0x30, 0], [5, 0, 0, 0, 0, 0])
    let some = Verifier(maximumFindingCount: 3).verify(sample.bytes)
    #expect(some.findings.count == 3)
    #expect(some.statistics.truncatedFindings)
    #expect(!Verifier(maximumFindingCount: 5).verify(sample.bytes).statistics.truncatedFindings)
    #expect(Verifier(maximumFindingCount: 0).verify(sample.bytes).findings.count == 1)
  }

  @Test func `a list of 200,000 linked objects is walked`() {
    let count = 200_000
    let blockCount = 100
    for isBackward in [false, true] {
      var assembler = ChunkAssembler.withHead
      assembler.classes(
        names: ["A"],
        entries: [Wire.classEntry(name: 1, keys: [Wire.key("next", [0x20, 0x30, 1])])])
      for block in 0..<blockCount {
        let first = block * (count / blockCount) + 1
        assembler.objects(
          first: first,
          records: (first..<(first + count / blockCount)).map {
            let next = isBackward ? $0 - 1 : $0 == count ? 0 : $0 + 1
            return [1] + Wire.varint(next)
          })
      }
      assembler.root("root", [0x30, 1], Wire.varint(isBackward ? count : 1))
      let result = Verifier().verify(assembler.finished())
      #expect(result.isValid)
      #expect(result.statistics.objectCount == count)
      #expect(result.statistics.unreachableObjectCount == 0)
    }
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

  @Test func `changed archives never trap and are judged alike again`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomSource(seed: seed)
    let archives = SampleArchives.all
    for round in 0..<4000 {
      var bytes = archives[round % archives.count]
      for _ in 0...Int(random.next() % 3) {
        let offset = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[offset] ^= 1 << (random.next() % 8)
        case 1: bytes[offset] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes[offset] = [0, 1, 2, 0x7F, 0x80, 0xFF][Int(random.next() % 6)]
        default: bytes[offset] &+= 1
        }
      }
      if round % 16 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      if round % 8 != 0 { bytes = ChunkAssembler.reseal(bytes) ?? bytes }
      let result = Verifier(level: .canonical).verify(bytes)
      for finding in result.findings {
        #expect((0...bytes.count).contains(finding.offset), "seed \(seed) round \(round)")
      }
    }
  }
}
