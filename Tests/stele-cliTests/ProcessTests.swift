import Foundation
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite("The process")
struct ProcessTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(
    _ arguments: [String], input: [UInt8] = [], output: Pipe? = nil
  ) throws -> (code: Int32, output: [UInt8], errors: String) {
    let process = try ToolProcess(arguments, output: output)
    process.give(input)
    return try process.end()
  }

  @Test func `the exit code reaches the shell`() throws {
    #expect(try run(["--help"]).code == 0)
    #expect(try run(["verify", "-"], input: [1]).code == 1)
    #expect(try run([]).code == 2)
    #expect(try run(["verify", directory.path("none")]).code == 3)
    let recover = ["recover", "-", "-o", directory.path("b.stele")]
    let bytes = try Sample.bytes()
    let index = try #require(bytes.firstRange(of: Array("INDX".utf8)))
    #expect(try run(recover, input: Array(bytes[..<index.lowerBound])).code == 4)
    #expect(try run(recover, input: [1]).code == 5)
  }

  @Test func `archives go through pipes`() throws {
    let text = try run(["dump", "-"], input: Sample.bytes()).output
    let built = try run(["build", "-", "-o", "-"], input: text)
    #expect((built.output, built.errors) == ((try Sample.bytes()), ""))
  }

  @Test func `a pipe that nobody reads does not kill the tool`() throws {
    let path = try directory.write(Sample.crowd().encoded(), to: "a.stele")
    let output = Pipe()
    try output.fileHandleForReading.close()
    let ended = try run(["dump", path], output: output)
    #expect((ended.code, ended.errors) == (0, ""))
  }

  #if os(Linux)
    @Test func `the line of progress leaves the terminal when a signal ends the tool`() throws {
      let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
      // TIOCSPTLCK and TIOCGPTN, as unlockpt() and ptsname() do.
      var (isLocked, number) = (Int32(0), Int32(0))
      try #require(unsafe ioctl(terminal, 0x4004_5431, &isLocked) == 0)
      try #require(unsafe ioctl(terminal, 0x8004_5430, &number) == 0)
      let name = "/dev/pts/\(number)"
      let errors = unsafe open(name, O_RDWR | O_NOCTTY)
      let tool = try ToolProcess(["digest", "-"], errors: FileHandle(fileDescriptor: errors))
      close(errors)
      func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(terminal, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      }
      // Standard input does not end, and after a second the line shows that it is read.
      var shown = ""
      while !shown.contains("standard input") {
        let text = read()
        try #require(!text.isEmpty)
        shown += text
      }
      kill(tool.number, SIGINT)
      #expect(try tool.die() == SIGINT)
      while case let text = read(), !text.isEmpty { shown += text }
      close(terminal)
      #expect(shown.hasSuffix("\r\u{1B}[K"))
    }
  #endif

  @Test func `a full disk is exit code 3`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let text = Array(Sample.people().notation().utf8)
    let built = try run(["build", "-", "-o", "/dev/full"], input: text)
    #expect(built.code == 3)
    #expect(built.errors == "stele: cannot write /dev/full: no space left on device\n")
  }

  @Test func `what cannot be written before a finding is exit code 3, too`() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let people = try directory.write(Sample.bytes(), to: "people.stele")
    let other = try directory.write([1, 2, 3], to: "other.stele")
    let run = try ToolProcess(["info", people, other], after: "exec >/dev/full").end()
    #expect(run.code == 3)
    #expect(run.errors.hasSuffix("stele: cannot write standard output: no space left on device\n"))
  }
}
