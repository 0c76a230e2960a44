import Foundation
import SteleNSCoding
import TestSupport
import Testing

@Suite("All kinds of classes with all kinds of properties")
struct KindMatrixTests {
  private static let page =
    FixtureFolder.folder.deletingLastPathComponent()
    .appending(path: "Sources/SteleNSCoding/SteleNSCoding.docc/KindsOfClasses.md")

  /// With `STELE_RECORD` in the environment, the table of the page is written anew.
  @Test func `the table of the guide is what comes of it, and nothing is lost in silence`() throws {
    let table = KindMatrix.table()
    for line in table { #expect(!line.contains("LOST"), "\(line)") }
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let other = text.components(separatedBy: "\n").filter { !$0.hasPrefix("|") }
    if ProcessInfo.processInfo.environment["STELE_RECORD"] != nil {
      let new = other.joined(separator: "\n")
        .replacing("The table:\n", with: "The table:\n" + table.map { "\n" + $0 }.joined())
      try Data(new.utf8).write(to: Self.page)
    } else {
      #expect(text.components(separatedBy: "\n").filter { $0.hasPrefix("|") } == table)
    }
  }

  @Test func `a plain class keeps all of it in its own coders`() throws {
    #expect(try KindMatrix.plainOutcome())
  }
}
