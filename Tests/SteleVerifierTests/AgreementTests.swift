import Foundation
import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Reader and verifier` {
  /// How many changed archives are judged; more when the environment asks for a long run.
  private static let roundCount =
    ProcessInfo.processInfo.environment["STELE_SOAK_ROUNDS"].flatMap(Int.init) ?? 4000

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

  @Test func `name the same first rule and offset for changed archives`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomSource(seed: seed)
    var archives = SampleArchives.all
    for fixture in try FixtureFolder.manifest().valid {
      let bytes = try FixtureFolder.bytes(fixture.file)
      // Few changes of a large archive say something that changes of a small one do not.
      if bytes.count <= 3_000 { archives.append(bytes) }
    }
    for _ in 0..<20 {
      archives.append(try RandomGraph.make(seed: random.next()).encoded())
    }
    for archive in archives {
      let (reader, verifier) = judge(archive)
      #expect(reader == nil, "seed \(seed)")
      #expect(verifier == nil, "seed \(seed)")
    }
    var rules: Set<Rule> = []
    for round in 0..<Self.roundCount {
      var bytes = archives[round % archives.count]
      if random.isOne(in: 2) { bytes = ChangedPayload(bytes, &random)?.bytes ?? bytes }
      for _ in 0..<random.count(upTo: 3) { change(&bytes, &random) }
      if random.isOne(in: 20) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      if !random.isOne(in: 8) { bytes = ArchiveAssembler.reseal(bytes) ?? bytes }
      let (reader, verifier) = judge(bytes)
      if let verifier { rules.insert(verifier.rule) }
      #expect(reader == verifier, "seed \(seed), round \(round), \(bytes)")
      if reader != verifier { break }
      guard round % 4 == 0 else { continue }
      let whole = Verifier().verify(bytes)
      for halved in Verifier().verifications(halving: bytes) {
        #expect(halved.findings == whole.findings, "seed \(seed), round \(round)")
        #expect(halved.statistics == whole.statistics, "seed \(seed), round \(round)")
      }
    }
    // The changes must reach far into the archives, or the test says little.
    #expect(rules.count > 25, "seed \(seed)")
  }

  /// Changes one byte or two; most changes are to values that mean something.
  private func change(_ bytes: inout [UInt8], _ random: inout RandomSource) {
    guard bytes.count > 40 else { return }
    let offset = Int.random(in: 8..<(bytes.count - 8), using: &random)
    switch random.next() % 6 {
    case 0: bytes[offset] ^= 1 << (random.next() % 8)
    case 1: bytes[offset] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes[offset] = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x14, 0x20][Int(random.next() % 8)]
    case 3: bytes[offset] &-= 1
    case 4: bytes.swapAt(offset, Int.random(in: 8..<(bytes.count - 8), using: &random))
    default: bytes[offset] &+= 1
    }
  }
}

/// An archive one payload of which has been changed in length, with all else in order.
private struct ChangedPayload {
  let bytes: [UInt8]

  /// Nil when the archive has no such chunks.
  init?(_ archive: [UInt8], _ random: inout RandomSource) {
    var chunks: [(type: String, payload: [UInt8])] = []
    var offset = 8
    while archive.count - offset >= 32 {
      let byteCount = archive[(offset + 8)..<(offset + 16)].reversed()
        .reduce(0) { $0 << 8 | Int($1) }
      let payload = Array(archive[(offset + 24)..<(offset + 24 + byteCount)])
      chunks.append((String(decoding: archive[offset..<(offset + 4)], as: UTF8.self), payload))
      offset += 24 + byteCount + (8 - byteCount % 8) % 8
    }
    guard let index = chunks.popLast(), let changed = chunks.indices.randomElement(using: &random)
    else { return nil }
    Self.change(&chunks[changed].payload, &random)
    if random.isOne(in: 10), chunks.count > 1 {
      let other = Int.random(in: 1..<chunks.count, using: &random)
      chunks.swapAt(max(changed, 1), other)
    }
    var assembler = ArchiveAssembler()
    var entry = 0
    for (type, payload) in chunks {
      var count = 0
      if ["CLAS", "OBJS", "ROOT", "WEAK"].contains(type) {
        count = index.payload[(entry + 4)..<(entry + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        entry += 16
      }
      assembler.chunk(type, payload: payload, count: count)
    }
    bytes = assembler.finished()
  }

  private static func change(_ payload: inout [UInt8], _ random: inout RandomSource) {
    guard !payload.isEmpty else { return payload.append(0) }
    let offset = Int.random(in: 0..<payload.count, using: &random)
    switch random.next() % 5 {
    case 0: payload.remove(at: offset)
    case 1: payload.insert(UInt8(truncatingIfNeeded: random.next()) & 0x37, at: offset)
    case 2: payload.append(0)
    case 3: payload.removeSubrange(offset...)
    default:
      let end = Int.random(in: offset...payload.count, using: &random)
      payload.insert(contentsOf: payload[offset..<end], at: offset)
    }
  }
}
