import Foundation
import SteleNSCoding

/// A pair of coders.
enum CoderPair: String, CaseIterable, Sendable {
  case foundation, stele

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

  /// Decodes by a closure, and throws the error of the coder; under the default policy, some errors end the process instead.
  func decode<Result>(
    _ data: Data, secure: Bool = true, isDefaultPolicy: Bool = true,
    classes: [(name: String, type: AnyClass)] = [], _ decode: (NSCoder) -> Result
  ) throws -> Result {
    let (coder, result): (NSCoder, Result)
    switch self {
    case .foundation:
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = secure
      if !isDefaultPolicy { unarchiver.decodingFailurePolicy = .setErrorAndReturn }
      for entry in classes { unarchiver.setClass(entry.type, forClassName: entry.name) }
      (coder, result) = (unarchiver, decode(unarchiver))
    case .stele:
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = secure
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

  /// Returns the verdict on a specimen, if the process survives it.
  func verdict(on specimen: Specimen) -> Verdict {
    guard let object = specimen.make() else { return .nothing }
    let (key, secure) = (NSKeyedArchiveRootObjectKey, object.isSecure)
    do {
      let classes = [specimen.type] + specimen.contents
      let data = try archive(secure: secure) { $0.encode(object, forKey: key) }
      let copy = try decode(data, secure: secure, isDefaultPolicy: false) { unarchiver in
        secure
          ? unarchiver.decodeObject(of: classes, forKey: key) : unarchiver.decodeObject(forKey: key)
      }
      guard let copy else { return .nothing }
      guard let differences = specimen.differences(object, copy) else {
        return .otherClass("\((copy as AnyObject as? NSObject)?.classForCoder ?? NSObject.self)")
      }
      for difference in differences {
        complain("\(specimen.name): \(difference.name): \(difference.before), \(difference.after)")
      }
      return differences.isEmpty ? .same : .lost(differences.map(\.name))
    } catch {
      complain("\(specimen.name): \(error)")
      return .error
    }
  }

  private func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

extension NSObject {
  /// Whether the class supports secure coding; some classes end the process when they are asked.
  var isSecure: Bool { (type(of: self) as? any NSSecureCoding.Type)?.supportsSecureCoding ?? false }
}
