import Stele

/// The effects of the differences between two archives on programs that read both.
///
/// An older version of a program wrote one archive, and a newer version the other. Each version is assumed to have the classes,
/// keys and types of its archive. Each difference is judged in both directions: the old file in the new program, and the new
/// file in the old program.
///
/// A file shows only what its objects had; defaults, aliases and migrations are part of programs. A difference may
/// therefore need no more than a declaration; ``Severity`` distinguishes the cases.
///
/// ```swift
/// let old = try ArchiveSchema(ArchiveReader(opening: oldBytes))
/// let new = try ArchiveSchema(ArchiveReader(opening: newBytes))
/// for finding in ArchiveCompatibility(old: old, new: new).findings { print(finding) }
/// ```
///
/// Spec chapter 8.
public struct ArchiveCompatibility: Hashable, Sendable {
  /// The differences: class by class in the order of the old archive, then added classes, then roots.
  public let findings: [Finding]

  /// Compares two schemas.
  ///
  /// - Complexity: O(*n* log *n*) in the number of keys and entries; superclasses take additional time, for each class up
  ///   to the length of its chain.
  public init(old: ArchiveSchema, new: ArchiveSchema) {
    findings = SchemaComparison(old: old, new: new).findings
  }

  /// Returns the highest severity of the differences for any of the given files.
  public func severity(for files: Set<File> = [.old, .new]) -> Severity {
    findings.map { $0.severity(for: files) }.max() ?? .fine
  }
}

extension ArchiveCompatibility {
  /// A file that the program of the other version reads.
  public enum File: Sendable, CaseIterable {
    /// The old file, read by the program that wrote the new one.
    case old
    /// The new file, read by the program that wrote the old one.
    case new
  }

  /// The severity of a difference for the program that reads.
  @nonexhaustive
  public enum Severity: Int, Comparable, CaseIterable, Sendable {
    /// Nothing can go wrong.
    case fine
    /// Some values can be read, others cannot.
    case dependsOnValues
    /// The program must declare something: a default, an alias, a conversion, or a replacement for unknown
    /// cases.
    case needsDeclaration
    /// No declaration helps; a migration may.
    case breaks

    /// Returns whether the left severity is lower than the right one.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}
