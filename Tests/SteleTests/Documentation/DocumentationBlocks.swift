import Foundation
import TestSupport
import Testing

@Suite struct `Blocks of the documentation` {
  @Test func `every block of Swift in the documentation stands in an example`() throws {
    let pages = try DocumentationPages(of: "Sources/Stele/Stele.docc", and: ["README.md"])
    let examples = ["Tests/SteleTests/Documentation", "Tests/SteleNSCodingTests/Documentation"]
    #expect(try pages.strayBlocks(examples: examples) == [])
    #expect(try pages.blockCount >= 20)
  }

  @Test(arguments: [("Stele", 40), ("SteleInspection", 6)])
  func `every public type has a place in the catalogue`(module: String, atLeast: Int) throws {
    let page = "Sources/\(module)/\(module).docc/\(module).md"
    let catalogue = try String(
      contentsOf: FixtureFolder.package.appending(path: page), encoding: .utf8)
    let types = try SwiftFiles.publicTypes(in: "Sources/\(module)")
    #expect(types.filter { !catalogue.contains("- ``\($0)``") } == [])
    #expect(types.count >= atLeast)
  }
}
