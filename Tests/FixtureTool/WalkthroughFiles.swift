import Foundation
import Stele
import SteleInspection
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
      let file = "nscoding/\(name)"
      let textFile = "nscoding/\(name.dropLast(6)).json"
      let bytes = try FixtureFolder.bytes(file)
      let text = Array((try ArchiveGraph(bytes).notation() + "\n").utf8)
      contents[file] = bytes
      contents[textFile] = text
      archives.append(
        Manifest.Archive(
          file: file, sha256: SHA256.hash(bytes), text: textFile, textSHA256: SHA256.hash(text)))
    }
  }
}
