internal import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Runs a throwing closure unless an error has occurred, and keeps its error.
  func attempt<Result>(_ body: () throws -> Result?) -> Result? {
    guard failure == nil else { return nil }
    do {
      guard !isFinished else { throw KeyedCodingError(.coderIsFinished) }
      return try body()
    } catch {
      failWithError(
        ErrorPath.locate(error, in: keys.map { ErrorPath.path(to: $0.decoder) }))
      return nil
    }
  }

  /// Decodes a key as a value of a type; returns nil if the key has none.
  func value<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    if isKeyedArchive { return try keyedArchiveValue(type, forKey: key) }
    do {
      return try writtenValue(type, forKey: key)
    } catch let error as DecodingError {
      // A class coded by hand may have written an object here, such as an NSString for a string.
      guard let value = try? keyedArchiveValue(type, forKey: key) else { throw error }
      return value
    }
  }

  /// Decodes a key as a value that was written with a type; returns nil if the key has none.
  func writtenValue<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    do {
      if keys != nil { return try decoder(for: key)?.decode(type, forKey: key) }
      let unarchiver = try open().unarchiver
      return try unarchiver.contains(root: key) ? unarchiver.decode(type, root: key) : nil
    } catch let object as AbsentObject {
      // The type cannot express nil.
      throw KeyedCodingError(.initialiserFailed, className: object.className, key: key)
    }
  }

  /// Decodes a key as a value of a type; the key must be present.
  func required<T: Decodable>(_ type: T.Type, _ key: String) throws -> T {
    guard let value = try value(type, forKey: key) else { throw missing(key) }
    return value
  }

  /// Decodes a key as a value of any type; its elements may be hashed.
  func any(
    _ key: String, _ entry: ObjectRequests.Entry, isHashed: Bool = false
  ) throws -> AnyValue? {
    do {
      guard let keys, let decoder = try decoder(for: key) else {
        let value = try open().unarchiver.decode(entry.request, root: key)
        if case .absent(let className) = value { absentRoots[key] = className }
        return value
      }
      let value = try decoder.decode(entry.request, forKey: key, isHashed: isHashed)
      if case .unfinished = value {
        unfinishedKeys.append("\(String(describing: keys.type)).\(key)")
      }
      return value
    } catch {
      throw ErrorPath.refusal(error, key)
    }
  }

  /// Decodes a key as an object, or as a value in the form of an object; nil if the key has none.
  ///
  /// The classes are nil if the program names none.
  ///
  /// - Throws: An error if the object does not have one of these classes, or cannot be made.
  func object(_ key: String, of classes: [AnyClass]?) throws -> Any? {
    let requests = try open().requests
    let entry =
      if let classes { requests[classes] } else if isSecure { requests.propertyList } else {
        requests.any
      }
    return try object(key, orOwn: entry)
  }

  /// Decodes a key as a requested object, or as an object that a Foundation class archives without requesting it.
  private func object(_ key: String, orOwn entry: ObjectRequests.Entry) throws -> AnyObject? {
    do {
      return try object(key, entry)
    } catch let error as KeyedCodingError
      where error.reason == .unexpectedClass && isInFoundation
    {
      return try object(key, open().requests.ofFoundation)
    }
  }

  /// Whether the keys belong to a Foundation object.
  private var isInFoundation: Bool { FoundationContent.isFoundation(keys?.type) }

  /// Decodes a key as an object of one class.
  func object<Object: NSObject>(_ key: String, of type: Object.Type) throws -> Object? {
    let entry = try open().requests.entry(for: type)
    guard let object = try object(key, orOwn: entry) else { return nil }
    // This comparison is faster than a cast, and usually true.
    // Safe: the object is of the class.
    if Swift.type(of: object) == type { return unsafe unsafeDowncast(object, to: Object.self) }
    return object as? Object
  }

  /// Decodes a key as a requested object, or as a value in the form of an object.
  ///
  /// Without secure coding, any object is returned, as by `NSKeyedUnarchiver`; only Foundation's classes rely on the classes
  /// that they request.
  func object(_ key: String, _ asked: ObjectRequests.Entry) throws -> AnyObject? {
    let isEnforced = isSecure || isInFoundation
    let entry = isEnforced ? asked : try open().requests.any
    guard let value = try any(key, entry) else { return nil }
    guard case .object(let object) = value else {
      try entry.validate(
        objectsIn: value, key, open().requests.contents, admitsUnknown: !isSecure)
      // Archives store some structs as strings; a list of them is not a list of strings if their class is requested.
      if let classes = asked.classes, BridgedType.hasClass(classes.types) {
        do {
          return try foundation(value, key, of: classes.withoutPropertyLists)
        } catch is KeyedCodingError {
          if let object = BridgedType.object(of: classes.types, key, from: self) { return object }
        }
      }
      return try foundation(value, key, of: entry.classes)
    }
    try entry.validate(object, key, open().requests.contents, admitsUnknown: !isSecure)
    return object
  }

  /// The request for the elements of collections, with any classes requested so far.
  func elementRequest() throws -> ObjectRequests.Entry {
    let requests = try open().requests
    return isSecure ? requests.union : requests.any
  }

  /// Returns an element of a collection as Foundation represents it, or nil if its initialiser has
  /// returned nil.
  func element(_ value: AnyValue, _ key: String) throws -> AnyObject? {
    if case .absent = value { return nil }
    return try foundation(value, key, of: nil) ?? NSNull()
  }

  /// Returns a value as Foundation represents it, and checks its hashed collections later.
  func foundation(
    _ value: AnyValue, _ key: String, of classes: AllowedClasses?
  ) throws -> AnyObject? {
    if case .object(let object) = value { return object }
    return try FoundationValues(key: key, classes: classes, unarchiver: self).object(value)
  }

  /// Records the content of a decoded collection, and returns the collection.
  func noting<Collection: AnyObject>(
    _ elements: [AnyObject], in collection: Collection
  ) -> Collection {
    known?.requests.contents.remember(elements, in: collection)
    return collection
  }

  /// Decodes a key as a part of an object, which must have a given class.
  func part<Part: NSObject>(_ type: Part.Type, _ key: String) throws -> Part? {
    try KeyedCodingError.validate(object(key, of: [type]), key)
  }

  /// Decodes a key as a part of a collection: an object with any class requested so far, or a value.
  func anything(_ key: String) throws -> Any? {
    try any(key, elementRequest()).flatMap { try foundation($0, key, of: nil) }
  }

  /// Returns an object that a Foundation class has decoded itself.
  func own<Object>(_ object: Object?) throws -> Object {
    if let failure { throw failure }
    guard let object else {
      throw KeyedCodingError(.initialiserFailed, className: "\(Object.self)")
    }
    return object
  }

  /// Decodes a key as a number of any kind; the key must be present.
  func requiredNumber(_ key: String) throws -> NSNumber {
    guard case .scalar(let value, let code) = try any(key, open().requests.propertyList),
      let number = value.number(code)
    else { throw KeyedCodingError(.unexpectedValue, className: "NSNumber", key: key) }
    return number
  }

  func contains(_ key: String) throws -> Bool {
    if keys != nil { return try decoder(for: key)?.contains(key) ?? false }
    return try open().unarchiver.contains(root: key)
  }

  func missing(_ key: String) -> DecodingError {
    DecodingError.valueNotFound(
      Any.self,
      DecodingError.Context(codingPath: [], debugDescription: "There is no value for \(key)."))
  }

  /// Returns the key of the next value without a key.
  func nextKey() -> String { KeyName.next(after: &unkeyedCount) }

  /// Returns the name of a key in the archive.
  func escaped(_ key: String) -> String { KeyName.escaped(key) }

  /// Keeps bytes as long as the unarchiver exists.
  // Safe: the caller has an integer for the length, or nothing.
  @unsafe
  func lend(_ data: Data?, _ length: UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>? {
    unsafe length?.pointee = data?.count ?? 0
    guard let data else { return nil }
    let kept = NSData(data: data)
    lentBytes.append(kept)
    // Safe: the data is kept by self, and never changes.
    return unsafe kept.bytes.assumingMemoryBound(to: UInt8.self)
  }

  /// Runs a closure when all objects have been made, with the keys of the current object.
  ///
  /// Outside objects, it runs at once.
  ///
  /// - Parameters:
  ///   - isFilling: Whether the closure sets the remaining properties of an object; these closures run before all others.
  ///   - body: The closure.
  /// - Throws: Outside objects, the error of the closure.
  func whenAllAreMade(
    isFilling: Bool = false, _ body: @escaping (SteleKeyedUnarchiver) throws -> Void
  ) throws {
    guard let keys else { return try body(self) }
    // The graph decoder retains this closure until then, and self retains the graph decoder.
    keys.decoder.whenAllAreMade(isFilling: isFilling) { [unowned self] decoder in
      try self.with(decoder, keys.type) { try body(self) }
    }
  }

  /// Runs a closure with the keys of an object.
  func with<Result>(
    _ decoder: ObjectDecoder, _ type: AnyClass, _ body: () throws -> Result
  ) throws -> Result {
    let outer = (keys, keysByHand, unkeyedCount)
    (keys, keysByHand, unkeyedCount) = ((decoder, type), nil, 0)
    defer { (keys, keysByHand, unkeyedCount) = outer }
    do {
      let result = try body()
      if let failure { throw failure }
      return result
    } catch {
      throw ErrorPath.locate(error, in: ErrorPath.path(to: decoder))
    }
  }
}
