/// How deep things may nest in an archive that a ``Verifier`` accepts.
///
/// The defaults are part of what makes an archive valid. Spec §7.3.
public struct VerifierLimits: Hashable, Sendable {
  /// How deep type descriptors may nest (rule L1).
  public var descriptorNesting: Int
  /// How deep values may nest (rule L2).
  public var valueNesting: Int
  /// How many entries a chain of superclasses may have (rule L3).
  public var superclassChain: Int

  /// Makes limits, by default those of the specification.
  public init(descriptorNesting: Int = 64, valueNesting: Int = 512, superclassChain: Int = 256) {
    self.descriptorNesting = descriptorNesting
    self.valueNesting = valueNesting
    self.superclassChain = superclassChain
  }
}
