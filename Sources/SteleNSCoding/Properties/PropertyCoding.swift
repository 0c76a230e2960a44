public import Foundation

/// A class of which all stored properties are archived, those of its subclasses as well, without a line for each of them.
///
///     class Account: NSObject, PropertyCoding {
///       var owner = ""
///       var balance = 0.0
///       required override init() {}
///     }
///
/// The key of a property is its name; a class that is `ArchiveDeclaring` says there what it was called before. A property that an
/// archive does not have keeps the value that `init()` gives it, and keys for which there is no property are passed over, so
/// properties may be added and removed.
///
/// Objects are made by `init()` and filled afterwards, so they may refer to each other in any way. Observers of properties
/// are not called.
///
/// Left out are computed and lazy properties, those that are marked `Transient`, and those that an object leaves out by
/// itself: see `PropertySelecting`. A property may be of a `Codable` type, of an `NSCoding` or `PropertyCoding` class, an optional
/// of these, or an array, dictionary or set of such. In the place of a weak or unowned property there has to be a
/// ``ConditionalReference`` or a `TransientReference`, since the runtime does not tell how it is stored; in that of a constant,
/// which would keep the value that `init()` gives it, a `private(set) var`. Any other class is refused with a `DeclarationFlaw`
/// that names the property.
///
/// A class that has more to decode than its properties conforms to ``SecondPhaseDecoding``. Code by hand beside the properties is
/// refused with the first object of the class: ``KeyedCodingError/Reason/codesItself``.
///
/// The protocol does not make a class `NSCoding`, as only the coders of this module archive its objects. A class that Foundation's
/// coders have to archive, too, is a subclass of ``PropertyCodingObject``.
public protocol PropertyCoding: NSObject {
  /// Makes an object whose properties are filled afterwards.
  init()
  /// Encodes all stored properties.
  ///
  /// No class implements this: one that does is refused.
  func encode(with coder: NSCoder)
}

extension PropertyCoding {
  /// Encodes all stored properties.
  public func encode(with coder: NSCoder) { encodeProperties(with: coder) }

  /// Encodes all stored properties, also for coders that are not of this module.
  func encodeProperties(with coder: NSCoder) {
    guard let archiver = coder as? SteleKeyedArchiver else {
      return OtherCoder(coder).encode(self)
    }
    guard !archiver.isProbe else { return archiver.noteDefault() }
    archiver.attempt { try archiver.writeProperties(of: self, CodedProperties.shared(for: self)) }
  }
}

// NSCoder has these for classes that are NSCoding, and prefers them for those that are both.
extension NSCoder {
  /// Decodes an object of a ``PropertyCoding`` class.
  ///
  /// - Parameters:
  ///   - type: The class of the object, or a superclass.
  ///   - key: The key.
  /// - Returns: The object, or nil if there is none; what is wrong with it is the `error`.
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
  /// - Returns: The objects, or nil if there is no array; what is wrong with it is the `error`.
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
  /// - Returns: The objects by their keys, or nil if there is no dictionary; what is wrong with it is the `error`.
  @_disfavoredOverload
  public func decodeDictionary<Key: NSObject & NSCoding & NSCopying, Object: PropertyCoding>(
    withKeyClass keyType: Key.Type, objectClass type: Object.Type, forKey key: String
  ) -> [Key: Object]? {
    withUnarchiver {
      try KeyedCodingError.validate(
        $0.object($0.escaped(key), of: [NSDictionary.self, keyType, type]), key)
    }
  }

  private func withUnarchiver<Result>(
    _ body: (SteleKeyedUnarchiver) throws -> Result?
  ) -> Result? {
    guard let unarchiver = self as? SteleKeyedUnarchiver else {
      failWithError(KeyedCodingError(.notSupported, className: "\(type(of: self))"))
      return nil
    }
    return unarchiver.attempt { try body(unarchiver) }
  }
}
