import Foundation
import Stele
import SteleNSCoding

/// How hostile archives are decoded.
struct HostileDecoding {
  let isSecure: Bool
  /// The classes that a secure decoding call names.
  let classes: [AnyClass]
  /// The names of classes in archives, where they are not those of the program.
  var names: [(type: AnyClass, name: String)] = []
  var settings = SteleDecoder()

  init(isSecure: Bool, classes: [AnyClass]) {
    self.isSecure = isSecure
    self.classes = classes
  }

  /// Decodes an archive, archives what comes of it in all forms, and decodes these; returns whether an object came of it.
  func run(_ bytes: [UInt8], isKeyed: Bool, use: (Any) -> Void) -> Bool {
    guard let object = decode(Data(bytes), isKeyed: isKeyed) else { return false }
    use(object)
    for format in [SteleKeyedArchiver.OutputFormat.stele, .binaryKeyedArchive, .xmlKeyedArchive] {
      let archiver = SteleKeyedArchiver(requiringSecureCoding: isSecure, outputFormat: format)
      archiver.encode(object, forKey: "root")
      guard let data = try? archiver.archivedData() else { continue }
      if let again = decode(data, isKeyed: format != .stele) { use(again) }
    }
    return true
  }

  private func decode(_ data: Data, isKeyed: Bool) -> Any? {
    let unarchiver =
      isKeyed
      ? try? SteleKeyedUnarchiver(forReadingKeyedArchive: data, decoder: settings)
      : try? SteleKeyedUnarchiver(forReadingFrom: data, decoder: settings)
    guard let unarchiver else { return nil }
    unarchiver.requiresSecureCoding = isSecure
    for entry in names { unarchiver.setClass(entry.type, forClassName: entry.name) }
    return isSecure
      ? unarchiver.decodeObject(of: classes, forKey: "root")
      : unarchiver.decodeObject(forKey: "root")
  }
}
