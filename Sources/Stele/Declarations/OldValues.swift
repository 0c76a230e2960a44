/// The values that an archive has for an object or value, seen by a migration.
///
/// Values are read by the names that the archive has; what is ``set(_:for:)`` replaces the value of a current
/// key, and need not be set again for keys that have not changed.
///
/// A migration sees the values of all levels of a class that the archive has: those of the level to which it belongs, and by the
/// same call those of the others, if no two of these have a key of the name. What it sets for a key that its own level does
/// not have reaches the level of the class hierarchy that reads the key.
///
/// In an enum the keys are the case of the value, and those of its payload with the name of the case before them, as in declarations:
/// `"go.speed"`.
///
/// Spec §8.3.
public struct OldValues {
  /// Reads a value by its key and the name of its class, if that is given.
  package typealias Reader = (String, String?, any Decodable.Type) throws -> Any?

  /// The class version of the level in the archive, or 0 when the archive does not have the level.
  public let version: Int
  /// The names of the keys that have a value: those of the level in their order, those of other levels, and what earlier
  /// migrations have set.
  public let keys: [String]
  /// The values that the migration sets, by key.
  package private(set) var replacements: [String: Any] = [:]
  private let read: Reader

  package init(version: Int, keys: [String], read: @escaping Reader) {
    self.version = version
    self.keys = keys
    self.read = read
  }

  /// Reads the value of a key of the archive, or what an earlier migration has set for it; returns nil if there is none.
  ///
  /// A key that neither the archive nor the program knows is an error if the archive has a key of a similar name that the migration
  /// does not read, which is found when the migration has run: ``SteleCodingError/Reason/unknownKey(_:)``. The program knows
  /// the keys of older versions that are declared as retired.
  ///
  /// - Parameters:
  ///   - type: The type of the value that is wanted; what the archive has is converted to it by §8.4.
  ///   - key: The name that the archive has for the key.
  ///   - className: The archive name of the class whose key it is, for a key that several levels have.
  /// - Returns: The value.
  /// - Throws: What the reading of the value throws; ``SteleCodingError/Reason/ambiguousKey(_:)`` if the level has no such key, and several others do.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, _ key: String, of className: String? = nil
  ) throws -> T? {
    try read(key, className, type) as? T
  }

  /// Sets the value of a current key, in place of that of the archive or the default.
  ///
  /// It is an error, ``SteleCodingError/Reason/unknownKey(_:)``, if no class of the hierarchy has the key, which is found when
  /// the object has been decoded.
  ///
  /// - Parameters:
  ///   - value: The value, of the type that is decoded for the key, or a number that is converted to it.
  ///   - key: The name that the program has for the key.
  public mutating func set<T>(_ value: T, for key: String) {
    replacements[key] = value
  }
}
