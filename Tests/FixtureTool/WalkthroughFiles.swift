import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport

/// The generated files of `Fixtures/nscoding`: the texts of the archives that the tests of the walk-throughs have written.
struct WalkthroughFiles {
  /// The content of each file, by its path in the folder of fixtures.
  private(set) var contents: [String: [UInt8]] = [:]
  /// The entry in the manifest.
  private(set) var archives: [Manifest.Archive] = []

  init() throws {
    let folder = FixtureFolder.folder.appending(path: "nscoding").path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names.sorted() where name.hasSuffix(".stele") {
      let bytes = try FixtureFolder.bytes("nscoding/\(name)")
      archives.append(
        try Manifest.Archive(
          "nscoding/\(name.dropLast(6))", ArchiveGraph(bytes), bytes: bytes, in: &contents))
    }
  }
}

extension Manifest.Archive {
  /// Makes the row of an archive, whose path has no ending here, and adds the archive and its text to the contents.
  ///
  /// Without bytes, the archive is that which the library writes for the graph.
  init(
    _ path: String, _ graph: ArchiveGraph, bytes: [UInt8]? = nil,
    in contents: inout [String: [UInt8]]
  ) throws {
    let bytes = try bytes ?? graph.encoded()
    let text = Array((graph.notation() + "\n").utf8)
    contents["\(path).stele"] = bytes
    contents["\(path).json"] = text
    self.init(
      file: "\(path).stele", sha256: SHA256.hash(bytes), text: "\(path).json",
      textSHA256: SHA256.hash(text))
  }
}
