import Foundation
import SteleNSCoding

// Programs over a pair of coders, the same for both.
extension CoderPair {
  /// Archives by a closure.
  func archive(
    secure: Bool = true, names: [(type: AnyClass, name: String)] = [], _ encode: (NSCoder) -> Void
  ) throws -> Data {
    switch self {
    case .foundation:
      let archiver = NSKeyedArchiver(requiringSecureCoding: secure)
      for entry in names { archiver.setClassName(entry.name, for: entry.type) }
      encode(archiver)
      archiver.finishEncoding()
      return archiver.encodedData
    case .stele:
      let archiver = SteleKeyedArchiver(requiringSecureCoding: secure)
      for entry in names { archiver.setClassName(entry.name, for: entry.type) }
      encode(archiver)
      return try archiver.archivedData()
    }
  }

  /// Decodes by a closure, under the default policy, and throws the error of the coder.
  func decode<Result>(
    _ data: Data, classes: [(name: String, type: AnyClass)] = [], _ decode: (NSCoder) -> Result
  ) throws -> Result {
    let (coder, result): (NSCoder, Result)
    switch self {
    case .foundation:
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = true
      for entry in classes { unarchiver.setClass(entry.type, forClassName: entry.name) }
      (coder, result) = (unarchiver, decode(unarchiver))
    case .stele:
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = true
      for entry in classes { unarchiver.setClass(entry.type, forClassName: entry.name) }
      (coder, result) = (unarchiver, decode(unarchiver))
    }
    if let error = coder.error { throw error }
    return result
  }

  /// Decodes the object of an archive of one.
  func object(of classes: [AnyClass], from data: Data) throws -> Any? {
    switch self {
    case .foundation: try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    case .stele: try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    }
  }

  /// Archives one object and decodes it.
  func copy<Object: NSObject & NSCoding>(
    _ object: Object, contents: [AnyClass] = []
  ) throws -> Object? {
    let data = try archive { $0.encode(object, forKey: NSKeyedArchiveRootObjectKey) }
    return try self.object(of: [Object.self] + contents, from: data) as? Object
  }
}
