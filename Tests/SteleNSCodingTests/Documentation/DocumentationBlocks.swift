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

  @Test func `the objects of an archive are shown as they are`() throws {
    let page = FixtureFolder.package.appending(path: "\(catalogue)/WalkThroughs.md")
    let shown = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("{\"class\"") }
    let text = String(decoding: try FixtureFolder.bytes("nscoding/person.json"), as: UTF8.self)
    #expect(shown.count == 2)
    #expect(text.contains(shown.joined(separator: "\n")))
  }

  @Test func `every public type has a place in the catalogue`() throws {
    let page = FixtureFolder.package.appending(path: "\(catalogue)/SteleNSCoding.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let types = try SwiftFiles.publicTypes(in: folder)
    #expect(types.filter { !text.contains("- ``\($0)``") } == [])
    #expect(types.count >= 8)
  }
}
