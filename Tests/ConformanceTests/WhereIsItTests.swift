import Foundation
import TestSupport
import Testing

@Suite("Where is it?")
struct WhereIsItTests {
  private static func text(_ path: String) throws -> String {
    let top = FixtureFolder.folder.deletingLastPathComponent()
    return try String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  @Test func `each name in the table of CONTRIBUTING is declared in its file`() throws {
    let row = /\| .+\? \| (?<files>`.+`) \| `(?<name>\w+)` \|/
    let rows = try Self.text("CONTRIBUTING.md").split(separator: "\n")
      .compactMap { $0.wholeMatch(of: row) }
    #expect(rows.count >= 20)
    for row in rows {
      let declaration = try Regex(#"\b(func|var|let|case|struct|class|enum) \#(row.name)\b"#)
      for file in row.files.split(separator: ", ") {
        let text = try Self.text(file.trimmingCharacters(in: ["`"]))
        #expect(text.contains(declaration), "\(row.name) in \(file)")
      }
    }
  }
}
