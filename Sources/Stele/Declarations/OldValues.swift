/// The values that an archive has for one level of an object, seen by a migration hook.
///
/// Values are read by the names that the archive has; what is ``set(_:for:)`` replaces the value of a key of
/// now, and need not be set again for keys that have not changed.
///
/// Spec §8.3.
public struct OldValues {
  /// The class version of the level in the archive, or 0 when the archive does not have the level.
  public let version: Int
  /// The names of the keys for which the archive has a value, in their order.
  public let keys: [String]
  /// What the hook sets, by key.
  package private(set) var replacements: [String: Any] = [:]
  private let read: (String, any Decodable.Type) throws -> Any?

  package init(
    version: Int, keys: [String], read: @escaping (String, any Decodable.Type) throws -> Any?
  ) {
    self.version = version
    self.keys = keys
    self.read = read
  }

  /// Reads the value of a key of the archive, or gives nil when there is none.
  ///
  /// - Parameters:
  ///   - type: The type of the value that is wanted; what the archive has is converted to it by §8.4.
  ///   - key: The name that the archive has for the key.
  /// - Returns: The value.
  /// - Throws: What the reading of the value throws.
  public func decode<T: Decodable>(_ type: T.Type = T.self, _ key: String) throws -> T? {
    try read(key, type) as? T
  }

  /// Sets the value of a current key, in place of that of the archive or the default.
  ///
  /// - Parameters:
  ///   - value: The value, of the type that is decoded for the key, or a number that is converted to it.
  ///   - key: The name that the program has for the key.
  public mutating func set<T>(_ value: T, for key: String) {
    replacements[key] = value
  }
}
