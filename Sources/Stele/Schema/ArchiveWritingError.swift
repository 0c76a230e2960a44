/// The reason why content cannot be written, and where the content is.
///
/// A writer refuses content that would make an archive invalid before it reaches the file.
///
/// Spec §1.1.
public struct ArchiveWritingError: Error, Hashable, Sendable {
  /// The reason for a refusal.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The value is not of the type of its key, root or element.
    case valueDoesNotMatch(ArchiveTypeDescriptor)
    /// The integer is outside the range of the type of its key, root or element.
    case integerOutOfRange(ArchiveTypeDescriptor)
    /// A required key has no value.
    case missingValue
    /// An object, struct or enum does not have one place for each stored key of its entry.
    case valueCount(expected: Int, found: Int)
    /// An enum entry has keys of its own, or an entry of another kind has cases.
    case misplacedKeys
    /// The archive would break a rule of the format.
    case breaks(ArchiveRule)
    /// The writer has been finished, or has thrown an error before.
    case writerIsClosed
  }

  /// The reason for the refusal.
  public let reason: Reason
  /// The number of the refused object, if an object is refused.
  public let object: Int?
  /// The class and keys that lead to the refused value, such as `Person.friends[3]`, or the path from a root, a metadata
  /// item or a class, or the type of a chunk.
  ///
  /// Paths are in the notation of `ArchivePath`; `objects[12].` and the path of a value of object 12 are the whole path.
  public let keyPath: String
  /// The class of the target, if a reference is refused and its target is known.
  package var targetClassName: String?

  /// Makes an error.
  ///
  /// A long key path is cut; its length is kept.
  package init(_ reason: Reason, object: Int? = nil, keyPath: String = "") {
    self.reason = reason
    self.object = object
    self.keyPath = keyPath.shortened(to: ArchiveError.keyPathByteCount)
  }
}

extension ArchiveWritingError {
  /// Compares reason, object and key path.
  public static func == (left: ArchiveWritingError, right: ArchiveWritingError) -> Bool {
    left.reason == right.reason && left.object == right.object && left.keyPath == right.keyPath
  }

  /// Hashes reason, object and key path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(object)
    hasher.combine(keyPath)
  }
}

extension ArchiveWritingError: ExplainedError {
  /// The content that could not be written, where it is, and the reason.
  public var description: String { explanation }

  package var attempt: String {
    let path = wholeKeyPath(keyPath.isEmpty ? nil : keyPath, object: object)
    return "Cannot write \(path ?? "the archive")"
  }

  package var cause: String {
    guard case .breaks(let rule) = reason, let target = targetClassName else {
      return reason.clause
    }
    return "\(rule.summary.asClause), to an object of class \(target.quoted) (rule \(rule.number))"
  }

  package var advice: String? {
    switch reason {
    case .writerIsClosed: return "Make a new one."
    case .breaks(.referenceInKey):
      let target = targetClassName.map { "make \($0.shortened()) a struct" } ?? "make them structs"
      return
        "Objects in a set or in the keys of a dictionary have no canonical order: archive an array of them, \(target), "
        + "or leave out .canonical."
    default: return nil
    }
  }
}

extension ArchiveWritingError.Reason {
  fileprivate var clause: String {
    switch self {
    case .valueDoesNotMatch(let type): "the value is not of the type \(type.shortWords)"
    case .integerOutOfRange(let type): "the integer is outside the range of \(type.shortWords)"
    case .missingValue: "a required key has no value"
    case .valueCount(let expected, let found):
      "the entry has \(expected) stored keys, but there are \(found) values"
    case .misplacedKeys: "keys belong to the cases of an enum, cases to enums only"
    case .breaks(let rule): "\(rule.summary.asClause) (rule \(rule.number))"
    case .writerIsClosed: "the writer has been finished, or has failed before"
    }
  }
}
