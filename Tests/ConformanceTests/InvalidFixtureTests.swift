import Stele
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@Suite struct InvalidFixtureTests {
  static let fixtures = Result { try FixtureFolder.manifest().invalid }
  /// Those with one fault, and those with several, of which the order of checks decides.
  static let refused = Result { try FixtureFolder.manifest().order + fixtures.get() }

  @Test(arguments: try refused.get())
  func `the reader refuses an invalid fixture by its rule and offset`(
    _ fixture: Manifest.Invalid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    #expect(
      refusal { try ArchiveReader.check(bytes) } == fixture.finding)
    #expect(refusal { try ArchiveGraph(bytes) } == fixture.finding)
  }

  /// Rules about the types of chunks and about the index, which a reader in part reads when it opens an archive; it may name
  /// another rule than a complete check.
  private static let openingRules: Set<String> = [
    "F1", "F2", "F8", "F9", "F10", "F11", "F12", "X3", "X5",
  ]
  /// Rules that come before everything else.
  private static let firstRules: Set<String> = ["F1", "F2", "F12"]

  @Test(arguments: try refused.get().filter { openingRules.contains($0.finding.rule) })
  func `the reader in part refuses wrong types and a wrong index when it opens an archive`(
    _ fixture: Manifest.Invalid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    for source in [ArchiveBytes.memory(bytes), .source(MemorySource(bytes))] {
      let found = refusal { try ArchiveReader(opening: source, limits: ArchiveLimits()) }
      #expect(found != nil)
      if Self.firstRules.contains(fixture.finding.rule) { #expect(found == fixture.finding) }
    }
  }

  @Test(arguments: try fixtures.get())
  func `the verifier finds nothing in an invalid fixture but its fault and what follows from that`(
    _ fixture: Manifest.Invalid
  ) throws {
    let finding = fixture.finding
    // What is not valid is not examined for its form.
    for level in [VerificationLevel.references, .canonical] {
      let findings = Verifier(level: level).verify(try FixtureFolder.bytes(fixture.file)).findings
      #expect(
        findings.map { "\($0.rule.number) \($0.offset)" }
          == ["\(finding.rule) \(finding.offset)"] + (Self.consequences[fixture.file] ?? []))
    }
  }

  /// Further rules and offsets, where one fault has several places or breaks another rule.
  private static let consequences: [String: [String]] = [
    "invalid/block-order.stele": ["R1 680", "R1 776"],
    "invalid/first-number-gap.stele": ["R1 392"], "invalid/first-number-overlap.stele": ["R1 488"],
    "invalid/head-second.stele": ["F9 64"], "invalid/index-entries-swapped.stele": ["X4 280"],
    // The index has the check that would be right.
    "invalid/payload-check-wrong.stele": ["X4 272"],
    "invalid/reference-of-wrong-class-optional.stele": ["R6 174"],
    "invalid/set-duplicate-many.stele": stride(from: 135, through: 211, by: 2).map { "V6 \($0)" },
    "invalid/superclass-loop-ahead.stele": ["C7 85", "C7 95"],
    "invalid/superclass-loop-of-two.stele": ["C7 99"],
  ]

  @Test(arguments: try fixtures.get())
  func `the prefixes of an invalid fixture are refused`(_ fixture: Manifest.Invalid) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    for count in stride(from: 0, to: min(bytes.count, 512), by: 7) {
      let prefix = Array(bytes.prefix(count))
      // Comparing first, since expectations take as long as these readers.
      if (try? ArchiveReader.check(prefix)) != nil {
        Issue.record("the reader accepts \(count) bytes")
      }
      if Verifier().verify(prefix).isValid { Issue.record("the verifier accepts \(count) bytes") }
    }
  }
}
