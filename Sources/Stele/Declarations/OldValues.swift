/// The values that an archive has for an object or value, seen by a migration.
///
/// Values are read by their names in the archive. A value that is ``set(_:for:)`` replaces that of a current key; keys that have
/// not changed need not be set.
///
/// A migration reads the values of all levels of the class in the archive: a value of its own level first, then a value of
/// another level, if only one of them has a key of the name. A value that it sets for a key of another level reaches the level
/// of the class hierarchy that reads the key.
///
/// In an enum the keys are the case of the value, and the keys of its payload after the name of the case, as in declarations:
/// `"go.speed"`.
///
/// Spec §10.3.
public struct OldValues {
  /// Reads a value by its key, and by the name of its class if that is given.
  package typealias Reader = (String, String?, any Decodable.Type) throws -> Any?

  /// The class version of the level in the archive, or 0 if the archive does not have the level.
  public let version: Int
  /// The names of the keys that have a value: at the level, in their order; at other levels; and those that earlier migrations
  /// have set.
  public let keys: [String]
  /// The values that the migration sets, by key.
  package private(set) var replacements: [String: Any] = [:]
  let read: Reader

  /// Reads the value of a key, as an earlier migration has set it or as it is in the archive; returns nil if there is none.
  ///
  /// A key that neither the archive nor the program knows is an error, ``SteleCodingError/Reason/unknownKey(_:)``, if the archive
  /// has a key of a similar name that the migration does not read. The error is thrown after the migration. The program knows the
  /// keys of older versions that are declared as retired.
  ///
  /// - Parameters:
  ///   - key: The name of the key in the archive.
  ///   - type: The type of the value; the value of the archive is converted to it by §10.4.
  ///   - className: The archive name of the class of the key, if several levels have a key of this name.
  /// - Returns: The value.
  /// - Throws: The error of decoding the value; ``SteleCodingError/Reason/ambiguousKey(_:)`` if the level has no such key and
  ///   several others do.
  public func decode<T: Decodable>(
    _ key: String, as type: T.Type = T.self, of className: String? = nil
  ) throws -> T? {
    try read(key, className, type) as? T
  }

  /// Sets the value of a current key, instead of the value of the archive or the default.
  ///
  /// If no class of the hierarchy has the key, ``SteleCodingError/Reason/unknownKey(_:)`` is thrown after the object has been
  /// decoded.
  ///
  /// - Parameters:
  ///   - value: The value, of the type that is decoded for the key, or a number that is converted to it.
  ///   - key: The name of the key in the program.
  public mutating func set<T>(_ value: T, for key: String) {
    replacements[key] = value
  }
}
