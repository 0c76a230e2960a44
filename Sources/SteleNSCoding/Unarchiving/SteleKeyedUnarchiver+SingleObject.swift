public import Foundation
internal import SteleFoundation

extension SteleKeyedUnarchiver {
  /// Decodes the root of an archive of one object.
  ///
  /// - Parameters:
  ///   - cls: The class of the object, or a superclass.
  ///   - data: The archive.
  /// - Returns: The object, or nil when nil was archived.
  /// - Throws: `DecodingError`, ``KeyedCodingError``, or the error that an object has passed to
  ///   `failWithError(_:)`.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedObject<Object: NSObject>(
    ofClass cls: Object.Type, from data: Data
  ) throws -> Object? {
    try whole(unarchivedObject(ofClasses: [cls], from: data))
  }

  private static func whole<Wanted>(_ object: Any?) throws -> Wanted? {
    try KeyedCodingError.validate(object, SteleKeyedArchiveRootObjectKey)
  }

  /// Decodes the root of an archive of one object.
  ///
  /// - Parameters:
  ///   - classes: The classes of the object, and of its content if it is a collection.
  ///   - data: The archive.
  /// - Returns: The object, or nil when nil was archived.
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedObject(
    ofClasses classes: [AnyClass], from data: Data
  ) throws -> Any? {
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    return try unarchiver.object(of: classes, forKey: SteleKeyedArchiveRootObjectKey)
  }

  /// Decodes an object, and throws the error if that fails.
  ///
  /// - Parameters:
  ///   - classes: The classes of the object, and of its content if it is a collection.
  ///   - key: The key.
  /// - Returns: The object, or nil when the key has no object.
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  public func object(of classes: [AnyClass], forKey key: String) throws -> Any? {
    try checked(decodeObject(of: classes, forKey: key), key)
  }

  /// Returns a decoded root.
  ///
  /// - Throws: The first error, or an error if an initialiser has returned nil although an object was archived.
  func checked(_ object: Any?, _ key: String) throws -> Any? {
    if let error { throw error }
    if object == nil, keys == nil, let className = absentRoots[escaped(key)] {
      throw KeyedCodingError(.initialiserFailed, className: className, key: key)
    }
    return object
  }

  /// Decodes an archive of one array.
  ///
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedArrayOfObjects<Object: NSObject>(
    ofClass cls: Object.Type, from data: Data
  ) throws -> [Object]? {
    try whole(unarchivedObject(ofClasses: [NSArray.self, cls], from: data))
  }

  /// Decodes an archive of one dictionary.
  ///
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedDictionary<
    Key: NSObject & NSCoding & NSCopying, Object: NSObject
  >(
    ofKeyClass keyClass: Key.Type, objectClass: Object.Type, from data: Data
  ) throws -> [Key: Object]? {
    try whole(unarchivedObject(ofClasses: [NSDictionary.self, keyClass, objectClass], from: data))
  }

  /// Decodes the root of an archive of one object in a file.
  ///
  /// - Throws: As ``unarchivedObject(ofClass:from:)``, and `FileError` when the file cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedObject<Object: NSObject>(
    ofClass cls: Object.Type, contentsOf url: URL
  ) throws -> Object? {
    try unarchivedObject(ofClass: cls, from: Data(FileSource(url).bytes()))
  }
}
