import Stele

/// What the differences between two archives mean for programs that read both.
///
/// One archive was written by an older version of a program, one by a newer version; each version is taken to
/// know the classes, keys and types that its archive has. Each difference is judged in both directions: what
/// happens to the old file in the new program, and to the new file in the old program.
///
/// A file shows only what its objects had, and nothing of defaults, aliases and migrations, which stand in
/// programs. So a difference may need no more than a declaration; ``Severity`` says which do.
///
/// ```swift
/// let old = try ArchiveSchema(Archive(oldBytes))
/// let new = try ArchiveSchema(Archive(newBytes))
/// for finding in Compatibility(old: old, new: new).findings { print(finding) }
/// ```
///
/// Spec chapter 8.
public struct Compatibility: Hashable, Sendable {
  /// The differences: class by class in the order of the old archive, then added classes, then roots.
  public let findings: [Finding]

  /// Compares two schemas.
  ///
  /// - Complexity: O(*n* log *n*) in the number of keys and entries, but for superclasses, where each class
  ///   may take time in the length of its chain.
  public init(old: ArchiveSchema, new: ArchiveSchema) {
    let comparison = SchemaComparison(old: old, new: new)
    findings = comparison.findings
  }

  /// The worst that any difference means for any of the given files.
  public func severity(for files: Set<File> = [.old, .new]) -> Severity {
    findings.map { $0.severity(for: files) }.max() ?? .fine
  }
}

extension Compatibility {
  /// A file that the program of the other version reads.
  public enum File: Sendable, CaseIterable {
    /// The old file, read by the program that wrote the new one.
    case old
    /// The new file, read by the program that wrote the old one.
    case new
  }

  /// How much a difference means to the program that reads.
  public enum Severity: Int, Comparable, CaseIterable, Sendable {
    /// Nothing can go wrong.
    case fine
    /// Some values cannot be read, others can.
    case dependsOnValues
    /// The program has to declare something: a default, an alias, what stands for unknown cases.
    case needsDeclaration
    /// No declaration helps; it takes a migration, if anything does.
    case breaks

    /// Compares how bad two severities are.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}
