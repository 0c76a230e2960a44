/// The depth to which descriptors, values and superclasses may nest in an archive that a ``Verifier`` accepts.
///
/// The defaults are part of what makes an archive valid. Spec §8.3.
public struct VerifierLimits: Hashable, Sendable {
  /// How deep type descriptors may nest (rule L1).
  public var descriptorNesting = 64
  /// How deep values may nest (rule L2).
  public var valueNesting = 512
  /// How many entries a chain of superclasses may have (rule L3).
  public var superclassChain = 256

  /// Makes limits, those of the specification.
  public init() {}
}
