import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele recover")
struct RecoverTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private struct Report: Decodable {
    let outcome: String
    let output: String?
    let savedObjects: Int
    let savedRoots: Int
    let lostObjects: [[Int]]
    let uncheckedObjects: [[Int]]
    let archives: [[String: Int]]
    let hasForeignContent: Bool
  }

  @Test func `of a sound archive everything is saved`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let run = ToolRun(["recover", path, "-o", directory.path("b.stele")])
    #expect(run.code == .fine)
    #expect(run.output == "complete: 3 objects and 1 root saved\n")
    #expect(try directory.bytes(of: "b.stele") == Sample.bytes())
  }

  @Test func `of an archive with a damaged block the rest is saved`() throws {
    let path = try directory.write(try Self.damaged(), to: "a.stele")
    let none = ToolRun(["recover", path, "-o", directory.path("b.stele")])
    #expect(none.code == .nothing)
    #expect(none.lines[0] == "nothing: 0 objects and 0 roots saved")
    #expect(none.lines.contains("  3 objects lost: 1 to 3"))
    #expect(
      none.lines.contains("  2 objects readable, but unchecked (--unchecked saves them): 1, 3"))
    #expect(none.lines.last == "  first: the reference to object 1 was left out")
    let options = ["--unchecked", path, "-o", directory.path("b.stele")]
    let run = ToolRun(["recover", "--json"] + options)
    #expect(run.code == .partial)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.bytes))
    #expect((report.outcome, report.output) == ("partial", directory.path("b.stele")))
    #expect((report.savedObjects, report.savedRoots) == (2, 1))
    #expect(report.lostObjects == [[2, 2]])
    #expect(report.uncheckedObjects == [[1, 1], [3, 3]])
    #expect(ToolRun(["verify", directory.path("b.stele")]).code == .fine)
    let text = ToolRun(["recover"] + options)
    #expect(text.lines[0] == "partial: 2 objects and 1 root saved")
    #expect(text.lines.contains("  2 objects saved, but unchecked: 1, 3"))
  }

  /// Returns an archive whose second object is invalid in two bytes.
  private static func damaged() throws -> [UInt8] {
    var bytes = try Sample.bytes()
    let check = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits())
    let block = try #require(check.frames.chunks.first { $0.type == .objects })
    let first = block.payloadOffset + 2
    // An entry that does not exist, and some other byte of the record.
    let second = first + 1 + Int(bytes[first])
    bytes[second + 1] = 99
    bytes[second + 2] ^= 0x7F
    return bytes
  }

  @Test func `a wrong byte is repaired`() throws {
    let (bytes, _) = try Sample.damaged()
    let path = try directory.write(bytes, to: "a.stele")
    let run = ToolRun(["recover", path, "-o", directory.path("b.stele")])
    #expect(run.code == .fine)
    #expect(run.lines[0] == "complete: 3 objects and 1 root saved")
    #expect(run.lines.last?.hasPrefix("  repaired at byte ") == true)
    #expect(try directory.bytes(of: "b.stele") == Sample.bytes())
  }

  @Test func `of a lost head it is said what was in it`() throws {
    var graph = Sample.people()
    (graph.documentType, graph.writer) = ("com.example.zoo", "zoo")
    var bytes = try graph.encoded()
    for offset in [34, 36] { bytes[offset] ^= 0xFF }
    let run = ToolRun(["recover", "-", "-o", directory.path("b.stele")], input: bytes)
    #expect(run.code == .fine)
    #expect(run.lines.contains("  the type of the document and the writer are lost"))
    let saved = try ArchiveGraph(directory.bytes(of: "b.stele"))
    #expect((saved.documentType, saved.writer) == ("", ""))
  }

  @Test func `the class table of another archive takes the place of a lost one`() throws {
    var bytes = try Sample.bytes()
    let check = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits())
    let table = try #require(check.frames.chunks.first { $0.type == .classes })
    for index in 0..<8 { bytes[table.payloadOffset + index] ^= 0x55 }
    let path = try directory.write(bytes, to: "a.stele")
    let other = try directory.write(Sample.bytes(), to: "other.stele")
    let target = directory.path("b.stele")
    #expect(ToolRun(["recover", path, "-o", target]).code == .nothing)
    let run = ToolRun(["recover", "--classes", other, path, "-o", target])
    #expect(run.code == .partial)
    #expect(run.lines[0] == "partial: 3 objects and 1 root saved")
    #expect(run.lines.contains("  the class table is that of another archive"))
    #expect(try directory.bytes(of: "b.stele") == Sample.bytes())
  }

  @Test func `each of two archives in a file is saved by itself`() throws {
    let first = try Sample.bytes()
    var graph = Sample.people()
    graph.documentType = "com.example.second"
    let second = try graph.encoded()
    let path = try directory.write(first + second, to: "a.stele")
    let target = directory.path("b.stele")
    let run = ToolRun(["recover", path, "-o", target])
    #expect(run.code == .partial)
    #expect(run.lines[0] == "partial: 3 objects and 1 root saved")
    let (middle, end) = (first.count, first.count + second.count)
    let ends = "0 to \(middle - 1), \(middle) to \(end - 1)"
    #expect(
      run.lines.contains("  the file has 2 archives (--archive N saves another): bytes \(ends)"))
    #expect(try directory.bytes(of: "b.stele") == first)
    for (number, bytes) in [("1", first), ("2", second)] {
      let run = ToolRun(["recover", "--json", "--archive", number, path, "-o", target])
      #expect(run.code == .fine)
      let report = try JSONDecoder().decode(Report.self, from: Data(run.bytes))
      #expect(report.outcome == "complete")
      #expect(report.archives.map { $0["offset"] } == [0, middle])
      #expect(!report.hasForeignContent)
      #expect(try directory.bytes(of: "b.stele") == bytes)
    }
    let third = ToolRun(["recover", "--archive", "3", path, "-o", target])
    #expect(third.code != .fine)
    #expect(third.errors.contains("there is no archive 3 among 2 archives"))
    #expect(ToolRun(["recover", "--archive", "0", path, "-o", target]).code == .usage)
    let verified = ToolRun(["verify", path])
    #expect(verified.code == .finding)
    #expect(
      verified.lines[1].hasSuffix("An archive ends at byte \(middle), and something follows."))
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
