import Stele
import SteleModel
import TestSupport

/// A valid archive with its entry in the manifest.
struct ValidFixture {
  /// The name, without folder and ending.
  let name: String
  /// The sections of the specification that it is about.
  let spec: [String]
  /// The content, in one sentence.
  let about: String
  /// The rules of which it shows what is still allowed.
  let keeps: [String]
  /// The archive.
  let bytes: [UInt8]
  /// The content that the expected text is written of.
  let graph: ArchiveGraph

  /// Makes a fixture of the bytes that the library writes for a graph.
  ///
  /// The closure may change the chunks, before the index is written anew.
  init(
    _ name: String, _ spec: [String], _ about: String, keeps: [String] = [], _ graph: ArchiveGraph,
    rearrange: ((inout ArchiveParts) -> Void)? = nil
  ) throws {
    self.name = name
    self.spec = spec
    self.about = about
    self.keeps = keeps
    self.graph = graph
    var archive = try ArchiveParts(archive: graph.encoded())
    rearrange?(&archive)
    archive.renewIndex()
    bytes = archive.sealed()
  }

  /// Makes a fixture of chunks; `HEAD` and `INDX` are added.
  init(
    _ name: String, _ spec: [String], _ about: String, keeps: [String] = [],
    head: [UInt8] = [1, 0, 0, 0], _ parts: [ArchiveParts.Part]
  ) throws {
    self.name = name
    self.spec = spec
    self.about = about
    self.keeps = keeps
    var archive = ArchiveParts([.init("HEAD", head)] + parts + [.init("INDX", [])])
    archive.renewIndex()
    bytes = archive.sealed()
    graph = try ArchiveGraph(bytes)
  }
}

/// The valid fixtures, by topic.
enum ValidFixtures {
  /// All of them, in the order of their names.
  static func all() throws -> [ValidFixture] {
    try
      (files() + types() + numbers() + text() + lists() + collections() + optionals()
      + structures() + classTables() + retirements() + graphs() + layouts() + limits() + depths()
      + canonicalForms() + canonicalEdges() + joins() + joinedReferences() + metadata() + edges()
      + imported()).sorted { ($0.name).utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
