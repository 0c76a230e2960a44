import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Encodes by a closure, and gives an unarchiver of what was written.
func reading(
  secure: Bool = true, _ encode: (SteleKeyedArchiver) -> Void
) throws -> SteleKeyedUnarchiver {
  try Format.stele.reading(secure: secure, encode)
}

/// Archives an object.
func archive(_ object: Any, secure: Bool = true) throws -> Data {
  try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
}

extension NSCoder {
  /// The error of an archiver or an unarchiver of this module that is one of its own.
  var refusal: KeyedCodingError? { error as? KeyedCodingError }
}

extension SteleDecoder {
  /// Settings that keep objects of classes that the program does not have.
  static var keeping: SteleDecoder {
    var settings = SteleDecoder()
    settings.unknownClasses = .keep
    return settings
  }
}

/// Names in archives for some classes.
typealias ClassNames = [(name: String, type: AnyClass)]

/// The form of what an archiver writes.
typealias Format = SteleKeyedArchiver.OutputFormat

extension Format {
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

  /// Archives what is encoded, with names for some classes; an archive has to be valid.
  func data(
    secure: Bool = true, naming classes: ClassNames = [], _ encode: (SteleKeyedArchiver) -> Void
  ) throws -> Data {
    let archiver = SteleKeyedArchiver(requiringSecureCoding: secure, outputFormat: self)
    for named in classes { archiver.setClassName(named.name, for: named.type) }
    encode(archiver)
    let data = try archiver.archivedData()
    if self == .stele { _ = try verified([UInt8](data)) }
    return data
  }

  /// Makes an unarchiver of what was written in this form, with names for some classes.
  func unarchiver(
    _ data: Data, _ settings: SteleDecoder = SteleDecoder(), naming classes: ClassNames = []
  ) throws -> SteleKeyedUnarchiver {
    let unarchiver =
      try self == .stele
      ? SteleKeyedUnarchiver(forReadingFrom: data, decoder: settings)
      : SteleKeyedUnarchiver(forReadingKeyedArchive: data, decoder: settings)
    for named in classes { unarchiver.setClass(named.type, forClassName: named.name) }
    return unarchiver
  }

  /// Makes an unarchiver of what is encoded, with names for some classes that others may have when it is read.
  func reading(
    secure: Bool = true, naming written: ClassNames = [], as read: ClassNames? = nil,
    _ encode: (SteleKeyedArchiver) -> Void
  ) throws -> SteleKeyedUnarchiver {
    let unarchiver = try unarchiver(
      data(secure: secure, naming: written, encode), naming: read ?? written)
    unarchiver.requiresSecureCoding = secure
    return unarchiver
  }

  /// Makes an unarchiver of an object that is archived.
  func reading(_ object: Any) throws -> SteleKeyedUnarchiver { try unarchiver(data(of: object)) }

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
