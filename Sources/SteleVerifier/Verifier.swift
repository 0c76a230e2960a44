public import Stele

/// Validates archives, and says exactly what is wrong with those that are not valid.
///
/// The verifier was written from the specification alone and shares no reading code with the
/// decoder, so that each checks the other. It takes a few bytes of memory for each object, and as many as the class
/// table, the names of roots, the weak slots and the largest chunk have; it uses constant stack.
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

  /// Validates an archive.
  ///
  /// Goes through the phases of a complete check (spec §7.1). A phase that depends on one with
  /// findings validates what can be judged all the same.
  ///
  /// - Parameter bytes: The archive.
  /// - Returns: What was found.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func verify(_ bytes: [UInt8]) -> Verification {
    verify(VerifiedBytes(bytes), with: nil) { _ in }
  }

  /// Validates an archive of which the source copies one part after the other.
  ///
  /// Each part is copied, then validated, so that the source may be a file that another program changes. Of an archive
  /// that changes meanwhile, some parts are validated as they were before and some as they are afterwards; a part that the
  /// source does not deliver as a whole is a finding of rule P1.
  ///
  /// - Parameters:
  ///   - source: The archive. It is asked for one chunk after the other.
  ///   - progress: Takes, after each chunk, the offset up to which the current pass has come. Every
  ///     pass goes from the start to the end; what lies before the offset is seldom read again
  ///     in the same pass.
  /// - Returns: What was found.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func verify(
    _ source: some ByteSource, progress: (Int) -> Void = { _ in }
  ) -> Verification {
    verify(source, with: nil, progress: progress)
  }

  /// Validates an archive, if there is one with the help of a second thread.
  package func verify(
    _ source: some ByteSource, with second: SecondThread?, progress: (Int) -> Void
  ) -> Verification {
    verify(VerifiedBytes(source), with: second, progress: progress)
  }

  private func verify(
    _ bytes: VerifiedBytes, with second: SecondThread?, progress: (Int) -> Void
  ) -> Verification {
    var examination = Examination(self, second)
    examination.run(bytes, progress)
    return Verification(findings: examination.log.findings, statistics: examination.statistics)
  }
}
