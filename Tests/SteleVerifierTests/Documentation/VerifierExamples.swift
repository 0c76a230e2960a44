import Stele
import SteleModel
import SteleVerifier
import TestSupport
import Testing

/// The examples of the landing page of the verifier.
@Suite struct `Examples of the verifier` {
  @Test func `every finding is reported`() throws {
    var bytes: [UInt8] = try SteleEncoder().encode(["a", "b"])
    #expect(Verifier().verify(bytes).isValid)
    bytes[40] ^= 1
    var report = ""

    let verification = Verifier().verify(bytes)
    for finding in verification.findings {
      print(finding.rule.number, finding.offset, finding.message, to: &report)
    }

    #expect(!verification.isValid)
    #expect(!report.isEmpty)
  }

  @Test func `the canonical form is a level of its own`() throws {
    var encoder = SteleEncoder()
    encoder.outputFormatting = .canonical
    let bytes: [UInt8] = try encoder.encode(Set(["a", "b"]))

    var verifier = Verifier()
    verifier.level = .canonical
    verifier.maximumFindingCount = 10
    let isCanonical = verifier.verify(bytes).isValid

    #expect(isCanonical)
  }
}
