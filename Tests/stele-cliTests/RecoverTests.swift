import Foundation
import Stele
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele recover")
struct RecoverTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private struct Report: Decodable {
    let outcome: String
    let output: String?
    let savedObjects: Int
    let savedRoots: Int
    let lostObjects: [[Int]]
  }

  @Test func `of a sound archive everything is saved`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let run = ToolRun(["recover", path, "-o", directory.path("b.stele")])
    #expect(run.code == .fine)
    #expect(run.output == "complete: 3 objects and 1 root saved\n")
    #expect(try directory.bytes(of: "b.stele") == Sample.bytes())
  }

  @Test func `of an archive with a damaged block the rest is saved`() throws {
    let (bytes, _) = try Sample.damaged()
    let path = try directory.write(bytes, to: "a.stele")
    let run = ToolRun(["recover", "--json", path, "-o", directory.path("b.stele")])
    #expect(run.code == .partial)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.bytes))
    #expect(report.outcome == "partial")
    #expect(report.output == directory.path("b.stele"))
    #expect(report.savedObjects == 0)
    #expect(report.savedRoots == 1)
    #expect(report.lostObjects == [[1, 3]])
    #expect(ToolRun(["verify", directory.path("b.stele")]).code == .fine)
    let text = ToolRun(["recover", path, "-o", directory.path("b.stele")])
    #expect(text.lines[0] == "partial: 0 objects and 1 root saved")
    #expect(text.lines.contains("  3 objects lost: 1 to 3"))
    #expect(text.lines.last == "  root first: the reference to object 1 is nil now")
  }

  @Test func `of something else nothing is saved and nothing written`() throws {
    try directory.write([9], to: "b.stele")
    let noise = [UInt8](repeating: 0x5A, count: 1000)
    let run = ToolRun(["recover", "-", "-o", directory.path("b.stele")], input: noise)
    #expect(run.code == .nothing)
    #expect(run.lines[0] == "nothing: 0 objects and 0 roots saved")
    let json = ToolRun(["recover", "--json", "-", "-o", directory.path("b.stele")], input: noise)
    let report = try JSONDecoder().decode(Report.self, from: Data(json.bytes))
    #expect(report.outcome == "nothing")
    #expect(report.output == nil)
    #expect(try directory.bytes(of: "b.stele") == [9])
  }
}
