/// The extent to which a ``Verifier`` validates an archive.
///
/// Each level includes the ones before it. Spec §8.1.
@nonexhaustive
public enum VerificationLevel: Int, CaseIterable, Comparable, Sendable {
  /// Signatures, chunks with their checks, head and index: phases 1 and 2.
  case frames
  /// Also the class table: phase 3.
  case tables
  /// Also every record, root and metadata item, but not the targets of references: phases 4 to 6 without the rules R4 to R7.
  case records
  /// Everything that makes an archive valid: phases 1 to 6.
  case references
  /// Also the canonical form: phase 7.
  case canonical

  /// Whether one level validates less than another.
  public static func < (left: VerificationLevel, right: VerificationLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
