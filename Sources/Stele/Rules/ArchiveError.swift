/// The rule that an invalid archive breaks, and the offset.
///
/// Two errors are equal if rule and offset are: the specification fixes both for every sequence
/// of bytes (chapter 8), while object and key path are for people.
public struct ArchiveError: Error, Sendable {
  /// The rule that the archive breaks.
  public let rule: ArchiveRule
  /// The offset that the rule specifies, in bytes from the start of the archive.
  public let offset: Int
  /// The number of the object whose record is invalid, if a record is.
  public package(set) var object: Int?
  /// The class and keys that lead to the invalid value, such as `Person.friends[3]`, or the path from a root.
  ///
  /// It is in the notation of `ArchivePath`; `objects[12].` and the path of a value of object 12 are the whole path.
  public package(set) var keyPath: String?
  /// The error of a ``ByteSource`` that could not read the bytes at the offset.
  ///
  /// If there is one, it is the whole reason, and the rule (P1) only says that bytes are missing: nothing is known of the archive.
  public package(set) var sourceError: (any Error)?
  /// The content that was found instead, for people, such as `it looks like JSON`.
  package var found: String?
  /// Advice for the content that was found.
  package var hint: String?
  /// Whether the description of an error around this one has the whole sentence.
  package var isExplained = false

  /// The greatest length of key paths in errors, in bytes.
  package static let keyPathByteCount = 480

  /// Makes an error for a rule that is broken at an offset.
  ///
  /// A long key path is cut; its length is kept.
  package init(_ rule: ArchiveRule, at offset: Int, object: Int? = nil, keyPath: String? = nil) {
    self.rule = rule
    self.offset = offset
    self.object = object
    self.keyPath = keyPath?.shortened(to: Self.keyPathByteCount)
  }
}

extension ArchiveError {
  /// Makes an error for bytes that a source could not read.
  package init(sourceError: any Error, at offset: Int) {
    self.init(.truncated, at: offset)
    self.sourceError = sourceError
  }
}

extension ArchiveError: Hashable {
  /// Compares rule and offset.
  public static func == (left: ArchiveError, right: ArchiveError) -> Bool {
    left.rule == right.rule && left.offset == right.offset
  }

  /// Hashes rule and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(offset)
  }
}

extension ArchiveError: ExplainedError {
  /// The part that could not be read, its place, the rule that is broken, and advice.
  ///
  /// In a `DecodingError`, whose text has all that, the description is rule and offset.
  public var description: String {
    isExplained ? "ArchiveError (rule \(rule.number) at byte \(offset))" : explanation
  }

  package var attempt: String {
    let path = wholeKeyPath(keyPath, object: object) ?? "the archive"
    return "Cannot read " + placeText(path, object: nil, offset: offset)
  }

  package var cause: String {
    if let sourceError { return (sourceError as? any ExplainedError)?.clause ?? "\(sourceError)" }
    // The versions are the whole cause.
    if rule == .version, let found { return "\(found) (rule \(rule.number))" }
    return "\(finding) (rule \(rule.number))"
  }

  /// The cause without the number of the rule.
  package var finding: String {
    (meaning ?? rule.summary.asClause) + (found.map { "; " + $0 } ?? "")
  }

  /// The meaning of the rule for a person who wants to open a file.
  private var meaning: String? {
    switch rule {
    case .signature: "it is not a Stele archive"
    case .closingSignature: "it is cut short, or something follows its end"
    case .headerCheck, .payloadCheck: "it is damaged: a checksum does not match"
    case .unknownCriticalChunk: "it needs a feature of the format that this reader does not have"
    default: nil
    }
  }

  package var advice: String? {
    guard sourceError == nil else { return nil }
    return switch rule {
    case .signature: hint
    case .closingSignature, .headerCheck, .payloadCheck: "Use `stele recover` to save what is left."
    case .version, .unknownCriticalChunk: "Update the program that reads it."
    case .memory: "Raise the limits of the reader if the archive can be trusted."
    default: "Use `stele verify` to see all that is wrong with the file."
    }
  }
}

extension ArchiveError {
  /// The context of the error that decoders throw, with this error as its cause.
  package var decodingContext: DecodingError.Context {
    var cause = self
    cause.isExplained = true
    return DecodingError.Context(
      codingPath: [], debugDescription: explanation, underlyingError: cause)
  }
}
