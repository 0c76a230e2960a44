internal import Foundation
internal import Stele

extension SteleKeyedArchiver {
  /// Does what may throw, unless something has gone wrong before.
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

  /// An error with the key, and the class of the object that has it.
  func located(_ error: any Error, _ key: String = "") -> any Error {
    CodingPlace.locate(
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

  /// Writes a value of any type.
  func put(any value: Any?, _ key: String) throws {
    if let keyedArchive { return try keyedArchive.put(any: value, key) }
    guard let value else { return try put(AnyReference(nil), key) }
    try put(key) { objects in
      // Objects lead to each other, and other values take more of the stack.
      if type(of: value) is AnyClass {
        return try reference(to: value as AnyObject, nesting: 0, objects)
      }
      return try InlineValue.encodable(of: value) { try reference(to: $0, nesting: $1, objects) }
    }
  }

  /// Writes a value that is made while the objects in it are written, each when it is met.
  func put(_ key: String, _ make: (ObjectWriter) throws -> any Encodable) throws {
    if let keys { return try keys.encode(forKey: key, make) }
    try archiver.encode(root: key, make)
  }

  /// The reference to what takes the place of an object, which is written unless it has been.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - nesting: How many collections are around it in the value.
  ///   - objects: Writes it.
  /// - Returns: The reference, to no object if nothing takes its place.
  /// - Throws: What the object throws.
  func reference(
    to object: AnyObject, nesting: Int, _ objects: ObjectWriter
  ) throws -> AnyReference {
    let object = try replacement(for: object)
    if let object { try objects.write(object, nesting: nesting) }
    return AnyReference(object)
  }

  /// Takes the elements of a collection of Foundation apart, and writes the objects among them, one after the other.
  func elements(_ elements: [Any], _ objects: ObjectWriter) throws -> [InlineValue] {
    // The collection around them counts as an object already.
    try elements.map { element in
      try InlineValue(element, depth: 1) { try reference(to: $0, nesting: $1 - 1, objects) }
    }
  }

  /// Writes the elements of a collection of Foundation, but for those that nothing takes the place of.
  func put(elements: [Any], _ key: String) throws {
    if let strings = elements as? [String] { return try put(strings, key) }
    try put(key) { objects in
      try InlineValue.encodable(ofList: elements, depth: 1) {
        try reference(to: $0, nesting: $1 - 1, objects)
      }
    }
  }

  /// Writes an object if something else refers to it for good.
  func put(conditional value: Any?, _ key: String) throws {
    guard let value, type(of: value) is AnyClass else { return try put(any: value, key) }
    if let keyedArchive {
      return try keyedArchive.put(conditional: value as AnyObject, key)
    }
    try put(AnyWeakReference(try replacement(for: value as AnyObject)), key)
  }

  /// The key of the next value without one.
  func nextKey() -> String { KeyName.next(after: &unkeyedCount) }

  /// The name of a key in the archive.
  func escaped(_ key: String) -> String { KeyName.escaped(key) }

  /// Encodes a property list.
  public func encodePropertyList(_ aPropertyList: Any, forKey key: String) {
    encode(aPropertyList, forKey: key)
  }

  /// Encodes a value of a type that is `Encodable`, with all that archives offer to such types.
  ///
  /// - Throws: What the value throws, and what went wrong before.
  public func encodeEncodable<T: Encodable>(_ value: T, forKey key: String) throws {
    attempt(key) { try put(value, escaped(key)) }
    if let error { throw error }
  }
}
