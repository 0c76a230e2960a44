import Foundation
import Stele
import SteleInspection
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
  init(
    _ name: String, _ spec: [String], _ about: String, keeps: [String] = [], _ graph: ArchiveGraph
  ) throws {
    self.name = name
    self.spec = spec
    self.about = about
    self.keeps = keeps
    self.graph = graph
    var archive = try ArchiveParts(archive: graph.encoded())
    archive.renewIndex()
    bytes = archive.sealed()
  }

  /// Makes a fixture of chunks; `HEAD` and `INDX` are added.
  init(
    _ name: String, _ spec: [String], _ about: String, keeps: [String] = [],
    _ parts: [ArchiveParts.Part]
  ) throws {
    self.name = name
    self.spec = spec
    self.about = about
    self.keeps = keeps
    var archive = ArchiveParts([.init("HEAD", [1, 0, 0, 0])] + parts + [.init("INDX", [])])
    archive.renewIndex()
    bytes = archive.sealed()
    graph = try ArchiveGraph(bytes)
  }
}

extension ArchiveParts.Part {
  /// An instalment of the class table.
  static func classes(_ names: [String], _ entries: [UInt8]...) -> Self {
    Self("CLAS", Wire.classes(names: names, entries: entries))
  }

  /// A block of records.
  static func block(first: Int, _ records: [UInt8]...) -> Self {
    Self("OBJS", Wire.varint(first) + Wire.varint(records.count) + records.flatMap { $0 })
  }

  /// An instalment of the roots.
  static func roots(_ roots: [UInt8]...) -> Self {
    Self("ROOT", Wire.varint(roots.count) + roots.flatMap { $0 })
  }
}

/// The valid fixtures, by the form in which they are described.
enum ValidFixtures {
  /// All of them, in the order of their names.
  static func all() throws -> [ValidFixture] {
    try
      (texts() + chunks() + canonicalChunks() + canonicalBlocks() + longOnes() + depths()
      + imported()).sorted { ($0.name).utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// A fixture whose archive is made of its text, as `Fixtures/valid.json` describes it.
  private struct Description: Decodable {
    let name: String
    let spec: [String]
    let about: String
    let keeps: [String]?
  }

  private static func texts() throws -> [ValidFixture] {
    let descriptions = try JSONDecoder().decode(
      [Description].self, from: Data(FixtureFolder.bytes("valid.json")))
    return try descriptions.map { description in
      try ValidFixture(
        description.name, description.spec, description.about, keeps: description.keeps ?? [],
        ArchiveGraph(notation: FixtureFolder.bytes("valid/\(description.name).json")))
    }
  }
}
