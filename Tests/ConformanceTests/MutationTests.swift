import Stele
import SteleVerifier
import TestSupport
import Testing

/// Reader and verifier on archives with one wrong byte in a payload, everything else being right.
@Suite struct MutationTests {
  static let fixtures = Result {
    try FixtureFolder.manifest().valid.filter {
      try FixtureFolder.bytes($0.file).count < largestByteCount
    }
  }

  /// Larger fixtures repeat what smaller ones have.
  private static let largestByteCount = 300

  @Test(arguments: try fixtures.get())
  func `reader and verifier say the same of every fixture with one byte changed`(
    _ fixture: Manifest.Valid
  ) throws {
    let base = try ArchiveParts(archive: try FixtureFolder.bytes(fixture.file))
    for chunk in base.parts.indices {
      for index in base.parts[chunk].payload.indices {
        let byte = base.parts[chunk].payload[index]
        for changed in [byte ^ 1, byte ^ 0xFF] {
          var archive = base
          archive.parts[chunk].payload[index] = changed
          let place = "chunk \(chunk), byte \(index): \(changed)"
          expectAgreement(archive.sealed(), place)
          guard chunk < base.parts.count - 1 else { continue }
          archive.renewIndex()
          expectAgreement(archive.sealed(), place + ", index renewed")
        }
      }
    }
  }

  private func expectAgreement(_ bytes: [UInt8], _ place: String) {
    var refusal: Manifest.Finding?
    do throws(ArchiveError) {
      try Archive.check(bytes)
    } catch {
      refusal = Manifest.Finding(error.rule, at: error.offset)
    }
    let finding = Verifier().verify(bytes).findings.first.map {
      Manifest.Finding($0.rule, at: $0.offset)
    }
    // Comparing first: a million expectations take longer than what they are about.
    if refusal != finding {
      #expect(refusal == finding, "\(place)")
    }
  }
}
