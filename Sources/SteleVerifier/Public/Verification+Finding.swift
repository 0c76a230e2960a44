public import Stele

extension Verification {
  /// A broken rule, and its place in an archive.
  public struct Finding: Hashable, Sendable {
    /// The rule that is broken.
    public let rule: ArchiveRule
    /// The position that the rule names, in bytes from the start of the archive.
    public let offset: Int
    /// The chunk of the offset, if it is in one.
    public let chunk: Chunk?
    /// The number of the object in whose record the offset is, if it is in one.
    public let object: Int?
    /// The key path of the invalid value, such as `objects[12].Person.name[3]`, if the offset is in a value.
    public let keyPath: String?
    /// A sentence about the broken rule.
    public let message: String

    /// The place of a chunk.
    public struct Chunk: Hashable, Sendable {
      /// The number of chunks before it.
      public let index: Int
      /// The type in its header.
      public let type: ArchiveChunkType
      /// The position of its header, in bytes from the start of the archive.
      public let offset: Int
    }
  }
}

extension Verification.Finding: CustomStringConvertible {
  /// One line with rule, place and message.
  public var description: String {
    var place = "at byte \(offset)"
    if let chunk { place += ", chunk \(chunk.index) (\(chunk.type))" }
    if let keyPath {
      place += ", \(keyPath)"
    } else if let object {
      place += ", objects[\(object)]"
    }
    return "\(rule.number) \(rule.rawValue) \(place): \(message)"
  }
}
