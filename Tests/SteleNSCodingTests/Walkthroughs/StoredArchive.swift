import Foundation
import SteleNSCoding
import TestSupport
import Testing

/// An archive of a walk-through, as `Fixtures/nscoding` has it.
///
/// The classes of the walk-throughs have short names there, which do not depend on where the tests keep them.
struct StoredArchive {
  /// The name of the file.
  let name: String
  /// The classes, by their names in the archive.
  let classes: [(name: String, type: AnyClass)]

  init(_ name: String, _ classes: KeyValuePairs<String, AnyClass>) {
    self.name = name
    self.classes = classes.map { ($0.key, $0.value) }
  }

  /// The stored archive.
  var data: Data { get throws { Data(try FixtureFolder.bytes("nscoding/\(name).stele")) } }

  /// An unarchiver of the stored archive.
  func unarchiver() throws -> SteleKeyedUnarchiver {
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    for named in classes { unarchiver.setClass(named.type, forClassName: named.name) }
    return unarchiver
  }

  /// The root of the stored archive.
  func root<Object: NSObject>(_ type: Object.Type) throws -> Object {
    let object = try unarchiver().object(of: [type], forKey: SteleKeyedArchiveRootObjectKey)
    return try #require(object as? Object)
  }

  /// Expects that objects, each under its key, give the stored archive, byte by byte.
  func expectSame(
    as objects: KeyValuePairs<String, Any>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let archiver = SteleKeyedArchiver()
    for named in classes { archiver.setClassName(named.name, for: named.type) }
    for (key, object) in objects { archiver.encode(object, forKey: key) }
    archiver.finishEncoding()
    try Self.expect([UInt8](archiver.encodedData), in: name, sourceLocation: sourceLocation)
  }

  /// Expects that an archive is valid, and that it is the one that is stored, byte by byte.
  ///
  /// One that is not stored yet is, when `STELE_RECORD` is in the environment.
  static func expect(
    _ bytes: [UInt8], in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = FixtureFolder.folder.appending(path: "nscoding/\(name).stele")
    if ProcessInfo.processInfo.environment["STELE_RECORD"] != nil,
      !FileManager.default.fileExists(atPath: file.path)
    {
      try Data(bytes).write(to: file)
    }
    #expect(try verified(bytes) == [UInt8](Data(contentsOf: file)), sourceLocation: sourceLocation)
  }
}
