public import Foundation

/// A class with stored properties that are archived without a line of code for each; subclasses inherit this.
///
///     class Account: NSObject, PropertyCoding {
///       var owner = ""
///       var balance = 0.0
///       required override init() {}
///     }
///
/// The key of a property is its name; an `ArchiveDeclaring` class declares earlier names. A
/// property without a key in the archive keeps the value that `init()` gives it, and keys without a
/// property are ignored, so properties may be added and removed.
///
/// Objects are made by `init()` and filled afterwards, so they may refer to each other in any way.
/// Property observers are not called.
///
/// These properties are not archived: computed and lazy properties, properties marked `TransientValue`, and properties that an
/// object leaves out itself (see `PropertySelecting`). A property may be of a `Codable` type, of an `NSCoding` or
/// `PropertyCoding` class, an optional of these, or an array, dictionary or set of them. The runtime does not state how a weak
/// or unowned property is stored, so use a ``ConditionalReference`` or a `TransientReference` instead. A constant would keep
/// the value that `init()` gives it, so use a `private(set) var`. A class with any other property is refused with a
/// `DeclarationFlaw` that names the property, and so is a class that was compiled without reflection metadata, in which the
/// properties are found.
///
/// A class that decodes more than its properties conforms to ``SecondPhaseDecoding``. Hand-written coding in addition to the
/// properties is refused at the first object of the class: ``KeyedCodingError/Reason/codesItself``.
///
/// The protocol does not make a class `NSCoding`, since only the coders of this module archive its
/// objects. A class that must also be archived by Foundation's coders is a subclass of
/// ``PropertyCodingObject``.
public protocol PropertyCoding: NSObject {
  /// Makes an object; its properties are set afterwards.
  init()
  /// Encodes all stored properties.
  ///
  /// Classes must not implement this method: a class that does is refused.
  func encode(with coder: NSCoder)
}

extension PropertyCoding {
  /// Encodes all stored properties.
  public func encode(with coder: NSCoder) { encodeProperties(with: coder) }

  /// Encodes all stored properties, for coders of other modules as well.
  func encodeProperties(with coder: NSCoder) {
    guard let archiver = coder as? SteleKeyedArchiver else {
      return OtherCoder(coder).encode(self)
    }
    guard !archiver.isProbe else { return archiver.rememberDefault() }
    archiver.attempt { try archiver.writeProperties(of: self, CodedProperties.shared(for: self)) }
  }
}

// NSCoder has these methods for NSCoding classes, and Swift prefers them for classes that are both.
extension NSCoder {
  /// Decodes an object of a ``PropertyCoding`` class.
  ///
  /// - Parameters:
  ///   - type: The class of the object, or a superclass.
  ///   - key: The key.
  /// - Returns: The object, or nil if the key has none; an error is in `error`.
  @_disfavoredOverload
  public func decodeObject<Object: PropertyCoding>(
    of type: Object.Type, forKey key: String
  ) -> Object? {
    withUnarchiver { try $0.object($0.escaped(key), of: type) }
  }

  /// Decodes an array of objects of a ``PropertyCoding`` class.
  ///
  /// - Parameters:
  ///   - type: The class of the objects, or a superclass.
  ///   - key: The key.
  /// - Returns: The objects, or nil if there is no array; an error is in `error`.
  @_disfavoredOverload
  public func decodeArrayOfObjects<Object: PropertyCoding>(
    ofClass type: Object.Type, forKey key: String
  ) -> [Object]? {
    withUnarchiver {
      try KeyedCodingError.validate($0.object($0.escaped(key), of: [NSArray.self, type]), key)
    }
  }

  /// Decodes a dictionary of objects of a ``PropertyCoding`` class.
  ///
  /// - Parameters:
  ///   - keyType: The class of the keys.
  ///   - type: The class of the objects, or a superclass.
  ///   - key: The key.
  /// - Returns: The objects by their keys, or nil if there is no dictionary; an error is in
  ///   `error`.
  @_disfavoredOverload
  public func decodeDictionary<Key: NSObject & NSCoding & NSCopying, Object: PropertyCoding>(
    withKeyClass keyType: Key.Type, objectClass type: Object.Type, forKey key: String
  ) -> [Key: Object]? {
    withUnarchiver {
      try KeyedCodingError.validate(
        $0.object($0.escaped(key), of: [NSDictionary.self, keyType, type]), key)
    }
  }

  private func withUnarchiver<Result>(_ body: (SteleKeyedUnarchiver) throws -> Result?) -> Result? {
    guard let unarchiver = self as? SteleKeyedUnarchiver else {
      failWithError(KeyedCodingError(.notSupported, className: "\(type(of: self))"))
      return nil
    }
    return unarchiver.attempt { try body(unarchiver) }
  }
}
