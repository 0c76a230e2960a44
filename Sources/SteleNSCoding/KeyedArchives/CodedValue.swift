internal import Foundation
internal import Stele

/// A value of a keyed archive, from which values of `Codable` types are made.
///
/// The program's classes are decoded by the names of their keys, whether the keys have objects or values. Strings, numbers,
/// dates, arrays and dictionaries are objects in keyed archives, and are converted. The dictionaries and arrays that
/// `encodeEncodable` writes on Apple's systems are read as the requested type.
struct CodedValue {
  enum Content {
    /// The keys of the object that is being made.
    case keys
    /// A value as Foundation represents it, or nil.
    case value(Any?)
  }

  let unarchiver: SteleKeyedUnarchiver
  let content: Content
  let codingPath: [any CodingKey]

  init(_ unarchiver: SteleKeyedUnarchiver, _ content: Content, _ codingPath: [any CodingKey]) {
    self.unarchiver = unarchiver
    self.content = content
    self.codingPath = codingPath
  }

  var isNil: Bool {
    guard case .value(let value) = content else { return false }
    switch value {
    case nil, is NSNull: return true
    // The string that PropertyListEncoder writes for nil.
    case let text as NSString: return text as String == "$null"
    default: return false
    }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if case .value(let value) = content {
      if type is AnyClass {
        if let object = value as? T { return object }
      } else if !(isNil && type is any OptionalContent.Type), let simple = simple(type, value) {
        return simple
      }
      // A coder of Foundation has an archive in place of a value that it cannot write.
      if let data = value as? NSData, data.contiguousCopy.starts(with: Signature.bytes) {
        return try unarchiver.settings.decode(type, from: [UInt8](data.contiguousCopy))
      }
    }
    // The initialiser of a scalar would request the value again, without end.
    let scalars: [Any.Type] = [String.self, Bool.self, Double.self, Float.self]
    guard !(type is any FixedWidthInteger.Type || scalars.contains { $0 == type }) else {
      throw mismatch(type)
    }
    return try make(type)
  }

  /// Runs the initialiser of a type.
  private func make<T: Decodable>(_ type: T.Type) throws -> T {
    let stack = StackBound()
    stack.begin()
    guard stack.hasRoom else {
      throw DecodingError.dataCorrupted(
        SteleCodingError(.stackTooSmall(byteCount: stack.byteCount))
          .decodingContext(codingPath))
    }
    return try T(from: self)
  }

  /// Returns a value of a type for which Foundation has a class.
  private func simple<T>(_ type: T.Type, _ value: Any?) -> T? {
    switch value {
    case let text as NSString: (text as String) as? T
    case let number as NSNumber: Self.number(number, type)
    case let data as NSData: data.contiguousCopy as? T
    case let date as NSDate:
      Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate) as? T
    case let url as NSURL: URL(url) as? T
    case let uuid as NSUUID: (uuid as UUID) as? T
    default: BridgedType.foundationClass(of: type) == nil ? nil : value as? T
    }
  }

  private static func number<T>(_ number: NSNumber, _ type: T.Type) -> T? {
    if type == Decimal.self { return number.exactDecimal as? T }
    if type == Bool.self { return number.kind == .bool ? number.boolValue as? T : nil }
    guard number.kind != .bool else { return nil }
    if type == Double.self { return number.real(Double.self) as? T }
    if type == Float.self { return number.real(Float.self) as? T }
    guard let type = type as? any FixedWidthInteger.Type else { return nil }
    return number.integer(type) as? T
  }

  /// Returns the error for a value that does not have a type.
  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "The archive has something else here.")
    return isNil ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension CodedValue: Decoder {
  var userInfo: [CodingUserInfoKey: Any] {
    unarchiver.settings.userInfo.mapValues { $0 as Any }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch content {
    case .keys: return KeyedDecodingContainer(CodedKeys<Key>(self, nil))
    case .value(let map as NSDictionary):
      return KeyedDecodingContainer(CodedKeys<Key>(self, Self.names(map)))
    case .value: throw mismatch([String: Any].self)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .value(let value) = content else { throw mismatch([Any].self) }
    switch value {
    // Foundation on Linux loses the base of a URL when it makes a value from an element.
    case let list as NSArray: return CodedElements(self, NestedCollections.objects(of: list))
    case let set as NSSet: return CodedElements(self, NestedCollections.objects(of: set))
    case let set as NSOrderedSet: return CodedElements(self, NestedCollections.objects(of: set))
    // Dictionaries with keys that are not strings are coded in this form.
    case let map as NSDictionary:
      return CodedElements(self, NestedCollections.objects(of: map))
    default: throw mismatch([Any].self)
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Returns the values of a dictionary by the names of coding keys.
  private static func names(_ map: NSDictionary) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in map.allKeys {
      let object = key as AnyObject
      let name = (object as? NSString).map { $0 as String } ?? (object as? NSNumber)?.stringValue
      if let name { values[name] = map.object(forKey: key) }
    }
    return values
  }
}

extension CodedValue: SingleValueDecodingContainer {
  func decodeNil() -> Bool { isNil }
}
