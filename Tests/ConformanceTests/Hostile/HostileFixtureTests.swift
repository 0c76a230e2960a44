import Stele
import SteleModel
import SteleVerifier
import TestSupport
import Testing

/// Readers, verifier and recovery on changed fixtures; `fixtures --sweep` does all of what is a sample here.
@Suite struct `Hostile fixtures` {
  /// Every how many-th change is judged; no multiple of 3 or 5, which would pass over ways or values.
  #if DEBUG
    private static let stride = 97
    private static let takesEveryBit = false
  #else
    private static let stride = 4
    private static let takesEveryBit = true
  #endif
  private static let largestByteCount = 300

  static let fixtures = Result { try JudgedFixture.all() }

  private static func small() throws -> [JudgedFixture] {
    try fixtures.get().filter { $0.bytes.count <= largestByteCount }
  }

  /// Records what must not be; comparing first, since expectations take longer than judgements.
  private func expectAgreement(_ bytes: [UInt8], _ place: @autoclosure () -> String) -> Judgement {
    let judgement = Judgement(bytes, .everything)
    for line in judgement.disagreements { Issue.record("\(place()): \(line)") }
    return judgement
  }

  @Test func `all that judge fixtures as they are agree`() throws {
    for fixture in try Self.fixtures.get() {
      let judgement = expectAgreement(fixture.bytes, fixture.file)
      #expect((judgement.refusal == nil) == fixture.isValid, "\(fixture.file)")
      #expect((judgement.finding == nil) == fixture.isValid, "\(fixture.file)")
    }
  }

  @Test func `all that judge fixtures with one byte changed agree`() throws {
    var count = 0
    var rules: Set<ArchiveRule> = []
    for fixture in try Self.small() {
      for offset in fixture.bytes.indices {
        let byte = fixture.bytes[offset]
        for value in [byte ^ 1, byte &+ 1, byte ^ 0x80, byte ^ 0xFF, 0] {
          for way in OneByteChange.Way.allCases {
            count += 1
            guard count % Self.stride == 0 else { continue }
            let change = OneByteChange(offset: offset, value: value, way: way)
            guard let changed = change.applied(to: fixture.bytes) else { continue }
            let judgement = expectAgreement(changed, "\(fixture.file), \(change)")
            if let rule = judgement.refusal?.rule { rules.insert(rule) }
          }
        }
      }
    }
    // Changes that reach only a few rules would prove little.
    #expect(rules.count > 50)
  }

  @Test func `all that judge fixtures that end too early agree`() throws {
    var count = 0
    for fixture in try Self.small() {
      let prefixes =
        Prefixes.whole(fixture.bytes, every: Self.stride)
        + Prefixes.payloads(fixture.bytes, every: Self.stride)
      for (number, prefix) in prefixes.enumerated() {
        count += 1
        _ = expectAgreement(prefix, "\(fixture.file), number \(number) of every \(Self.stride)")
      }
    }
    #expect(count > 1_500)
  }

  @Test func `every flipped bit of a valid fixture is found`() throws {
    for fixture in try Self.small() where fixture.isValid {
      var bytes = fixture.bytes
      for offset in bytes.indices {
        for bit in 0..<8 where Self.takesEveryBit || bit == offset % 8 {
          bytes[offset] ^= 1 << bit
          let place = "\(fixture.file): bit \(bit) of byte \(offset)"
          if (try? ArchiveReader.check(bytes)) != nil { Issue.record("the reader: \(place)") }
          if Verifier().verify(bytes).isValid { Issue.record("the verifier: \(place)") }
          bytes[offset] ^= 1 << bit
        }
      }
    }
  }
}
