internal import Foundation
internal import Stele

extension SteleKeyedArchiver {
  /// Runs a throwing closure unless an error has occurred, and keeps its error.
  func attempt(_ key: String = "", _ body: () throws -> Void) {
    guard failure == nil else { return }
    do {
      guard !isFinished else { throw KeyedCodingError(.coderIsFinished) }
      hasBegun = true
      try body()
    } catch {
      failWithError(located(error, key))
    }
  }

  /// Returns an error with the key, and the class of the object that has the key.
  func located(_ error: any Error, _ key: String = "") -> any Error {
    ErrorPath.locate(
      error, key, isOfArchiver: true, in: currentType.map { _typeName($0, qualified: false) })
  }

  /// Writes a value under a key, or as a root.
  func put<T: Encodable>(_ value: T, _ key: String) throws {
    if let keyedArchive {
      try keyedArchive.put(value, key)
    } else if let keys {
      try keys.encode(value, forKey: key)
    } else {
      try archiver.encode(value, root: key, isReplacing: true)
    }
  }

  func put(any value: Any?, _ key: String) throws {
    if let keyedArchive { return try keyedArchive.put(any: value, key) }
    guard let value else { return try put(AnyReference(nil), key) }
    try put(key) { objects in
      // Objects refer to each other, so this path must use little stack; other values need more.
      if type(of: value) is AnyClass {
        return try reference(to: value as AnyObject, nesting: 0, objects)
      }
      return try InlineValue.encodable(of: value) { try reference(to: $0, nesting: $1, objects) }
    }
  }

  /// Writes a value; its objects are written one at a time while it is made.
  func put(_ key: String, _ make: (ObjectWriter) throws -> any Encodable) throws {
    if let keys { return try keys.encode(forKey: key, make) }
    try archiver.encode(root: key, make)
  }

  /// Returns the reference to an object or its replacement, and writes the object unless it has already been written.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - nesting: The number of collections that enclose the object in the value.
  ///   - objects: Writes the object.
  /// - Returns: The reference; it refers to no object if the object is replaced by nothing.
  /// - Throws: The error of the object.
  func reference(
    to object: AnyObject, nesting: Int, _ objects: ObjectWriter
  ) throws -> AnyReference {
    let object = try replacement(for: object)
    if let object { try objects.write(object, nesting: nesting) }
    return AnyReference(object)
  }

  /// Writes the objects among the elements of a Foundation collection, one at a time, and returns all elements as values.
  func elements(_ elements: [Any], _ objects: ObjectWriter) throws -> [InlineValue] {
    // The enclosing collection already counts as a level.
    try elements.map { element in
      try InlineValue(element, depth: 1) { try reference(to: $0, nesting: $1 - 1, objects) }
    }
  }

  /// Writes the elements of a Foundation collection, without elements that are replaced by nothing.
  func put(elements: [Any], _ key: String) throws {
    if let keyedArchive { return try keyedArchive.put(elements: elements, key) }
    if elements.allSatisfy({ type(of: $0) == String.self }), let strings = elements as? [String] {
      return try put(strings, key)
    }
    try put(key) { objects in
      try InlineValue.encodable(ofList: elements, depth: 1) {
        try reference(to: $0, nesting: $1 - 1, objects)
      }
    }
  }

  /// Writes an object if another object refers to it unconditionally.
  func put(conditional value: Any?, _ key: String) throws {
    guard let value, type(of: value) is AnyClass else { return try put(any: value, key) }
    if let keyedArchive {
      return try keyedArchive.put(conditional: value as AnyObject, key)
    }
    try put(AnyWeakReference(try replacement(for: value as AnyObject)), key)
  }

  /// Returns the key of the next value without a key.
  func nextKey() -> String { KeyName.next(after: &unkeyedCount) }

  /// Returns the name of a key in the archive.
  func escaped(_ key: String) -> String { KeyName.escaped(key) }

  /// The information that the program passes to its types: the `userInfo` of the archiver's
  /// settings.
  public var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

  /// Encodes a property list.
  public func encodePropertyList(_ aPropertyList: Any, forKey key: String) {
    encode(aPropertyList, forKey: key)
  }

  /// Encodes a value of an `Encodable` type, with all features of archives for these types.
  ///
  /// - Throws: The error of the value, or an earlier error of the archiver.
  public func encodeEncodable<T: Encodable>(_ value: T, forKey key: String) throws {
    attempt(key) { try put(value, escaped(key)) }
    if let error { throw error }
  }
}
