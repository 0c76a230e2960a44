import Stele
import SteleModel
package import SteleVerifier

/// An archive that a test has written and that is not as it should be.
package struct UnexpectedFinding: Error, CustomStringConvertible {
  package let description: String
}

/// Gives back an archive that a test has written, after both readers have found it valid.
package func verified(_ bytes: [UInt8], isCanonical: Bool = false) throws -> [UInt8] {
  try ArchiveReader.check(bytes)
  let level = isCanonical ? VerificationLevel.canonical : .references
  if let finding = Verifier(level: level).verify(bytes).findings.first {
    throw UnexpectedFinding(description: finding.description)
  }
  return bytes
}

extension Verifier {
  /// Makes a verifier of its settings, for one expression.
  package init(
    level: VerificationLevel = .references, limits: VerifierLimits = VerifierLimits(),
    maximumFindingCount: Int = 1000
  ) {
    self.init()
    self.level = level
    self.limits = limits
    self.maximumFindingCount = maximumFindingCount
  }
}

extension VerifierLimits {
  /// Makes limits of numbers, for one expression.
  package init(descriptorNesting: Int = 64, valueNesting: Int = 512, superclassChain: Int = 256) {
    self.init()
    self.descriptorNesting = descriptorNesting
    self.valueNesting = valueNesting
    self.superclassChain = superclassChain
  }
}
