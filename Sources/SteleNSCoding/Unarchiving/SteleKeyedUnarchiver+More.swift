public import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Decodes an object of a class when all objects have been made, for one that may be in a circle with this one.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - key: The key.
  ///   - later: Is given the object, or nil when there is none: before the call ends that decodes a whole graph.
  public func decodeObject<Object: NSObject & NSCoding>(
    of type: Object.Type, forKey key: String, later: @escaping (Object?) -> Void
  ) {
    attempt {
      try whenAllAreMade { unarchiver in
        later(unarchiver.decodeObject(of: type, forKey: key))
      }
    }
  }

  /// Decodes bytes, which stay where they are as long as the unarchiver lives.
  public func decodeBytes(
    forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
  ) -> UnsafePointer<UInt8>? {
    let data = attempt { try value(Data.self, forKey: escaped(key)) }.map { NSData(data: $0) }
    // Safe: the caller has an integer there, or nothing.
    unsafe length?.pointee = data?.length ?? 0
    guard let data else { return nil }
    lend(data)
    // Safe: the data is kept by self.
    return unsafe data.bytes.assumingMemoryBound(to: UInt8.self)
  }

  /// Decodes a value of a type that is `Decodable`.
  ///
  /// - Returns: The value, or nil when there is none; what is wrong with it is the ``error``.
  public func decodeDecodable<T: Decodable>(_ type: T.Type, forKey key: String) -> T? {
    attempt { try value(type, forKey: escaped(key)) }
  }

  /// Decodes an array of objects of a class.
  public func decodeArrayOfObjects<Object: NSObject & NSCoding>(
    ofClass cls: Object.Type, forKey key: String
  ) -> [Object]? {
    decodeObject(of: [NSArray.self, cls], forKey: key) as? [Object]
  }

  /// Decodes a dictionary of objects of two classes.
  public func decodeDictionary<Key: NSObject & NSCoding & NSCopying, Object: NSObject & NSCoding>(
    withKeyClass keyClass: Key.Type, objectClass: Object.Type, forKey key: String
  ) -> [Key: Object]? {
    decodeObject(of: [NSDictionary.self, keyClass, objectClass], forKey: key) as? [Key: Object]
  }
}
