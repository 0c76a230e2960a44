import Foundation
import SteleNSCoding
import Testing

/// A pair of coders that a walk-through is done with; each has to give the same.
enum Coders: CaseIterable, CustomTestStringConvertible {
  case foundation
  case stele

  var testDescription: String { self == .foundation ? "NSKeyedArchiver" : "SteleKeyedArchiver" }

  /// Archives one object.
  func data(of object: Any, secure: Bool = true) throws -> Data {
    switch self {
    case .foundation:
      try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
    case .stele:
      try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
    }
  }

  /// Archives by a closure, and takes the archive before encoding is finished, as programs do.
  func data(secure: Bool, _ encode: (NSCoder) -> Void) -> Data {
    switch self {
    case .foundation:
      let archiver = NSKeyedArchiver(requiringSecureCoding: secure)
      encode(archiver)
      let data = archiver.encodedData
      archiver.finishEncoding()
      return data
    case .stele:
      let archiver = SteleKeyedArchiver(requiringSecureCoding: secure)
      encode(archiver)
      let data = archiver.encodedData
      archiver.finishEncoding()
      return data
    }
  }

  /// Decodes the object of an archive of one.
  func object<Object: NSObject & NSCoding>(of type: Object.Type, in data: Data) throws -> Object? {
    switch self {
    case .foundation: try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
    case .stele: try SteleKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
    }
  }

  /// Archives an object and decodes it.
  func copy<Object: NSObject & NSCoding>(_ object: Object) throws -> Object? {
    try self.object(of: Object.self, in: data(of: object))
  }

  /// Makes a coder that reads an archive.
  func unarchiver(_ data: Data, secure: Bool = true) throws -> NSCoder {
    switch self {
    case .foundation:
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = secure
      return unarchiver
    case .stele:
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = secure
      return unarchiver
    }
  }

  /// Decodes the object of an archive of one, of whatever class it is.
  func root(of data: Data) throws -> Any? {
    let unarchiver = try unarchiver(data, secure: false)
    let root = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return root
  }
}
