import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

/// Commands must not write to the file that they read.
@Suite("A file that is input and output")
struct OwnInputTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Every command with an option `-o`.
  static let commands = [
    "recover", "view", "build", "get", "extract", "merge", "graph", "export", "import", "canonical",
  ]

  private func write(inputOf command: String) throws -> String {
    let bytes = command == "build" ? Array(Sample.people().notation().utf8) : try Sample.bytes()
    return try directory.write(bytes, to: "Input")
  }

  private func expectRefusal(
    _ command: String, _ input: String, _ output: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try directory.bytes(of: "Input")
    let path = ["get", "extract"].contains(command) ? ["first"] : []
    let run = ToolRun([command, input] + path + ["-o", output])
    run.expectRefusal(
      .usage, "\(output) is the file that is read; write to another one",
      sourceLocation: sourceLocation)
    #expect(try directory.bytes(of: "Input") == before, sourceLocation: sourceLocation)
  }

  @Test func `all commands that write a file are tested`() {
    // `set` replaces its input on purpose.
    let writing = Tool.commands.filter { command in
      command != SetValue.self && command.options.contains { $0.name == Option.output.name }
    }
    #expect(Set(writing.map { $0.name }) == Set(Self.commands))
  }

  @Test(arguments: commands)
  func `is refused under one name and under two`(_ command: String) throws {
    let path = try write(inputOf: command)
    try expectRefusal(command, path, path)
    let folder = directory.url.lastPathComponent
    try expectRefusal(command, path, directory.path("./../\(folder)/Input"))
  }

  @Test(arguments: commands)
  func `is refused through links`(_ command: String) throws {
    let path = try write(inputOf: command)
    let files = FileManager.default
    let (soft, hard) = (directory.path("soft"), directory.path("hard"))
    try files.createSymbolicLink(atPath: soft, withDestinationPath: path)
    try files.linkItem(atPath: path, toPath: hard)
    for (input, output) in [
      (path, soft), (soft, path), (soft, soft), (path, hard), (hard, path), (soft, hard),
    ] {
      try expectRefusal(command, input, output)
    }
  }

  @Test(arguments: commands)
  func `is refused in another case where names have none`(_ command: String) throws {
    let path = try write(inputOf: command)
    let other = directory.path("iNPUT")
    guard FileManager.default.fileExists(atPath: other) else { return }
    try expectRefusal(command, path, other)
  }

  @Test func `is refused if an option names it`() throws {
    let (bytes, office) = (try Sample.bytes(), try Sample.office().encoded())
    let path = try directory.write(bytes, to: "Input")
    for (arguments, input) in [
      (["recover", "-", "--classes", path], bytes),
      (["set", "-", "objects[2].photo", "--from", path], office),
    ] {
      ToolRun(arguments + ["-o", path], input: input).expectRefusal(
        .usage, "\(path) is the file that is read; write to another one")
      #expect(try directory.bytes(of: "Input") == bytes)
    }
  }

  @Test func `is not a device, and not another file of equal content`() throws {
    let path = try write(inputOf: "graph")
    let copy = try directory.write(directory.bytes(of: "Input"), to: "Copy")
    #expect(ToolRun(["graph", path, "-o", copy]).code == .fine)
    #expect(ToolRun(["graph", path, "-o", "/dev/null"]).code == .fine)
    #expect(ToolRun(["graph", path, "-o", directory.path("new")]).code == .fine)
    #expect(ToolRun(["graph", path, "-o", "-"]).code == .fine)
  }
}
