public import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// The information that the program passes to its types: the `userInfo` of the unarchiver's
  /// settings.
  public var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

  /// Decodes an object of a class when all objects have been made, for objects that may be in a
  /// cycle with this one.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - key: The key.
  ///   - later: Receives the object, or nil if the key has none, before the call that decodes the whole graph ends.
  public func decodeObject<Object: NSObject>(
    of type: Object.Type, forKey key: String, later: @escaping (Object?) -> Void
  ) {
    attempt {
      try whenAllAreMade { unarchiver in
        later(unarchiver.attempt { try unarchiver.object(unarchiver.escaped(key), of: type) })
      }
    }
  }

  /// Decodes a value of a `Decodable` type.
  ///
  /// - Returns: The value, or nil if the key has none; an error is in ``error``.
  public func decodeDecodable<T: Decodable>(_ type: T.Type, forKey key: String) -> T? {
    attempt { try value(type, forKey: escaped(key)) }
  }
}

#if !canImport(ObjectiveC)
  // On Apple's systems, NSCoder has these methods.
  extension SteleKeyedUnarchiver {
    /// Decodes bytes, which remain valid as long as the unarchiver lives.
    public func decodeBytes(
      forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      // Safe: the caller has an integer there, or nothing.
      unsafe lend(attempt { try value(Data.self, forKey: escaped(key)) }, length)
    }

    /// Decodes an array of objects of a class.
    public func decodeArrayOfObjects<Object: NSObject & NSCoding>(
      ofClass cls: Object.Type, forKey key: String
    ) -> [Object]? {
      attempt {
        try KeyedCodingError.validate(object(escaped(key), of: [NSArray.self, cls]), key)
      }
    }

    /// Decodes a dictionary with keys of one class and objects of another.
    public func decodeDictionary<Key: NSObject & NSCoding & NSCopying, Object: NSObject & NSCoding>(
      withKeyClass keyClass: Key.Type, objectClass: Object.Type, forKey key: String
    ) -> [Key: Object]? {
      attempt {
        try KeyedCodingError.validate(
          object(escaped(key), of: [NSDictionary.self, keyClass, objectClass]), key)
      }
    }
  }
#endif
