/// What a program declares about a class, struct or enum: its name in archives and its history.
///
/// <doc:EvolvingAClass> shows each part at work. A declaration that contradicts itself is refused when its type
/// is first met, with a ``DeclarationFlaw``.
///
/// Spec §8.1.
public struct ArchiveClass: Sendable {
  /// The name in archives, which is not empty and which no other type of the archive has.
  public var name: String
  /// The class version that the program writes, 1 or more.
  public var version: Int
  /// Other names under which the type is found in archives; nothing is written under them.
  public var aliases: [String]
  /// What is to be said about keys (in an enum: about cases); keys without a history need not be listed.
  public var keys: [KeyHistory]
  /// Whether a subclass that inherits its coding may leave its own stored properties out of archives.
  ///
  /// Without it such an instance is refused with ``SteleCodingError/Reason/lostProperties(_:)``.
  public var allowsLostProperties: Bool
  /// The case of an enum that stands for cases of newer programs, or nil when these are an error.
  public var unknownCase: String?
  /// Makes the current values from those of an older version.
  ///
  /// It runs once for each object or value whose level was written with a smaller version, or whose
  /// archive does not have the level at all. What it throws, the decoder throws. Spec §8.3.
  public var migration: (@Sendable (inout OldValues) throws -> Void)?

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - version: The class version that the program writes, 1 or more.
  ///   - aliases: Other names under which the type is found in archives.
  ///   - keys: What is to be said about keys, or about the cases of an enum.
  ///   - allowsLostProperties: Whether a subclass that inherits its coding may leave its own properties out.
  ///   - unknownCase: The case of an enum that stands for cases of newer programs.
  ///   - migration: Makes the current values from those of an older version.
  public init(
    _ name: String, version: Int = 1, aliases: [String] = [], keys: [KeyHistory] = [],
    allowsLostProperties: Bool = false, unknownCase: String? = nil,
    migration: (@Sendable (inout OldValues) throws -> Void)? = nil
  ) {
    self.name = name
    self.version = version
    self.aliases = aliases
    self.keys = keys
    self.allowsLostProperties = allowsLostProperties
    self.unknownCase = unknownCase
    self.migration = migration
  }
}
