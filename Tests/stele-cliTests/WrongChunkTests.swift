import Stele
import TestSupport
import Testing

@testable import stele_cli

/// Chunks that every command must refuse.
@Suite("Wrong chunks")
struct WrongChunkTests {
  static let fixtures = [
    ("unknown-critical-chunk", "F8"), ("metadata-as-critical-chunk", "F8"),
    ("chunk-type-digit", "F4"), ("chunk-type-third-lower-case", "F4"), ("head-repeated", "F9"),
    ("head-missing", "F9"), ("index-place-0", "X5"), ("index-place-wrong", "X5"),
  ]

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: fixtures)
  func `are refused by every command, whatever it shows`(name: String, rule: String) throws {
    let path = try directory.write(
      FixtureFolder.bytes("invalid/\(name).stele"), to: "wrong.stele")
    let good = try directory.write(Sample.bytes(), to: "good.stele")
    let commands = [
      ["verify"], ["dump"], ["dump", "--object", "1"], ["dump", "--root", ""], ["schema"],
      ["graph"], ["graph", "--object", "1"], ["schema", "--swift"], ["compat", good],
      ["export", "-o", directory.path("out.plist")],
    ]
    for command in commands {
      let run = ToolRun(command + [path])
      #expect(run.code == .finding, "\(command)")
      let text = run.output + run.errors
      let isNamed = text.contains(" \(rule) ") || text.contains("(rule \(rule))")
      #expect(isNamed, "\(command): \(run.errors)")
    }
    let run = ToolRun(["recover", path, "-o", directory.path("out.stele")])
    #expect(
      run.lines.contains {
        $0.hasPrefix("  readers refuse it at byte ") && $0.hasSuffix("(rule \(rule))")
      })
    // Chunks that the library does not know are lost; a head or an index is made anew.
    if rule == "F8" || rule == "F4" { #expect(run.code == .partial || run.code == .nothing) }
  }
}
