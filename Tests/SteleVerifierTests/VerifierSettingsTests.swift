import Stele
import SteleVerifier
import TestSupport
import Testing

struct VerifierSettingsTests {
  @Test func `a verifier is configured by its properties`() throws {
    let bytes = try SteleEncoder().encode([[1]])
    var verifier = Verifier()
    #expect(verifier.verify(bytes).statistics.level == .references)
    verifier.level = .tables
    #expect(verifier.verify(bytes).statistics.level == .tables)
    verifier.level = .canonical
    verifier.limits.valueNesting = 1
    #expect(verifier.verify(bytes).findings.first?.rule == .valueNesting)
    verifier.limits = VerifierLimits()
    #expect(verifier.verify(bytes).isValid)
  }

  @Test func `archives are verified as arrays, slices and spans`() throws {
    let bytes = ContiguousArray(try SteleEncoder().encode([1, 2]))
    let broken = bytes.dropLast()
    #expect(Verifier().verify(bytes).isValid)
    let verification = Verifier().verify(bytes.span)
    #expect(verification.isValid && verification.statistics.byteCount == bytes.count)
    // Safe: an array of bytes has no padding.
    let raw = Verifier().verify(unsafe bytes.span.bytes)
    #expect(raw.isValid)
    #expect(
      Verifier().verify(broken).findings.map(\.rule)
        == Verifier().verify(Array(broken)).findings.map(\.rule))
  }
}
