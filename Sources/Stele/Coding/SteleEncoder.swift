/// Makes archives of `Encodable` values and the objects that they refer to.
///
/// A coder is a value: threads may use copies of one at the same time.
public struct SteleEncoder: Sendable {
  /// How the archive is laid out.
  public struct OutputFormatting: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The canonical form: equal content gives equal bytes, sets and dictionaries included.
    ///
    /// Spec chapter 9.
    public static let canonical = OutputFormatting(rawValue: 1)
  }

  /// The name of the root that ``encode(_:)`` writes and ``SteleDecoder/decode(_:from:)`` reads.
  public static let rootName = "root"

  /// How the archive is laid out.
  public var outputFormatting: OutputFormatting = []
  /// What the types can ask for while they are encoded.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The program that writes the archive, for people; not written in the canonical form.
  public var writer = ""
  /// The metadata of the archive, or nil for none.
  public var metadata: [NamedValue]?
  /// How deep values, other than references, may nest.
  ///
  /// Each level takes some of the stack of the program, at most 2.5 KB in a debug build, so that the limit is safe on a thread with
  /// 512 KB. The format has a limit of 512 (rule L2), which holds in any case.
  public var valueNestingLimit = 160

  /// Makes an encoder.
  public init() {}

  /// Makes an archive with one root.
  ///
  /// - Throws: `EncodingError`, or what a value of the program throws.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    let archiver = Archiver(self)
    try archiver.encode(value, root: Self.rootName)
    return try archiver.finish()
  }
}
