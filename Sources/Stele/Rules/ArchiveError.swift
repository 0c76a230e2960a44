/// Why an archive was refused, and where.
///
/// Two errors are equal when rule and offset are: the specification fixes both for every sequence
/// of bytes (chapter 7), while object and key path are for people.
public struct ArchiveError: Error, Sendable {
  /// The rule that the archive breaks.
  public let rule: ArchiveRule
  /// The position that the rule names, in bytes from the start of the archive.
  public let offset: Int
  /// The number of the object whose record is wrong, where there is one.
  public var object: Int?
  /// Class and key that lead to the wrong value, such as `Person.friends[3]`.
  public var keyPath: String?

  /// How long key paths in errors are at most, in bytes.
  package static let keyPathByteCount = 480

  /// Makes an error for a rule that is broken at an offset.
  ///
  /// Of a key path that is long only the beginning is kept, with its length.
  public init(_ rule: ArchiveRule, at offset: Int, object: Int? = nil, keyPath: String? = nil) {
    self.rule = rule
    self.offset = offset
    self.object = object
    self.keyPath = keyPath?.shortened(to: Self.keyPathByteCount)
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

extension ArchiveError: CustomStringConvertible {
  /// A sentence with rule, offset and, where there are such, object and key path.
  public var description: String {
    var place = "at byte \(offset)"
    if let object { place += ", object \(object)" }
    if let keyPath { place += ", \(keyPath)" }
    return "\(rule.number) \(rule.rawValue) \(place): \(rule.summary)"
  }
}
