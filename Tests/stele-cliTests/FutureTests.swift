import Foundation
import Stele
import TestSupport
import Testing

@testable import stele_cli

/// Archives as later versions of the format may write them.
@Suite("Archives of the future")
struct FutureTests {
  static let fixtures = Result { try FixtureFolder.manifest().future }

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: try fixtures.get())
  func `are refused or read by every command as the manifest says`(_ fixture: Manifest.Future)
    throws
  {
    let path = try directory.write(FixtureFolder.bytes(fixture.file), to: "later.stele")
    // The schema is shown without validation of values.
    let isFoundInValues = fixture.finding != nil && fixture.level == "values"
    let commands =
      [["verify"], ["dump"], ["stats"], ["graph"], ["digest"]]
      + (isFoundInValues ? [] : [["schema"]])
    for command in commands {
      let run = ToolRun(command + [path])
      let text = run.output + run.errors
      guard let finding = fixture.finding else {
        #expect(run.code == .fine, "\(command): \(text)")
        continue
      }
      #expect(run.code == .finding, "\(command): \(text)")
      let isNamed = text.contains("\(finding.rule) ") || text.contains("(rule \(finding.rule))")
      #expect(isNamed && text.contains("at byte \(finding.offset)"), "\(command): \(text)")
      guard finding.rule == "F12" else { continue }
      #expect(text.contains("his archive needs version "), "\(command): \(text)")
      #expect(text.contains("; this program reads up to 1.0"), "\(command): \(text)")
    }
  }

  @Test(arguments: try fixtures.get().filter { $0.finding?.rule == "F12" })
  func `are not recovered if they are of another version`(_ fixture: Manifest.Future) throws {
    let path = try directory.write(FixtureFolder.bytes(fixture.file), to: "later.stele")
    let run = ToolRun(["recover", path, "-o", directory.path("out.stele")])
    #expect(run.code == .nothing)
    #expect(run.output.contains("needs version "))
    #expect(!FileManager.default.fileExists(atPath: directory.path("out.stele")))
  }
}
