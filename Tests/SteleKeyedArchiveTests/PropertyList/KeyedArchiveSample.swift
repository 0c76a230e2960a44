import Foundation
import Testing

/// A keyed archive from `Fixtures/keyed-archives`.
struct KeyedArchiveSample: CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }
  var isBinary: Bool { bytes.starts(with: Array("bplist".utf8)) }

  static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/keyed-archives")
  }

  static func all() throws -> [KeyedArchiveSample] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "SOURCES.md" }.sorted()
      .map { name in
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        return KeyedArchiveSample(name: name, bytes: bytes)
      }
  }

  static func binary() throws -> [KeyedArchiveSample] { try all().filter(\.isBinary) }
  static func xml() throws -> [KeyedArchiveSample] { try all().filter { !$0.isBinary } }
  static func small() throws -> [KeyedArchiveSample] { try all().filter { $0.bytes.count < 1_600 } }
}
