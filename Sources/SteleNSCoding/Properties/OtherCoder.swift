internal import Foundation
internal import Stele

/// A coder of another module, such as `NSKeyedArchiver`, to which objects write their properties
/// themselves.
///
/// The calls of `NSCoder` cannot throw, so errors go to `failWithError(_:)`.
struct OtherCoder {
  private let coder: NSCoder

  init(_ coder: NSCoder) { self.coder = coder }

  /// Encodes the properties of an object, each under its name.
  func encode(_ object: any PropertyCoding) {
    attempt {
      let table = try CodedProperties.shared(for: object)
      let selecting = table.isSelecting ? object as? any PropertySelecting : nil
      for property in table.properties
      where selecting?.archives(property.name.text, [:]) ?? true {
        try property.encode(object, property.name.flatKey, to: self)
      }
    }
  }

  /// Decodes all properties of an object that have a key in the coder.
  func decode(into object: any PropertyCoding) {
    attempt {
      guard !(object is any SecondPhaseDecoding) else {
        // Only an unarchiver of this module has a second phase.
        throw KeyedCodingError(.notSupported, className: "\(type(of: coder))")
      }
      for property in try CodedProperties.shared(for: object).properties {
        let key = property.name.flatKey
        guard coder.containsValue(forKey: key) else { continue }
        try property.decode(into: object, key, from: self)
      }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { coder.failWithError(error) }
  }

  // MARK: Objects

  /// Encodes objects of `NSCoding` classes, or a collection of them.
  func encode(objects value: Any, _ key: String) throws {
    coder.encode(try Self.object(value), forKey: key)
  }

  /// Encodes an object, which is archived only if there is another reference to it.
  func encode(conditional object: AnyObject?, _ key: String) throws {
    coder.encodeConditionalObject(try object.map { try Self.coded($0) }, forKey: key)
  }

  func objects(_ key: String, of classes: [AnyClass]) -> Any? {
    coder.decodeObject(of: classes, forKey: key)
  }

  /// Returns the object for a value, converted to the depth of the type of its property; nil for nil.
  private static func object(_ value: Any) throws -> AnyObject? {
    switch value {
    case let optional as any OptionalContent: return try optional.content.flatMap { try object($0) }
    case _ where type(of: value) is AnyClass: return try coded(value as AnyObject)
    case let list as [Any]: return NSArray(array: try list.map { try element($0) })
    case let map as [AnyHashable: Any]:
      var objects: [AnyHashable: Any] = [:]
      for (key, value) in map { objects[key] = try element(value) }
      return NSDictionary(dictionary: objects)
    case let set as Set<AnyHashable>:
      return NSSet(array: try set.map { try element($0.base) })
    default: return try coded(value as AnyObject)
    }
  }

  private static func element(_ value: Any) throws -> AnyObject { try object(value) ?? NSNull() }

  private static func coded(_ object: AnyObject) throws -> AnyObject {
    guard object is any NSCoding else {
      throw KeyedCodingError(.notCoding, className: CodingClass.name(of: type(of: object)))
    }
    return object
  }

  // MARK: Values

  /// Encodes a number as a number, text and similar values as an object, and any other value as the bytes of an archive.
  func encode<T: Encodable>(_ value: T, _ key: String) throws {
    // A cast would unwrap an optional, which may have no number.
    guard !(T.self is any OptionalContent.Type) else {
      return coder.encode(try Self.object(of: value), forKey: key)
    }
    switch value {
    case let value as Bool: coder.encode(value, forKey: key)
    case let value as any FixedWidthInteger where value is Int || value is Int32 || value is Int64:
      coder.encode(Int64(value), forKey: key)
    case let value as Float: coder.encode(value, forKey: key)
    case let value as Double: coder.encode(value, forKey: key)
    default: coder.encode(try Self.object(of: value), forKey: key)
    }
  }

  private static func object<T: Encodable>(of value: T) throws -> AnyObject? {
    let content = (value as? any OptionalContent).map(\.content) ?? value
    switch content {
    case nil: return nil
    case is Bool, is Int, is Double, is String, is Date, is URL, is UUID, is Data:
      return content as AnyObject
    default: return NSData(data: Data(try SteleEncoder().encode(value)))
    }
  }

  /// Decodes a value of a type, or returns nil if the value is nil and the type is not optional.
  func value<T: Decodable>(_ type: T.Type, _ key: String) throws -> T? {
    switch type {
    case is Bool.Type: return coder.decodeBool(forKey: key) as? T
    case is Int.Type: return coder.decodeInteger(forKey: key) as? T
    case is Int32.Type: return coder.decodeInt32(forKey: key) as? T
    case is Int64.Type: return coder.decodeInt64(forKey: key) as? T
    case is Float.Type: return coder.decodeFloat(forKey: key) as? T
    case is Double.Type: return coder.decodeDouble(forKey: key) as? T
    default: break
    }
    let object = objects(key, of: PropertyClasses.classes(ofCodable: type))
    if let value = (object as Any) as? T { return value }
    guard let object else { return nil }
    guard let bytes = object as? Data else {
      // The form of a keyed archive that this module has written.
      let list = try PropertyListSerialization.data(
        fromPropertyList: [object], format: .binary, options: 0)
      return try PropertyListDecoder().decode([T].self, from: list).first
    }
    return try SteleDecoder().decode(type, from: [UInt8](bytes))
  }
}
