import Foundation
import TestSupport
import Testing

@Suite struct `Blocks of the documentation` {
  @Test func `every block of Swift in the documentation stands in an example`() throws {
    let pages = try DocumentationPages(
      of: "Sources/Stele/Stele.docc", "Sources/SteleFoundation/SteleFoundation.docc",
      "Sources/SteleInspection/SteleInspection.docc",
      "Sources/SteleKeyedArchive/SteleKeyedArchive.docc",
      "Sources/SteleModel/SteleModel.docc",
      "Sources/SteleVerifier/SteleVerifier.docc",
      "Sources/SteleWholeFoundation/SteleWholeFoundation.docc", and: ["README.md"])
    let examples =
      [
        "Stele", "SteleFoundation", "SteleInspection", "SteleKeyedArchive", "SteleNSCoding",
        "SteleVerifier",
      ].map { "Tests/\($0)Tests/Documentation" } + ["Tests/Samples/Documents"]
    #expect(try pages.strayBlocks(examples: examples) == [])
    #expect(try pages.blockCount >= 60)
  }

  @Test(arguments: [
    ("Stele", 40), ("SteleFoundation", 3), ("SteleInspection", 6), ("SteleKeyedArchive", 6),
    ("SteleModel", 6), ("SteleVerifier", 4),
  ])
  func `every public type has a place in the catalogue`(module: String, atLeast: Int) throws {
    let page = "Sources/\(module)/\(module).docc/\(module).md"
    let catalogue = try String(
      contentsOf: FixtureFolder.package.appending(path: page), encoding: .utf8)
    let types = try SwiftFiles.publicTypes(in: "Sources/\(module)")
    #expect(types.filter { !catalogue.contains("- ``\($0)``") } == [])
    #expect(types.count >= atLeast)
  }

  @Test func `hosts of documentation are told every library`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: FixtureFolder.package.appending(path: path), encoding: .utf8)
    }
    let libraries = try text("Package.swift").components(separatedBy: ".library(name: \"")
      .dropFirst().map { String($0.prefix { $0 != "\"" }) }
    let targets = try text(".spi.yml").components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("- Stele") }.map { String($0.dropFirst(2)) }
    #expect(targets.sorted() == libraries.sorted())
    #expect(libraries.count >= 6)
  }
}
