internal import Foundation
internal import Stele
internal import SteleFoundation

/// A class of Foundation with coding methods that expect `NSKeyedArchiver`, or lose something.
struct NativeClass: Sendable {
  let type: AnyClass
  /// Whether objects of the class consist of other objects.
  let isCollection: Bool
  let encode: @Sendable (AnyObject, SteleKeyedArchiver) throws -> Void
  let decode: @Sendable (SteleKeyedUnarchiver) throws -> AnyObject

  init<Object: NSObject>(
    _ type: Object.Type, isCollection: Bool = false,
    encode: @escaping @Sendable (Object, SteleKeyedArchiver) throws -> Void,
    decode: @escaping @Sendable (SteleKeyedUnarchiver) throws -> Object
  ) {
    self.type = type
    self.isCollection = isCollection
    self.encode = { object, archiver in
      guard let object = object as? Object else {
        throw KeyedCodingError(.unexpectedClass, className: "\(Swift.type(of: object))")
      }
      try encode(object, archiver)
    }
    self.decode = decode
  }

  /// The keys that `NSKeyedArchiver` uses in its property lists.
  private enum Key {
    static let string = "NS.string"
    static let data = "NS.data"
    static let number = "NS.number"
    static let decimal = "NS.decimal"
    static let objects = "NS.objects"
    static let keys = "NS.keys"
    static let counts = "NS.counts"
  }

  private static let all: [NativeClass] =
    [
      string(NSString.self) { NSString(string: $0) },
      string(NSMutableString.self) { NSMutableString(string: $0) },
      data(NSData.self) { NSData(data: $0) }, data(NSMutableData.self) { NSMutableData(data: $0) },
      number, decimal,
      list(NSArray.self) { ListOfObjects.array(of: $0) },
      list(NSMutableArray.self) { ListOfObjects.mutableArray(of: $0) },
      list(NSSet.self) { NSSet(array: $0) }, list(NSMutableSet.self) { NSMutableSet(array: $0) },
      list(NSOrderedSet.self) { NSOrderedSet(array: $0) },
      list(NSMutableOrderedSet.self) { NSMutableOrderedSet(array: $0) },
      countedSet,
      dictionary(NSDictionary.self) { NSDictionary(dictionary: $0) },
      dictionary(NSMutableDictionary.self) { NSMutableDictionary(dictionary: $0) },
    ] + lossy + fragile + formatters + values

  private static let byType = Dictionary(
    uniqueKeysWithValues: all.map { (ObjectIdentifier($0.type), $0) })

  /// Returns the coding for objects of a recorded class, or nil if the class codes itself.
  static func of(_ type: AnyClass) -> NativeClass? { byType[ObjectIdentifier(type)] }

  #if canImport(ObjectiveC)
    /// Formatters archive themselves on these systems.
    private static var formatters: [NativeClass] { [] }
  #endif

  static func of(_ object: AnyObject) -> NativeClass? {
    of(CodingClass.recorded(for: object))
  }
}

extension NativeClass {
  private static func string<Text: NSString>(
    _ type: Text.Type, _ make: @escaping @Sendable (String) -> Text
  ) -> NativeClass {
    NativeClass(type) { text, archiver in
      try archiver.put(text as String, Key.string)
    } decode: { unarchiver in
      make(try unarchiver.text(Key.string))
    }
  }

  private static func data<Bytes: NSData>(
    _ type: Bytes.Type, _ make: @escaping @Sendable (Data) -> Bytes
  ) -> NativeClass {
    NativeClass(type) { data, archiver in
      try archiver.put(data.contiguousCopy, Key.data)
    } decode: { unarchiver in
      make(try unarchiver.bytes(Key.data))
    }
  }

  private static func list<Collection: NSObject>(
    _ type: Collection.Type, _ make: @escaping @Sendable ([AnyObject]) -> Collection
  ) -> NativeClass {
    let isHashed = !(type is NSArray.Type)
    return NativeClass(type, isCollection: true) { list, archiver in
      let elements = NestedCollections.elements(of: list)
      if isHashed { try HashableValues.validate(writing: elements, Key.objects) }
      try archiver.put(elements: elements, Key.objects)
    } decode: { unarchiver in
      try decodeList(unarchiver, Key.objects, make)
    }
  }

  /// Decodes the elements of a list or set under a key.
  static func decodeList<Collection: NSObject>(
    _ unarchiver: SteleKeyedUnarchiver, _ key: String, _ make: ([AnyObject]) -> Collection
  ) throws -> Collection {
    let isHashed = !(Collection.self is NSArray.Type)
    let elements = try unarchiver.elements(key, numbered: "NS.object.", isHashed: isHashed)
      .compactMap { $0 }
    if isHashed { try unarchiver.validate(hashed: elements, key) }
    let collection = make(elements)
    let count = (collection as? NSSet)?.count ?? (collection as? NSOrderedSet)?.count
    if let count { try unarchiver.check(elements, count: count, key) }
    return unarchiver.noting(elements, in: collection)
  }

