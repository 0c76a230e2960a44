/// The result of verifying an archive.
public struct Verification: Sendable {
  /// The findings, in the order of the phases of a complete check (spec §8.1).
  ///
  /// The first finding is *the* refusal: its rule and offset are those that the specification
  /// prescribes. The further ones are those that could be judged in spite of the ones before.
  public let findings: [Verification.Finding]
  /// The numbers of the parts of the archive that could be counted.
  public let statistics: Statistics
  /// The error of a source that could not read some of the bytes.
  ///
  /// If there is one, findings are about bytes that could not be read, and the archive may be valid.
  public let sourceError: (any Error)?

  /// Whether nothing is wrong.
  public var isValid: Bool { findings.isEmpty }

  /// The numbers of an archive.
  public struct Statistics: Hashable, Sendable {
    /// The size of the archive in bytes.
    public internal(set) var byteCount = 0
    /// The document type: a uniform type identifier, a media type, or empty; nil if it could not be read.
    ///
    /// Spec §2.4.
    public internal(set) var documentType: String?
    /// The payload check of the index; nil if the chunks do not lead to one.
    ///
    /// Spec §6.3.
    public internal(set) var fingerprint: UInt64?
    /// The number of chunks that could be framed, of unknown types too; nil for bytes that are no archive of a known version.
    public internal(set) var chunkCount: Int?
    /// The number of `OBJS` chunks that could be framed; nil for bytes that are no archive of a known version.
    public internal(set) var blockCount: Int?
    /// The number of entries in the class table; nil if they could not all be read, or the level was below
    /// ``VerificationLevel/tables``.
    public internal(set) var classEntryCount: Int?
    /// The number of objects; nil if their records could not all be found, or the level was below
    /// ``VerificationLevel/records``.
    public internal(set) var objectCount: Int?
    /// The number of roots; nil if they could not all be read, or the level was below ``VerificationLevel/records``.
    public internal(set) var rootCount: Int?
    /// The number of objects that no strong references lead to from the roots.
    ///
    /// Nil if the archive is not valid or the level was below ``VerificationLevel/references``.
    public internal(set) var unreachableObjectCount: Int?
    /// How much was validated.
    public internal(set) var level = VerificationLevel.references
    /// Whether there were more findings than the verifier was asked to report.
    public internal(set) var truncatedFindings = false
  }
}
