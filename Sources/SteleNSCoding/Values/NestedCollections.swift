internal import Foundation
internal import Stele

/// Nested arrays and dictionaries of Foundation.
///
/// On Linux, a request for an element makes Foundation convert the whole collection to Swift values, by recursion. This ends
/// the program for a collection that contains itself. So deeply nested collections are read from Foundation's storage, and
/// become separate objects in the archive.
enum NestedCollections {
  /// The limit of nesting of collections in one value, and of the levels that Foundation converts.
  ///
  /// The types of archives, which also have optionals, nest up to 64 levels deep. Each level takes a part of the stack while it
  /// is decoded, 4 KB with a sanitizer, and the decoding of some objects is nested before their classes are known.
  static let depthLimit = 16
  /// The largest number of collections in one level, and of values in a collection that is compared.
  static let countLimit = 100_000

  /// Returns the elements of a list or set.
  static func elements(of collection: NSObject) -> [Any] {
    let isRead = isRead(from: collection)
    switch collection {
    case let set as NSSet: return isRead ? objects(of: set) : set.map { $0 }
    case let set as NSOrderedSet: return isRead ? objects(of: set) : set.array
    case let list as NSArray:
      guard isRead, let stored = storedElements(of: list), stored.count == list.count else {
        return list.map { $0 }
      }
      return stored.enumerated().map {
        isCollection($0.element) ? $0.element : list.object(at: $0.offset)
      }
    default: return []
    }
  }

  /// Returns the keys and values of a dictionary, after checking that it can be read with these keys.
  ///
  /// - Throws: ``KeyedCodingError`` for a key that prevents it.
  static func hashedPairs(of map: NSDictionary, _ key: String) throws -> [(key: Any, value: Any)] {
    let pairs = pairs(of: map)
    try HashableValues.validate(writing: pairs.map(\.key), as: .keys, key)
    // A key that does not equal itself finds no value.
    guard pairs.count == map.count else {
      throw KeyedCodingError(.notHashable, className: "NSDictionary", key: key)
    }
    return pairs
  }

  private static func pairs(of map: NSDictionary) -> [(key: Any, value: Any)] {
    guard isRead(from: map), let stored = storedPairs(of: map) else {
      return map.allKeys.compactMap { key in map.object(forKey: key).map { (key, $0) } }
    }
    // Foundation's list of the keys would read the values as well.
    return stored.compactMap { key, value in
      (isCollection(value) ? value : map.object(forKey: key)).map { (bridged(key), $0) }
    }
  }

  /// Returns the elements of a list as objects, if Foundation's storage is known.
  static func objects(of list: NSArray) -> [AnyObject] {
    guard let stored = storedElements(of: list), stored.count == list.count else {
      return list.map { $0 as AnyObject }
    }
    return stored
  }

  /// Returns the keys and values of a dictionary as objects, if Foundation's storage is known.
  static func objects(of map: NSDictionary) -> [AnyObject] {
    guard let stored = storedPairs(of: map), stored.count == map.count else {
      return map.flatMap { [$0.key as AnyObject, $0.value as AnyObject] }
    }
    return stored.flatMap { [$0.key, $0.value] }
  }

  /// Returns the elements of a set as objects, if Foundation's storage is known.
  static func objects(of set: NSSet) -> [AnyObject] {
    sets?.value(Set<NSObject>.self, of: set).map { $0.map { $0 } } ?? mirrored(set, set.count)
      ?? set.map { $0 as AnyObject }
  }

  /// Returns the elements of an ordered set as objects, if Foundation's storage is known.
  static func objects(of set: NSOrderedSet) -> [AnyObject] {
    mirrored(set, set.count) ?? set.array.map { $0 as AnyObject }
  }

  private static func isCollection(_ object: AnyObject) -> Bool {
    object is NSArray || object is NSDictionary || object is NSSet
  }

  /// Returns whether a collection must be read from Foundation's storage: it is deeply nested, or contains a dictionary with
  /// keys that have no Swift values.
  private static func isRead(from collection: AnyObject) -> Bool {
    var level = content(of: collection).filter(isCollection)
    for _ in 1..<depthLimit where !level.isEmpty {
      if level.count > countLimit || level.contains(where: hasCollectionAsKey) { return true }
      level = level.flatMap { content(of: $0).filter(isCollection) }
    }
    return !level.isEmpty
  }

  private static func content(of collection: AnyObject) -> [AnyObject] {
    switch collection {
    case let list as NSArray: storedElements(of: list) ?? []
    case let map as NSDictionary: storedPairs(of: map).map { $0.keys.map { $0 } + $0.values } ?? []
    case let set as NSSet: objects(of: set)
    case let set as NSOrderedSet: objects(of: set)
    default: []
    }
  }

  private static func hasCollectionAsKey(_ collection: AnyObject) -> Bool {
    (collection as? NSDictionary).flatMap(storedPairs)?.keys.contains {
      $0 is NSArray || $0 is NSDictionary
    } ?? false
  }

  private static func storedElements(of list: NSArray) -> [AnyObject]? {
    elements?.value([AnyObject].self, of: list)
  }

  private static func storedPairs(of map: NSDictionary) -> [NSObject: AnyObject]? {
    values?.value([NSObject: AnyObject].self, of: map)
  }

  /// Returns the content of a collection from Foundation's mirror.
  private static func mirrored(_ collection: NSObject, _ count: Int) -> [AnyObject]? {
    guard elements != nil else { return nil }
    let objects = Mirror(reflecting: collection).children.map { $0.value as AnyObject }
    return objects.count == count ? objects : nil
  }

  /// Returns a key in the form that Foundation returns.
  private static func bridged(_ key: NSObject) -> Any {
    if let text = key as? NSString { return text as String }
    return key
  }

  /// A stored property of a Foundation class, if the class is written in Swift.
  private struct Storage: Sendable {
    let type: AnyClass
    let mutableType: AnyClass
    let offset: Int

    init?<Value>(_ type: AnyClass, _ mutableType: AnyClass, _ value: Value.Type) {
      #if canImport(ObjectiveC)
        return nil
      #else
        guard
          let property = StoredProperty.all(of: type).first(where: {
            $0.storageName == "_storage" && $0.type == value && $0.isStrong
          })
        else { return nil }
        (self.type, self.mutableType, offset) = (type, mutableType, property.offset)
      #endif
    }

    func value<Value>(_ type: Value.Type, of object: NSObject) -> Value? {
      // Any other subclass may store its elements elsewhere.
      let dynamicType = Swift.type(of: object)
      guard dynamicType == self.type || dynamicType == mutableType else { return nil }
      // Safe: the object is of the class in which the property was found with this type, or of the
      // subclass that can be changed.
      return withExtendedLifetime(object) {
        unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
          .assumingMemoryBound(to: type).pointee
      }
    }
  }

  private static let elements = Storage(NSArray.self, NSMutableArray.self, [AnyObject].self)
  private static let values = Storage(
    NSDictionary.self, NSMutableDictionary.self, [NSObject: AnyObject].self)
  private static let sets = Storage(NSSet.self, NSMutableSet.self, Set<NSObject>.self)
}
