public import Foundation
public import Stele

extension ClassSet {
  /// Makes a set of classes that are `NSCoding` or ``PropertyCoding``.
  ///
  /// - Parameter classes: The classes; a class may occur more than once.
  public init(coded classes: [NSObject.Type]) {
    self.init()
    for type in classes { insert(coded: type) }
  }

  /// Adds a class that is `NSCoding` or ``PropertyCoding``, unless it is a member.
  ///
  /// - Parameter type: The class.
  public mutating func insert(coded type: NSObject.Type) { insert(class: type) }
}

extension SteleKeyedUnarchiver {
  /// Decodes the root of an archive of one object.
  ///
  /// - Parameters:
  ///   - classes: The classes of the object, and of its content if it is a collection.
  ///   - data: The archive.
  /// - Returns: The object, or nil when nil was archived.
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedObject(of classes: ClassSet, from data: Data) throws -> Any? {
    try unarchivedObject(ofClasses: classes.classes, from: data)
  }

  /// Decodes an object, and throws the error if that fails.
  ///
  /// - Parameters:
  ///   - classes: The classes of the object, and of its content if it is a collection.
  ///   - key: The key.
  /// - Returns: The object, or nil when the key has no object.
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  public func object(of classes: ClassSet, forKey key: String) throws -> Any? {
    try object(of: classes.classes, forKey: key)
  }
}
