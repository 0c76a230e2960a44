internal import Stele

/// Examines whether bytes are a valid archive, and says exactly what is wrong when they are not.
///
/// The verifier was written from the specification alone and shares no reading code with the
/// decoder, so that each checks the other. It takes a few bytes of memory for each object, and
/// none for anything else that grows with the archive but its class table and its names; it uses
/// constant stack.
public struct Verifier: Sendable {
  /// How much is examined.
  public let level: VerificationLevel
  /// How deep things may nest.
  public let limits: VerifierLimits
  /// How many findings are reported at most; at least one always is, when there is one.
  public let maximumFindingCount: Int

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - level: how much is examined; by default everything that makes an archive valid.
  ///   - limits: how deep things may nest, by default as deep as the specification allows.
  ///   - maximumFindingCount: how many findings are reported at most.
  public init(
    level: VerificationLevel = .references, limits: VerifierLimits = VerifierLimits(),
    maximumFindingCount: Int = 1000
  ) {
    self.level = level
    self.limits = limits
    self.maximumFindingCount = maximumFindingCount
  }

  /// Examines an archive.
  public func verify(_ bytes: [UInt8]) -> Verification {
    verify(bytes.span)
  }

  /// Examines an archive, which must not change meanwhile, and says how far it has come.
  ///
  /// - Parameters:
  ///   - bytes: the archive.
  ///   - progress: takes, after each chunk, the offset up to which the current pass has come. Every
  ///     pass goes from the start to the end; what lies before the offset is seldom looked at again
  ///     in the same pass.
  /// - Returns: what was found.
  public func verify(_ bytes: Span<UInt8>, progress: (Int) -> Void) -> Verification {
    var examination = Examination(self)
    examination.run(bytes, progress)
    return Verification(findings: examination.log.findings, statistics: examination.statistics)
  }

  /// Examines an archive, which must not change meanwhile.
  ///
  /// Goes through the phases of a complete check (spec §7.1). A phase that depends on one with
  /// findings examines what can be judged all the same.
  public func verify(_ bytes: Span<UInt8>) -> Verification {
    verify(bytes) { _ in }
  }
}
