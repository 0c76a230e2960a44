import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("Saving with the tool")
struct SavingTests {
  let directory: TemporaryDirectory
  /// The text of an archive, longer than the content of a pipe.
  let text: [UInt8]

  init() throws {
    directory = try TemporaryDirectory()
    text = Array(Sample.crowd().notation().utf8)
  }

  /// Signals after which no file is left over; on systems where a new file has a name at once, only those that the tool
  /// can handle.
  static let signals: [Int32] = {
    #if os(Linux)
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL, SIGABRT]
    #else
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    #endif
  }()

  @Test(arguments: signals)
  func `a signal that ends the tool leaves the old file, and nothing beside it`(
    _ signal: Int32
  ) throws {
    try directory.write([9], to: "a.stele")
    for name in ["a.stele", "b.stele"] {
      let tool = try ToolProcess(["build", "-", "-o", directory.path(name)], after: "ulimit -c 0")
      // Now the tool has begun the file, and waits for the rest of the text.
      tool.give(Array(text.dropLast(10)))
      kill(tool.number, signal)
      #expect(try tool.die() == signal)
      #expect(try directory.names() == ["a.stele"])
      #expect(try directory.bytes(of: "a.stele") == [9])
    }
  }

  @Test func `a file that becomes larger than the process may write is exit code 3`() throws {
    try directory.write([9], to: "a.stele")
    let tool = try ToolProcess(
      ["build", "-", "-o", directory.path("a.stele")], after: "ulimit -f 16")
    tool.give(text)
    let ended = try tool.end()
    #expect(ended.code == 3)
    #expect(ended.errors == "stele: cannot write \(directory.path("a.stele")): file too large\n")
    #expect(try directory.names() == ["a.stele"])
    #expect(try directory.bytes(of: "a.stele") == [9])
  }

  @Test func `many killed saves leave one file at most, which the next save removes`() throws {
    for _ in 0..<10 {
      let tool = try ToolProcess(["build", "-", "-o", directory.path("a.stele")])
      tool.give(Array(text.dropLast(10)))
      kill(tool.number, SIGKILL)
      #expect(try tool.die() == SIGKILL)
    }
    #if os(Linux)
      #expect(try directory.names() == [])
    #else
      #expect(try directory.names().count <= 1)
    #endif
    let text = try directory.write(Array(Sample.people().notation().utf8), to: "text")
    #expect(ToolRun(["build", text, "-o", directory.path("a.stele")]).code == .fine)
    #expect(try directory.names() == ["a.stele", "text"])
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1"])
  func `standard output by its name is written to and not replaced`(_ name: String) throws {
    let bytes = try Sample.bytes()
    let text = Array(Sample.people().notation().utf8)
    let tool = try ToolProcess(["build", "-", "-o", name])
    tool.give(text)
    #expect(try tool.end().output == bytes)
    // The same holds if the shell has opened a file.
    let path = try directory.write([9], to: "log")
    for _ in 0..<2 {
      let tool = try ToolProcess(["build", "-", "-o", name], after: "exec >> \(path)")
      tool.give(text)
      #expect(try tool.end().code == 0)
    }
    #expect(try directory.bytes(of: "log") == [9] + bytes + bytes)
    #expect(try directory.names() == ["log"])
  }

  @Test func `a FIFO gets what is written, and stays one`() throws {
    let path = directory.path("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = try ToolProcess(["build", "-", "-o", path])
    let reader = try ToolProcess(["verify", path])
    writer.give(text)
    #expect(try writer.end().code == 0)
    let read = try reader.end()
    #expect(read.code == 0)
    #expect(String(decoding: read.output, as: UTF8.self).contains("20,003 objects"))
    #expect(try directory.names() == ["pipe"])
  }

  @Test func `names stay what they are`() throws {
    let text = Array(Sample.people().notation().utf8)
    try FileManager.default.createDirectory(
      at: directory.file("~"), withIntermediateDirectories: false)
    try FileManager.default.createDirectory(
      at: directory.file("elsewhere/deep"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link"), withDestinationPath: "elsewhere/deep")
    let folder = directory.url.path
    for name in ["~/t.stele", "link/../t.stele", "./~u.stele"] {
      let tool = try ToolProcess(["build", "-", "-o", name], after: "cd '\(folder)'")
      tool.give(text)
      #expect(try tool.end().code == 0)
    }
    #expect(try directory.names() == ["elsewhere", "link", "~", "~u.stele"])
    #expect(try directory.bytes(of: "~/t.stele") == Sample.bytes())
    #expect(try directory.bytes(of: "elsewhere/t.stele") == Sample.bytes())
  }

  #if !canImport(Darwin)
    @Test func `names that are not UTF-8 stay what they are`() throws {
      let tool = ToolProcess.url.path
      let text = try directory.write(Array(Sample.people().notation().utf8), to: "text")
      let shell = "cd '\(directory.url.path)'; name=$(printf 'a\\377.stele')"
      let process = try ToolProcess(
        ["verify", "."],
        after: "\(shell); '\(tool)' build '\(text)' -o \"$name\"; \(tool) verify \"$name\"")
      let ended = try process.end()
      #expect((ended.code, ended.errors) == (0, ""))
      let lines = String(decoding: ended.output, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { $0.hasPrefix("ok    ") || $0 == "1 file: 1 ok, 0 failed" })
    }
  #endif

  @Test func `a link to nothing leads to where the file is made, and a loop to an error`() throws {
    let text = try directory.write(Array(Sample.people().notation().utf8), to: "text")
    for (link, destination) in [("a", "b"), ("c", "d"), ("d", "c")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(link), withDestinationPath: destination)
    }
    #expect(ToolRun(["build", text, "-o", directory.path("a")]).code == .fine)
    #expect(try directory.bytes(of: "b") == Sample.bytes())
    let loop = directory.path("c")
    ToolRun(["build", text, "-o", loop])
      .expectRefusal(.inputOutput, "cannot create \(loop): too many levels of symbolic links")
    #expect(try directory.names() == ["a", "b", "c", "d", "text"])
  }
}
