import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

/// The lines of the tool's guide for Git, run unchanged.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "git is missing"))
struct `Archives in Git` {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let page = FixtureFolder.package.appending(
      path: "Sources/SteleInspection/SteleInspection.docc/TheTool.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
      .filter { $0.hasPrefix("    ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let attributes = try #require(lines.first { $0.hasPrefix("*.stele ") })
    let configuration = try #require(lines.first { $0.hasPrefix("git config ") })
    try directory.write(Array("\(attributes)\n".utf8), to: ".gitattributes")
    try directory.write(try Sample.bytes(), to: "people.stele")
    let author = "-c user.name=Ann -c user.email=ann@example.com"
    _ = try shell("\(configuration); git init -q; git add .; git \(author) commit -q -m First")
  }

  @Test func `a diff shows what has changed in the content`() throws {
    var graph = Sample.people()
    graph.objects[1].values[0] = .string("Robert")
    try directory.write(try graph.encoded(), to: "people.stele")
    let changes = try shell("git diff").components(separatedBy: "\n").filter {
      ($0.hasPrefix("+") || $0.hasPrefix("-")) && $0.contains("\"name\"")
    }
    #expect(changes.count == 2)
    #expect(changes.first?.contains("Bob") == true)
    #expect(changes.last?.contains("Robert") == true)
  }

  @Test func `a damaged version does not stop the diff`() throws {
    try directory.write(try Sample.damaged().bytes, to: "people.stele")
    #expect(try shell("git diff").contains("diff --git a/people.stele b/people.stele"))
  }

  /// Runs commands in the directory, and returns their standard output.
  private func shell(_ commands: String) throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try #require(InstalledProgram("sh")).run(
      ["-ec", commands], in: directory.url,
      environment: [
        "HOME": directory.url.path, "GIT_CONFIG_NOSYSTEM": "1",
        "PATH": "\(ToolProcess.url.deletingLastPathComponent().path):\(path)",
      ])
    #expect(run.code == 0)
    return run.output
  }
}
