/// What a program declares about one key of a class or struct, or one case of an enum.
///
/// Spec §8.2, §8.3.
public struct KeyHistory: Sendable {
  /// Makes a value of a type that the program had for a key before into one that it has now.
  package struct Conversion: Sendable {
    /// The type that older archives have.
    package let source: any (Decodable & SendableMetatype).Type
    /// Takes a value of that type.
    package let convert: @Sendable (Any) throws -> Any?
  }

  /// The name in archives.
  package let name: String
  /// The class version that introduced the key.
  package let since: Int
  /// Other names under which the key is found.
  package let aliases: [String]
  /// The type of a retired key, nil for keys that are in use.
  package let retiredType: ArchiveTypeDescriptor?
  /// Makes the value for archives that do not have the key.
  package let makeDefault: (@Sendable () -> Any)?
  /// Conversions from types of older versions.
  package private(set) var conversions: [Conversion] = []

  private init(
    name: String, since: Int, aliases: [String], retiredType: ArchiveTypeDescriptor?,
    makeDefault: (@Sendable () -> Any)?
  ) {
    self.name = name
    self.since = since
    self.aliases = aliases
    self.retiredType = retiredType
    self.makeDefault = makeDefault
  }

  /// A key without a default: when an archive does not have it, it is nil or an error.
  ///
  /// - Parameters:
  ///   - name: The name in archives, which is the string of the coding key.
  ///   - since: The class version that introduced the key.
  ///   - aliases: Other names under which the key is found.
  /// - Returns: The history.
  public static func key(
    _ name: String, since: Int = 1, aliases: [String] = []
  ) -> KeyHistory {
    KeyHistory(name: name, since: since, aliases: aliases, retiredType: nil, makeDefault: nil)
  }

  /// A key that takes a default when an archive does not have it.
  ///
  /// A number stands for the same number of the type that is decoded, so that 0 is a default of an `Int32`, a `Double` and a
  /// `Double?`, and `[0]` of a `[Double]`. A default that the stored property of the name cannot have, such as `""` for an
  /// `Int`, is a ``DeclarationFlaw`` as soon as an instance is encoded or decoded.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - since: The class version that introduced the key.
  ///   - aliases: Other names under which the key is found.
  ///   - makeDefault: Makes the value, anew each time; of the type that is decoded, or a number.
  /// - Returns: The history.
  public static func key<T>(
    _ name: String, since: Int = 1, aliases: [String] = [],
    default makeDefault: @autoclosure @escaping @Sendable () -> T
  ) -> KeyHistory {
    KeyHistory(
      name: name, since: since, aliases: aliases, retiredType: nil, makeDefault: { makeDefault() })
  }

  /// A key that is no longer in use, and whose name never comes back with another type.
  ///
  /// It is listed in the class table, so that other programs and later versions know. Writing a key of
  /// this name with another type is an error, ``SteleCodingError/Reason/retiredKey(_:)``.
  ///
  /// - Parameters:
  ///   - name: The name in archives.
  ///   - type: The type that it had.
  ///   - since: The class version that introduced the key, not the one that retired it.
  /// - Returns: The history.
  public static func retired(
    _ name: String, _ type: ArchiveTypeDescriptor, since: Int = 1
  ) -> KeyHistory {
    KeyHistory(name: name, since: since, aliases: [], retiredType: type, makeDefault: nil)
  }

  /// The same history, for a key that had another type before, from which it is converted.
  ///
  /// Lossless widening (§8.4) needs no conversion. Several conversions may be added.
  ///
  /// - Parameters:
  ///   - source: The type that older archives have.
  ///   - convert: Makes the current value.
  /// - Returns: The history with the conversion added.
  public func converting<Old: Decodable & SendableMetatype, New>(
    from source: Old.Type, _ convert: @escaping @Sendable (Old) throws -> New
  ) -> KeyHistory {
    var history = self
    history.conversions.append(
      Conversion(source: source) { old in try (old as? Old).map { try convert($0) } })
    return history
  }
}
