import Foundation
import TestSupport
import Testing

/// Blocks of the tool's guide that show commands of the tool and their output.
///
/// A shell runs each line that begins with `$ ` in the folder of the package; the lines up to the next one are its
/// output on both streams. With STELE_RECORD=1 the blocks are written anew.
struct `The guide shows what the tool says` {
  private static let page = FixtureFolder.package.appending(
    path: "Sources/SteleInspection/SteleInspection.docc/TheTool.md")

  @Test func `each command says what stands below it`() throws {
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    let real = try Self.withRealOutput(written)
    if ProcessInfo.processInfo.environment["STELE_RECORD"] == "1" {
      try real.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(written == real)
    #expect(written.contains("```console\n$ stele "))
  }

  private static func withRealOutput(_ page: String) throws -> String {
    var parts = page.components(separatedBy: "```console\n")
    for index in parts.indices.dropFirst() {
      let end = try #require(parts[index].range(of: "```"))
      let commands = parts[index][..<end.lowerBound].split(separator: "\n").filter {
        $0.hasPrefix("$ ")
      }
      let block = try commands.map { "\($0)\n\(try output(of: String($0.dropFirst(2))))" }
      parts[index] = block.joined() + parts[index][end.lowerBound...]
    }
    return parts.joined(separator: "```console\n")
  }

  private static func output(of command: String) throws -> String {
    let shell = try #require(InstalledProgram("sh"))
    let path = ToolProcess.url.deletingLastPathComponent().path
    return try shell.run(["-c", "PATH=\"$0:$PATH\"; { \(command); } 2>&1", path]).output
  }
}
