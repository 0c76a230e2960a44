import Foundation
import TestSupport
import Testing

@Suite("Blocks of the documentation")
struct DocumentationBlocks {
  private let folder = "Sources/SteleNSCoding"
  private let catalogue = "Sources/SteleNSCoding/SteleNSCoding.docc"

  @Test func `every block of Swift in the documentation stands in a test`() throws {
    let pages = try DocumentationPages(of: catalogue)
    #expect(try pages.strayBlocks(examples: ["Tests/SteleNSCodingTests"]) == [])
    #expect(try pages.blockCount >= 20)
  }

  @Test func `every public type has a place in the catalogue`() throws {
    let page = FixtureFolder.package.appending(path: "\(catalogue)/SteleNSCoding.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let types = try SwiftFiles.publicTypes(in: folder)
    #expect(types.filter { !text.contains("- ``\($0)``") } == [])
    #expect(types.count >= 8)
  }
}
