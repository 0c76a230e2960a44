internal import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Returns the value of a key of a keyed archive as a value of a `Codable` type, or nil if the key has none.
  ///
  /// If the archive has an object, but the type is not a class, the object is converted to a value.
  func keyedArchiveValue<T: Decodable>(
    _ type: T.Type, forKey key: String, at path: [any CodingKey] = []
  ) throws -> T? {
    guard let content = try keyedArchiveContent(key, for: type) else {
      guard type is any OptionalContent.Type, try contains(key) else { return nil }
      return try CodedValue(self, .value(nil), path).decode(type)
    }
    return try CodedValue(self, .value(content), path).decode(type)
  }

  /// Returns the value of a key of a keyed archive as Foundation represents it.
  func keyedArchiveContent(_ key: String, for type: Any.Type) throws -> Any? {
    let requests = try open().requests
    return try object(key, requests[PropertyClasses.classes(ofCodable: type)])
  }

  /// Makes an object of a `Codable` class from the keys of the current object.
  func makeCodable<T: Decodable>(_ type: T.Type) throws -> AnyObject {
    try T(from: CodedValue(self, .keys, [])) as AnyObject
  }

  /// Returns whether a key of the object has no value, or nil.
  func isNil(_ key: String) throws -> Bool { try decoder(for: key)?.isNil(key) ?? true }

  /// Returns the names of the object's keys in the program.
  func keyNames() throws -> [String] {
    try keys?.decoder.names.compactMap { KeyName.unescaped($0) } ?? []
  }
}
