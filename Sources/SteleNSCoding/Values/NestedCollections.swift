internal import Foundation
internal import Stele

/// Arrays and dictionaries of Foundation in each other.
///
/// On Linux Foundation makes Swift values of all that is in a collection when an element is asked for, by recursion, which ends
/// the program for one that contains itself. Where there are many levels, the collections inside are taken from where they are
/// stored, and are objects of their own in the archive.
enum NestedCollections {
  /// How many collections may be in each other in one value, and how many levels are left to Foundation.
  ///
  /// The types of archives, which have optionals as well, nest 64 deep. Each level takes a part of the stack while it is decoded:
  /// with a sanitizer 4 KB, and the values of some objects are decoded inside of each other before their classes are known.
  static let depthLimit = 16
  /// How many collections of one level are.
  private static let countLimit = 100_000

  /// The elements of a list.
  static func elements(of list: NSArray) -> [Any] {
    guard nestsDeeply(list), let stored = storedElements(of: list), stored.count == list.count
    else {
      return list.map { $0 }
    }
    return stored.enumerated().map {
      isCollection($0.element) ? $0.element : list.object(at: $0.offset)
    }
  }

  /// The keys and values of a dictionary that can be read with these keys.
  ///
  /// - Throws: ``KeyedCodingError`` for a key with which it could not.
  static func hashedPairs(
    of map: NSDictionary, _ key: String
  ) throws -> [(key: Any, value: Any)] {
    let pairs = pairs(of: map)
    try HashableValues.validate(writing: pairs.map(\.key), key)
    // A key that does not equal itself finds no value.
    guard pairs.count == map.count else {
      throw KeyedCodingError(.notHashable, className: "NSDictionary", key: key)
    }
    return pairs
  }

  /// The keys and values of a dictionary.
  private static func pairs(of map: NSDictionary) -> [(key: Any, value: Any)] {
    guard nestsDeeply(map), let stored = storedPairs(of: map) else {
      return map.allKeys.compactMap { key in map.object(forKey: key).map { (key, $0) } }
    }
    // Foundation's own list of the keys reads the values.
    return stored.compactMap { key, value in
      if isCollection(value) { return (key.base, value) }
      return map.object(forKey: key.base).map { (key.base, $0) }
    }
  }

  /// The elements of a list as the objects that they are, where Foundation shows how it stores them.
  static func objects(of list: NSArray) -> [AnyObject] {
    guard let stored = storedElements(of: list), stored.count == list.count else {
      return list.map { $0 as AnyObject }
    }
    return stored
  }

  /// The keys and values of a dictionary as the objects that they are, where Foundation shows how it stores them.
  static func objects(of map: NSDictionary) -> [AnyObject] {
    guard let stored = storedPairs(of: map), stored.count == map.count else {
      return map.flatMap { [$0.key as AnyObject, $0.value as AnyObject] }
    }
    return stored.flatMap { [$0.key.base as AnyObject, $0.value] }
  }

  /// The elements of a set as the objects that they are, where Foundation shows how it stores them.
  static func objects(of set: NSSet) -> [AnyObject] {
    sets?.value(Set<NSObject>.self, of: set).map { $0.map { $0 } } ?? set.map { $0 as AnyObject }
  }

  private static func isCollection(_ object: AnyObject) -> Bool {
    object is NSArray || object is NSDictionary
  }

  private static func nestsDeeply(_ collection: AnyObject) -> Bool {
    var level = [collection]
    for _ in 0..<depthLimit {
      level = level.flatMap { content(of: $0).filter(isCollection) }
      if level.isEmpty { return false }
      if level.count > countLimit { return true }
    }
    return true
  }

  private static func content(of collection: AnyObject) -> [AnyObject] {
    if let list = collection as? NSArray { return storedElements(of: list) ?? [] }
    return (collection as? NSDictionary).flatMap { storedPairs(of: $0) }.map { Array($0.values) }
      ?? []
  }

  private static func storedElements(of list: NSArray) -> [AnyObject]? {
    elements?.value([AnyObject].self, of: list)
  }

  private static func storedPairs(of map: NSDictionary) -> [AnyHashable: AnyObject]? {
    values?.value([NSObject: AnyObject].self, of: map).map { pairs in
      Dictionary(uniqueKeysWithValues: pairs.map { (bridged($0.key), $0.value) })
    }
  }

  /// A key as Foundation gives it.
  private static func bridged(_ key: NSObject) -> AnyHashable {
    if let text = key as? NSString { return text as String }
    return key
  }

  /// A stored property of a class of Foundation.
  private struct Storage: Sendable {
    let type: AnyClass
    let offset: Int

    init?<Value>(_ type: AnyClass, _ value: Value.Type) {
      guard
        let property = StoredProperty.all(of: type).first(where: {
          $0.storageName == "_storage" && $0.type == value && $0.isStrong
        })
      else { return nil }
      self.type = type
      offset = property.offset
    }

    func value<Value>(_ type: Value.Type, of object: NSObject) -> Value? {
      // A subclass may keep its elements elsewhere.
      let isKnown = [
        self.type, NSMutableArray.self, NSMutableDictionary.self, NSMutableSet.self,
      ]
      .contains { $0 == Swift.type(of: object) }
      guard isKnown else { return nil }
      // Safe: the object is of the class in which the property was found with this type, or of one below it.
      return withExtendedLifetime(object) {
        unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
          .assumingMemoryBound(to: type).pointee
      }
    }
  }

  #if canImport(ObjectiveC)
    private static let elements: Storage? = nil
    private static let values: Storage? = nil
    private static let sets: Storage? = nil
  #else
    private static let elements = Storage(NSArray.self, [AnyObject].self)
    private static let values = Storage(NSDictionary.self, [NSObject: AnyObject].self)
    private static let sets = Storage(NSSet.self, Set<NSObject>.self)
  #endif
}
