import Stele
import TestSupport
import Testing

@testable import stele_cli

@Suite("The limit of memory")
struct LimitTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write(Sample.bytes(), to: "a.stele")
  }

  @Test(arguments: [
    ["dump"], ["recover"], ["digest"], ["graph"], ["stats"], ["schema"], ["compat"], ["export"],
  ])
  func `content that exceeds it is refused with the option that allows more`(_ command: [String]) {
    var arguments = command + ["--memory", "100", path]
    if command == ["compat"] { arguments.append(path) }
    if ["recover", "export"].contains(command[0]) {
      arguments += ["-o", directory.path("b.stele")]
    }
    let run = ToolRun(arguments)
    #expect(run.code != .fine)
    #expect((run.output + run.errors).contains("(--memory SIZE allows more)"))
  }

  @Test func `content that needs more than usual is shown if it is raised`() throws {
    let deep = try #require(Extreme.all.first { $0.name == "deep lists" })
    let path = try directory.write(deep.bytes(ofAbout: 120_000), to: "deep.stele")
    let refused = ToolRun(["dump", path])
    #expect(refused.code == .finding)
    #expect(refused.errors.contains("(--memory SIZE allows more)"))
    #expect(ToolRun(["dump", "--memory", "1G", path]).code == .fine)
    let target = directory.path("b.stele")
    #expect(ToolRun(["recover", path, "-o", target]).code == .nothing)
    #expect(ToolRun(["recover", "--memory", "64M", path, "-o", target]).code == .fine)
    #expect(try directory.bytes(of: "b.stele") == directory.bytes(of: "deep.stele"))
  }

  @Test func `an object of a merged archive that needs more is refused by the name of its file`()
    throws
  {
    let deep = try #require(Extreme.all.first { $0.name == "deep lists" })
    let deepPath = try directory.write(deep.bytes(ofAbout: 120_000), to: "deep.stele")
    let run = ToolRun(["merge", "--prefix", path, deepPath, "-o", directory.path("c.stele")])
    #expect(run.code == .finding)
    #expect(run.errors.hasPrefix("stele: \(deepPath): "))
    #expect(run.errors.hasSuffix("(--memory SIZE allows more)\n"))
  }

  @Test(arguments: ["", "0", "-1", "K", "1T", "9223372036854775807K", "one"])
  func `what is no size is refused`(_ text: String) {
    ToolRun(["dump", "--memory=\(text)", path])
      .expectRefusal(.usage, "option --memory needs a size, such as 512M or 4G")
  }
}
