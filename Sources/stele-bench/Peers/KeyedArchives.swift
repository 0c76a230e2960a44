internal import Foundation
internal import SteleNSCoding

/// NSKeyedArchiver as recommended: with secure coding.
enum KeyedArchives {
  struct NoRoot: Error {}

  static func encode(_ objects: [NSObject]) throws -> Data {
    try encode(root: NSArray(array: objects))
  }

  static func encode(root: NSObject) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
  }

  static func decode<Root>(
    _ data: Data, _ classes: [AnyClass], as type: Root.Type = Root.self
  ) throws -> Root {
    guard
      let root = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? Root
    else { throw NoRoot() }
    return root
  }
}

extension KeyedArchives {
  /// Decodes an archive that SteleKeyedArchiver made of the same objects.
  static func decodeStele<Root>(
    _ data: Data, _ classes: [AnyClass], as type: Root.Type = Root.self
  ) throws -> Root {
    guard
      let root = try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? Root
    else { throw NoRoot() }
    return root
  }
}

extension NSCoder {
  /// Returns the text of a key.
  func text(_ key: String) -> String {
    (decodeObject(of: NSString.self, forKey: key) ?? "") as String
  }
}
