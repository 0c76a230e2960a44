public import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Decodes an object of a class when all objects have been made, for one that may be in a circle with this one.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - key: The key.
  ///   - later: Is given the object, or nil when there is none: before the call ends that decodes a whole graph.
  public func decodeObject<Object: NSObject>(
    of type: Object.Type, forKey key: String, later: @escaping (Object?) -> Void
  ) {
    attempt {
      try whenAllAreMade { unarchiver in
        later(unarchiver.attempt { try unarchiver.object(unarchiver.escaped(key), of: type) })
      }
    }
  }

  /// Decodes a value of a type that is `Decodable`.
  ///
  /// - Returns: The value, or nil when there is none; what is wrong with it is the ``error``.
  public func decodeDecodable<T: Decodable>(_ type: T.Type, forKey key: String) -> T? {
    attempt { try value(type, forKey: escaped(key)) }
  }
}

#if !canImport(ObjectiveC)
  // NSCoder has these itself elsewhere.
  extension SteleKeyedUnarchiver {
    /// Decodes bytes, which stay where they are as long as the unarchiver lives.
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

    /// Decodes a dictionary of objects of two classes.
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