  private static var countedSet: NativeClass {
    NativeClass(NSCountedSet.self, isCollection: true) { set, archiver in
      let all = NestedCollections.elements(of: set)
      try HashableValues.validate(writing: all, Key.objects)
      var counts: [Int] = []
      try archiver.put(Key.objects) { objects in
        let elements = try archiver.elements(all, objects)
        counts = zip(all, elements).filter { !$0.1.isGone }.map { set.count(for: $0.0) }
        return InlineValue.list(of: elements)
      }
      try archiver.put(counts, Key.counts)
    } decode: { unarchiver in
      let all = try unarchiver.elements(Key.objects, numbered: "NS.object", isHashed: true)
      let allCounts = try unarchiver.counts(Key.counts, of: all.count)
      guard all.count == allCounts.count else {
        throw KeyedCodingError(.unexpectedValue, className: "NSCountedSet", key: Key.counts)
      }
      let elements = all.compactMap { $0 }
      let counts = zip(all, allCounts).filter { $0.0 != nil }.map(\.1)
      try unarchiver.validate(hashed: elements, Key.objects)
      let set = NSCountedSet(array: elements)
      try unarchiver.check(elements, count: set.count, Key.objects)
      // Additional occurrences would have to be added one at a time.
      guard counts.allSatisfy({ (1...Self.largestCount).contains($0) }) else {
        throw KeyedCodingError(.unexpectedValue, className: "NSCountedSet", key: Key.counts)
      }
      for (element, count) in zip(elements, counts) {
        for _ in 1..<count { set.add(element) }
      }
      return unarchiver.noting(elements, in: set)
    }
  }

  /// The largest count of an element in a counted set, since each occurrence takes time but no
  /// bytes.
  private static var largestCount: Int { 1_000_000 }

  private static func dictionary<Map: NSDictionary>(
    _ type: Map.Type, _ make: @escaping @Sendable ([AnyHashable: Any]) -> Map
  ) -> NativeClass {
    NativeClass(type, isCollection: true) { map, archiver in
      let all = try NestedCollections.hashedPairs(of: map, Key.keys)
      var objects: [InlineValue] = []
      try archiver.put(Key.keys) { writer in
        // A key stays only if its value stays, so all keys and values are written before it is known which ones stay.
        let keys = try archiver.elements(all.map(\.key), writer)
        let values = try archiver.elements(all.map(\.value), writer)
        let pairs = zip(keys, values).filter { !$0.0.isGone && !$0.1.isGone }
        objects = pairs.map(\.1)
        return InlineValue.list(of: pairs.map(\.0))
      }
      try archiver.put(Key.objects) { _ in InlineValue.list(of: objects) }
    } decode: { unarchiver in
      let allKeys = try unarchiver.elements(Key.keys, numbered: "NS.key.", isHashed: true)
      try unarchiver.validate(hashed: allKeys.compactMap { $0 }, as: .keys, Key.keys)
      let allObjects = try unarchiver.elements(Key.objects, numbered: "NS.object.")
      guard allKeys.count == allObjects.count else {
        throw KeyedCodingError(.unexpectedValue, className: "\(type)", key: Key.objects)
      }
      let isThere = zip(allKeys, allObjects).map { $0.0 != nil && $0.1 != nil }
      let keys = zip(allKeys, isThere).compactMap { $0.1 ? $0.0 : nil }
      let objects = zip(allObjects, isThere).compactMap { $0.1 ? $0.0 : nil }
      var pairs: [AnyHashable: Any] = [:]
      for (key, object) in zip(keys, objects) {
        guard let key = key as? NSObject else {
          throw KeyedCodingError(.unexpectedValue, className: "\(type)", key: Key.keys)
        }
        pairs[key] = object
      }
      try unarchiver.check(keys, count: pairs.count, Key.keys)
      return unarchiver.noting(keys + objects, in: make(pairs))
    }
  }

  private static var decimal: NativeClass {
    NativeClass(NSDecimalNumber.self) { number, archiver in
      try archiver.put(number.decimalValue, Key.decimal)
    } decode: { unarchiver in
      NSDecimalNumber(decimal: try unarchiver.decimal(Key.decimal))
    }
  }

  private static var number: NativeClass {
    NativeClass(NSNumber.self) { number, archiver in
      try archiver.put(number.scalar, Key.number)
    } decode: { unarchiver in
      try unarchiver.requiredNumber(Key.number)
    }
  }
}
