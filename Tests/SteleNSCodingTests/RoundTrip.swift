import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Encodes by a closure, and gives an unarchiver of what was written.
func reading(
  secure: Bool = true, _ encode: (SteleKeyedArchiver) -> Void
) throws -> SteleKeyedUnarchiver {
  let archiver = SteleKeyedArchiver(requiringSecureCoding: secure)
  encode(archiver)
  let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
  unarchiver.requiresSecureCoding = secure
  return unarchiver
}

/// Archives an object.
func archive(_ object: Any, secure: Bool = true) throws -> Data {
  try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
}

extension SteleKeyedArchiver.OutputFormat {
  /// All forms of what an archiver writes.
  static let all: [Self] = [.stele, .binaryKeyedArchive, .xmlKeyedArchive]
  /// An archive, and a keyed archive in the form that is the default.
  static let both: [Self] = [.stele, .binaryKeyedArchive]

  /// Archives an object in this form; an archive has to be valid.
  func data(of object: Any, secure: Bool = true) throws -> Data {
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: secure, outputFormat: self)
    if self == .stele { _ = try verified([UInt8](data)) }
    return data
  }

  /// Makes an unarchiver of what was written in this form.
  func unarchiver(
    _ data: Data, _ settings: SteleDecoder = SteleDecoder()
  ) throws -> SteleKeyedUnarchiver {
    try self == .stele
      ? SteleKeyedUnarchiver(forReadingFrom: data, decoder: settings)
      : SteleKeyedUnarchiver(forReadingKeyedArchive: data, decoder: settings)
  }

  /// Makes an unarchiver of what is encoded in this form.
  func reading(_ encode: (SteleKeyedArchiver) -> Void) throws -> SteleKeyedUnarchiver {
    let archiver = SteleKeyedArchiver(requiringSecureCoding: true, outputFormat: self)
    encode(archiver)
    return try unarchiver(archiver.archivedData())
  }

  /// Decodes the root of what was written in this form.
  func object<Object: NSObject>(of type: Object.Type, in data: Data) throws -> Object? {
    try self == .stele
      ? SteleKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
      : SteleKeyedUnarchiver.unarchivedObject(ofClass: type, fromKeyedArchive: data)
  }

  /// Decodes the root of what was written in this form as an object of one of some classes.
  func object(of classes: [AnyClass], in data: Data) throws -> Any? {
    try self == .stele
      ? SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
      : SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, fromKeyedArchive: data)
  }

  /// Archives an object in this form, and decodes it.
  func copy<Object: NSObject>(_ object: Object) throws -> Object {
    try #require(try self.object(of: Object.self, in: data(of: object)))
  }
}
