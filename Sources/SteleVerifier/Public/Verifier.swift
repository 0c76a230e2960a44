public import Stele

/// Validates archives, and reports every broken rule with its offset.
///
/// The verifier was written from the specification alone and shares no reading code with the
/// decoder, so that each checks the other.
///
/// ```swift
/// var verifier = Verifier()
/// verifier.level = .canonical
/// for finding in verifier.verify(bytes).findings { print(finding) }
/// ```
///
/// It takes some ten bytes of memory for each object, and a small multiple of the
/// sizes of the class table, the names of roots, the weak slots and the largest chunk; it uses constant stack. Large
/// archives are validated on all cores.
public struct Verifier: Sendable {
  /// The extent of the validation: by default everything that makes an archive valid.
  public var level = VerificationLevel.references
  /// The depth to which descriptors, values and superclasses may nest: by default that of the specification.
  public var limits = VerifierLimits()
  /// The largest number of findings that are reported; at least one always is, if there is one.
  public var maximumFindingCount = 1000

  /// Makes a verifier.
  public init() {}

  /// Validates an archive.
  ///
  /// The phases are those of a complete check (spec §8.1). A phase that depends on one with findings goes on as far as
  /// it makes sense.
  ///
  /// - Parameter bytes: The archive.
  /// - Returns: The findings and the statistics.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func verify(_ bytes: [UInt8]) -> Verification {
    verify(VerifiedBytes(bytes), .allCores) { _ in }
  }

  /// Validates an archive.
  ///
  /// - Parameter bytes: The archive, a collection of bytes such as `Data` or a slice of an array, which is copied once.
  /// - Returns: The findings and the statistics.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  @_disfavoredOverload
  public func verify(_ bytes: some Collection<UInt8>) -> Verification { verify(Array(bytes)) }

  /// Validates an archive.
  ///
  /// - Parameter bytes: The archive, which is copied once.
  /// - Returns: The findings and the statistics.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func verify(_ bytes: RawSpan) -> Verification {
    // Safe: the bytes are copied before the closure returns.
    verify(unsafe bytes.withUnsafeBytes { unsafe Array($0) })
  }

  /// Validates an archive.
  ///
  /// - Parameter bytes: The archive, which is copied once.
  /// - Returns: The findings and the statistics.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func verify(_ bytes: Span<UInt8>) -> Verification {
    // Safe: the elements are copied before the closure returns.
    verify(unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) })
  }

  /// Validates the archive of a source, such as a `FileSource` of `SteleFoundation`, which may be a file that another program changes.
  ///
  /// Each part is copied, then validated. Of an archive that changes meanwhile, some parts are validated as they were
  /// before and some as they are afterwards; a part that is no longer there is a finding of rule P1. If the source throws an
  /// error, the result has it as ``Verification/sourceError``, and says nothing of the archive.
  ///
  /// - Parameters:
  ///   - source: The archive. It is asked for several chunks at a time, on several threads if the archive is large.
  ///   - progress: Takes, after each chunk, the offset up to which the current pass has come. Every
  ///     pass goes from the start to the end.
  /// - Returns: The findings and the statistics.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func verify(
    _ source: some ByteSource, progress: (Int) -> Void = { _ in }
  ) -> Verification {
    verify(VerifiedBytes(source), .allCores, progress)
  }

  /// Validates an archive with other workers.
  package func verify(
    _ source: some ByteSource, with workers: Workers, progress: (Int) -> Void = { _ in }
  ) -> Verification {
    verify(VerifiedBytes(source), workers, progress)
  }

  private func verify(
    _ bytes: VerifiedBytes, _ workers: Workers, _ progress: (Int) -> Void
  ) -> Verification {
    var validation = Validation(self, workers)
    validation.run(bytes, progress)
    return Verification(
      findings: validation.log.findings, statistics: validation.statistics,
      sourceError: bytes.sourceError)
  }
}
