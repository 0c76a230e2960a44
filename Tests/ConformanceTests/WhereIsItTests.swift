import Foundation
import TestSupport
import Testing

@Suite("Where is it?")
struct WhereIsItTests {
  private static func text(_ path: String) throws -> String {
    let top = FixtureFolder.folder.deletingLastPathComponent()
    return try String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  /// Returns the rows of the table, without its head.
  private static func rows() throws -> ArraySlice<Substring> {
    let section = try text("CONTRIBUTING.md").components(separatedBy: "\n## ")
      .first { $0.hasPrefix("Where is it?\n") }
    return try #require(section).split(separator: "\n").filter { $0.hasPrefix("|") }
      .dropFirst(2)
  }

  /// Returns the pattern of a declaration of a name, in a file or in a type: further in are the variables of functions.
  private static func declaration(of name: Substring) throws -> Regex<AnyRegexOutput> {
    let modifiers =
      #"((@\w+(\(\w+\))?|(public|package|fileprivate|private)(\(set\))?|static|final|mutating|override|lazy) )*"#
    return try Regex(#"(?m)^( {2})?\#(modifiers)(func|var|let|case|struct|class|enum) \#(name)\b"#)
  }

  @Test func `each name in the table of CONTRIBUTING is declared in its file`() throws {
    let pattern = /\| .+\? \| (?<files>`.+`) \| `(?<name>\w+)` \|/
    let rows = try Self.rows()
    #expect(!rows.isEmpty)
    for row in rows {
      // A row of another form would not be compared.
      let match = try #require(row.wholeMatch(of: pattern), "\(row)")
      let declaration = try Self.declaration(of: match.name)
      for file in match.files.split(separator: ", ") {
        let path = file.trimmingCharacters(in: ["`"])
        let folder = path.hasPrefix("Stele") ? "Sources" : "Sources/Stele"
        let text = try Self.text("\(folder)/\(path)")
        #expect(text.contains(declaration), "\(match.name) in \(file)")
      }
    }
  }
}
