internal import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Does what may throw, unless something has gone wrong before.
  func attempt<Result>(_ body: () throws -> Result?) -> Result? {
    guard failure == nil else { return nil }
    do {
      guard !isFinished else { throw KeyedCodingError(.coderIsFinished) }
      return try body()
    } catch {
      failWithError(
        CodingPlace.locate(error, in: keys.map { CodingPlace.path(to: $0.decoder) }))
      return nil
    }
  }

  /// Reads a key as a value of a type, or gives nil when there is none.
  func value<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    if isKeyedArchive { return try keyedArchiveValue(type, forKey: key) }
    do {
      return try writtenValue(type, forKey: key)
    } catch let error as DecodingError {
      // A class that is coded by hand may have had an object here, such as an NSString for a string.
      guard let value = try? keyedArchiveValue(type, forKey: key) else { throw error }
      return value
    }
  }

  /// Reads a key as a value that was written with a type, or returns nil if there is none.
  func writtenValue<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    do {
      if keys != nil { return try decoder(for: key)?.decode(type, forKey: key) }
      let unarchiver = try open().unarchiver
      return try unarchiver.contains(root: key) ? unarchiver.decode(type, root: key) : nil
    } catch let object as AbsentObject {
      // A type has no way to say that it is nil.
      throw KeyedCodingError(.initialiserFailed, className: object.className, key: key)
    }
  }

  /// Reads a key as a value of a type, which has to be there.
  func required<T: Decodable>(_ type: T.Type, _ key: String) throws -> T {
    guard let value = try value(type, forKey: key) else { throw missing(key) }
    return value
  }

  /// Reads a key as a value of whatever type it is, of which the elements may be ones that are to be hashed.
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
      throw CodingPlace.refusal(error, key)
    }
  }

  /// Reads a key as an object, or as a value in the form of one.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - classes: The classes that are asked for, or nil where the program names none.
  /// - Returns: The object, or nil when there is none.
  /// - Throws: When it is not what is asked for, or cannot be made.
  func object(_ key: String, of classes: [AnyClass]?) throws -> Any? {
    let requests = try open().requests
    let entry =
      if let classes { requests[classes] } else if isSecure { requests.propertyList } else {
        requests.any
      }
    return try object(key, orOwn: entry)
  }

  /// Reads a key as an object that a request asks for, or that a class of Foundation has in its objects without asking for it.
  private func object(_ key: String, orOwn entry: ObjectRequests.Entry) throws -> AnyObject? {
    do {
      return try object(key, entry)
    } catch let error as KeyedCodingError
      where error.reason == .unexpectedClass && isInFoundation
    {
      return try object(key, open().requests.ofFoundation)
    }
  }

  /// Whether the keys are those of an object of Foundation.
  private var isInFoundation: Bool { OwnRequests.isFoundation(keys?.type) }

  /// Reads a key as an object of one class.
  func object<Object: NSObject>(
    _ key: String, of type: Object.Type
  ) throws -> Object? {
    let entry = try open().requests.entry(for: type)
    guard let object = try object(key, orOwn: entry) else { return nil }
    // This is faster than a cast, and mostly true.
    // Safe: the object is of the class.
    if Swift.type(of: object) == type { return unsafe unsafeDowncast(object, to: Object.self) }
    return object as? Object
  }

  /// Reads a key as an object, or as a value in the form of one, that a request asks for.
  ///
  /// Without secure coding it is given whatever it is, as by `NSKeyedUnarchiver`; only Foundation's classes rely on what they
  /// ask for.
  func object(_ key: String, _ asked: ObjectRequests.Entry) throws -> AnyObject? {
    let isEnforced = isSecure || isInFoundation
    let entry = isEnforced ? asked : try open().requests.any
    guard let value = try any(key, entry) else { return nil }
    guard case .object(let object) = value else {
      try entry.validate(
        objectsIn: value, key, open().requests.contents, admitsUnknown: !isSecure)
      // A list of structs that are strings in archives is no list of strings, if their class is asked for.
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

  /// Reads the elements of a collection, of any classes that have been asked for anywhere, without those whose initialisers have
  /// returned nil.
  func elements(_ key: String, isHashed: Bool = false) throws -> [AnyObject] {
    try allElements(key, isHashed: isHashed).compactMap { $0 }
  }

  /// Reads the elements of a collection, of any classes that have been asked for anywhere; nil stands for those whose initialisers
  /// have returned that.
  func allElements(_ key: String, isHashed: Bool = false) throws -> [AnyObject?] {
    let requests = try open().requests
    let entry = isSecure ? requests.union : requests.any
    switch try any(key, entry, isHashed: isHashed) {
    case .list(let elements):
      return try elements.map { try element($0, key) }
    case .none: throw missing(key)
    default: throw KeyedCodingError(.unexpectedValue, key: key)
    }
  }

  /// Gives an element of a collection as Foundation has it, or nil if its initialiser has returned nil.
  func element(_ value: AnyValue, _ key: String) throws -> AnyObject? {
    if case .absent = value { return nil }
    return try foundation(value, key, of: nil) ?? NSNull()
  }

  /// Gives a value as Foundation has it, with its collections kept an eye on that hash what they have.
  func foundation(
    _ value: AnyValue, _ key: String, of classes: AllowedClasses?
  ) throws -> AnyObject? {
    try value.foundationValue(key, of: classes, equalHashLimit: settings.equalHashLimit) {
      try check($0, count: $1, key)
    }
  }

  /// Takes down what is in a collection that has been made.
  func noting<Collection: AnyObject>(
    _ elements: [AnyObject], in collection: Collection
  ) -> Collection {
    known?.requests.contents.note(elements, in: collection)
    return collection
  }

  /// Reads a key as a part of an object, which is of one class.
  func part<Part: NSObject>(_ type: Part.Type, _ key: String) throws -> Part? {
    try KeyedCodingError.validate(object(key, of: [type]), key)
  }

  /// Reads a key as part of a collection: an object of any classes that have been asked for anywhere, or a value.
  func anything(_ key: String) throws -> Any? {
    let requests = try open().requests
    return try any(key, isSecure ? requests.union : requests.any)
      .flatMap { try foundation($0, key, of: nil) }
  }

  /// Gives what a class of Foundation has decoded by itself.
  func own<Object>(_ object: Object?) throws -> Object {
    if let failure { throw failure }
    guard let object else {
      throw KeyedCodingError(.initialiserFailed, className: "\(Object.self)")
    }
    return object
  }

  /// Reads a key as a number of the kind that it is.
  func requiredNumber(_ key: String) throws -> NSNumber {
    guard case .scalar(let value, let code) = try any(key, open().requests.propertyList),
      let number = value.number(code)
    else { throw KeyedCodingError(.unexpectedValue, className: "NSNumber", key: key) }
    return number
  }

  /// Whether there is a key.
  func contains(_ key: String) throws -> Bool {
    if keys != nil { return try decoder(for: key)?.contains(key) ?? false }
    return try open().unarchiver.contains(root: key)
  }

  private func missing(_ key: String) -> DecodingError {
    DecodingError.valueNotFound(
      Any.self,
      DecodingError.Context(codingPath: [], debugDescription: "There is no value for \(key)."))
  }

  /// The key of the next value without one.
  func nextKey() -> String { KeyName.next(after: &unkeyedCount) }

  /// The name of a key in the archive.
  func escaped(_ key: String) -> String { KeyName.escaped(key) }

  /// Keeps bytes as long as the unarchiver lives.
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

  /// Does something when all objects have been made, with the keys of the current object.
  ///
  /// Outside of objects it does it at once.
  ///
  /// - Parameters:
  ///   - isFilling: Whether that gives an object properties that it has been filled without, which comes before all else.
  ///   - body: What is done.
  /// - Throws: Outside of objects what is thrown by that.
  func whenAllAreMade(
    isFilling: Bool = false, _ body: @escaping (SteleKeyedUnarchiver) throws -> Void
  ) throws {
    guard let keys else { return try body(self) }
    // The graph decoder, which keeps this until then, is kept by self.
    keys.decoder.whenAllAreMade(isFilling: isFilling) { [unowned self] decoder in
      try self.with(decoder, keys.type) { try body(self) }
    }
  }

  /// Does something with the keys of an object.
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
      throw CodingPlace.locate(error, in: CodingPlace.path(to: decoder))
    }
  }
}
