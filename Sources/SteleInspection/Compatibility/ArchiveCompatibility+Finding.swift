public import Stele

extension ArchiveCompatibility {
  /// The part of a schema that a difference concerns.
  public struct Subject: Hashable, Sendable {
    /// The name of the class, struct or enum, or `nil` for a root.
    public internal(set) var className: String?
    /// The kind of the entry: class, struct or enum.
    public internal(set) var kind: ArchiveClassEntry.Kind?
    /// The case of an enum.
    public internal(set) var caseName: String?
    /// The key of the class, struct or case.
    public internal(set) var key: String?
    /// The root.
    public internal(set) var root: String?
  }

  /// A difference and its effects.
  public struct Finding: Hashable, Sendable {
    /// The part of the schema that differs.
    public let subject: Subject
    /// The difference.
    public let change: Change
    /// The effect on the old file in the new program, or `nil` if the difference does not concern that file.
    public internal(set) var oldFile: Verdict?
    /// The effect on the new file in the old program, or `nil` if the difference does not concern that file.
    public internal(set) var newFile: Verdict?

    /// Returns the more severe of the verdicts on the files.
    public func severity(for files: Set<File> = [.old, .new]) -> Severity {
      max(
        files.contains(.old) ? oldFile?.severity ?? .fine : .fine,
        files.contains(.new) ? newFile?.severity ?? .fine : .fine)
    }
  }

  /// The effect of a difference on a program that reads a file.
  public struct Verdict: Hashable, Sendable {
    /// The severity of the effect.
    public let severity: Severity
    /// The error that can result if the program declares nothing.
    ///
    /// If values fail for several reasons, for example a nil and an object of another class, it is one of their errors.
    public let error: NamedError?
    /// A short description of the effect.
    public let text: String
  }

  /// The names that the specification suggests for the errors of typed readers.
  ///
  /// Spec §10.1.
  @nonexhaustive
  public enum NamedError: String, CaseIterable, Hashable, Sendable {
    /// The program has no class of this name.
    case unknownClass
    /// The enum has no case of this name.
    case unknownCase
    /// There is neither a value nor a default.
    case missingKey
    /// Another level of the class has the key, and the program does not declare that it has moved.
    case ambiguousKey
    /// The value has a different type.
    case wrongType
    /// The value is outside the range of the requested type.
    case valueDoesNotFit
    /// Different elements have become equal.
    case duplicateAfterConversion
  }
}

extension ArchiveCompatibility.Finding: CustomStringConvertible {
  /// The subject, the change and the verdicts in one line.
  public var description: String {
    var parts = ["\(subject): \(change.sentence)"]
    if let oldFile { parts.append("old file: \(oldFile.text)") }
    if let newFile { parts.append("new file: \(newFile.text)") }
    return parts.joined(separator: "; ")
  }
}

extension ArchiveCompatibility.Subject: CustomStringConvertible {
  /// The path of names to the subject, such as `Person.name`, `Shape.circle.radius` or `root people`.
  public var description: String {
    if let root { return "root \(root.shortened())" }
    return [className, caseName, key].compactMap { $0?.shortened() }.joined(separator: ".")
  }
}

extension ArchiveCompatibility.Verdict {
  static func fine(_ text: String) -> Self {
    Self(severity: .fine, error: nil, text: text)
  }

  static func dependsOnValues(_ error: ArchiveCompatibility.NamedError?, _ text: String) -> Self {
    Self(severity: .dependsOnValues, error: error, text: text)
  }

  static func needsDeclaration(_ error: ArchiveCompatibility.NamedError?, _ text: String) -> Self {
    Self(severity: .needsDeclaration, error: error, text: text)
  }

  static func breaks(_ error: ArchiveCompatibility.NamedError?, _ text: String) -> Self {
    Self(severity: .breaks, error: error, text: text)
  }
}
