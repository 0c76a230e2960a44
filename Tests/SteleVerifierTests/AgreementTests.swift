import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Reader and verifier` {
  private static let roundCount = 30_000

  /// The first refusal of the reader, and that of the verifier.
  private func judge(_ bytes: [UInt8]) -> (reader: Refusal?, verifier: Refusal?) {
    let verifier = Verifier().verify(bytes).findings.first.map { Refusal($0.rule, $0.offset) }
    do throws(ArchiveError) {
      try Archive.check(bytes)
      return (nil, verifier)
    } catch {
      return (Refusal(error.rule, error.offset), verifier)
    }
  }

  @Test func `name the same first rule and offset for changed archives`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix(state: seed)
    let archives = SampleArchives.all
    for archive in archives {
      let (reader, verifier) = judge(archive)
      #expect(reader == nil)
      #expect(verifier == nil)
    }
    var refusedCount = 0
    for round in 0..<Self.roundCount {
      var bytes = archives[round % archives.count]
      for _ in 0...Int(random.next() % 3) { change(&bytes, &random) }
      if round % 16 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      if round % 8 != 0 { bytes = ArchiveAssembler.reseal(bytes) ?? bytes }
      let (reader, verifier) = judge(bytes)
      if verifier != nil { refusedCount += 1 }
      #expect(reader == verifier, "seed \(seed), round \(round), \(bytes)")
      if reader != verifier { break }
    }
    #expect(refusedCount > Self.roundCount / 4)
  }

  /// Changes, removes or adds bytes; most changes are to values that mean something.
  private func change(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    guard bytes.count > 40 else { return }
    let offset = 8 + Int(random.next() % UInt64(bytes.count - 16))
    switch random.next() % 6 {
    case 0: bytes[offset] ^= 1 << (random.next() % 8)
    case 1: bytes[offset] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes[offset] = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x14, 0x20][Int(random.next() % 8)]
    case 3: bytes[offset] &-= 1
    case 4:
      let other = 8 + Int(random.next() % UInt64(bytes.count - 16))
      bytes.swapAt(offset, other)
    default: bytes[offset] &+= 1
    }
  }
}
