internal import Foundation

/// A keyed archive that a program has written somewhere, from `Fixtures/keyed-archives`.
package struct KeyedArchiveSample: CustomStringConvertible, Sendable {
  package let name: String
  package let bytes: [UInt8]

  package var description: String { name }
  package var isBinary: Bool { bytes.starts(with: Array("bplist".utf8)) }

  package static func all() throws -> [KeyedArchiveSample] {
    let folder = FixtureFolder.folder.appending(path: "keyed-archives")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0 != "SOURCES.md" }.sorted()
      .map { KeyedArchiveSample(name: $0, bytes: try FixtureFolder.bytes("keyed-archives/\($0)")) }
  }

  package static func binary() throws -> [KeyedArchiveSample] { try all().filter(\.isBinary) }
  package static func xml() throws -> [KeyedArchiveSample] { try all().filter { !$0.isBinary } }
  package static func small() throws -> [KeyedArchiveSample] {
    try all().filter { $0.bytes.count < 1_600 }
  }
}
