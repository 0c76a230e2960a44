import Stele
import Synchronization
import TestSupport
import Testing

@testable import stele_cli

@Suite("The console")
struct ConsoleTests {
  @Test func `colour is used on a terminal unless it is not wanted`() throws {
    var terminals = Console.Terminals()
    let bytes = try Sample.bytes()
    #expect(
      ToolRun(["verify", "-"], input: bytes, terminals: terminals).lines[0].hasPrefix("ok  "))
    terminals.isOutput = true
    let colored = ToolRun(["verify", "-"], input: bytes, terminals: terminals)
    #expect(colored.lines[0].hasPrefix("\u{1B}[32mok  \u{1B}[0m  standard input"))
    terminals.isColorless = true
    #expect(
      ToolRun(["verify", "-"], input: bytes, terminals: terminals).lines[0].hasPrefix("ok  "))
  }

  @Test func `an option says when colour is used, before the environment does`() throws {
    let bytes = try Sample.bytes()
    for isTerminal in [false, true] {
      var terminals = Console.Terminals()
      terminals.isOutput = isTerminal
      func isColored(_ choice: String, besides isColorless: Bool) -> Bool {
        terminals.isColorless = isColorless
        let run = ToolRun(["verify", "-", "--color", choice], input: bytes, terminals: terminals)
        return run.lines[0].hasPrefix("\u{1B}[32mok")
      }
      for isColorless in [false, true] {
        #expect(isColored("always", besides: isColorless))
        #expect(!isColored("never", besides: isColorless))
        #expect(isColored("auto", besides: isColorless) == (isTerminal && !isColorless))
      }
    }
  }

  @Test func `a broken pipe ends quietly with what was found until then`() throws {
    let good = ToolRun(["verify", "-"], input: try Sample.bytes(), limit: 10)
    #expect((good.code, good.errors) == (.fine, ""))
    let bad = ToolRun(["verify", "-"], input: try Sample.damaged().bytes, limit: 10)
    #expect((bad.code, bad.errors) == (.finding, ""))
    #expect(ToolRun(["dump", "-"], input: try Sample.bytes(), limit: 10).code == .fine)
    #expect(ToolRun(["--help"], limit: 10).code == .fine)
  }

  @Test func `control characters of a file never reach the terminal`() throws {
    ToolRun(["verify", "a\u{1B}[2J\n\u{202E}"]).expectRefusal(
      .inputOutput, "cannot open a\\u{1b}[2J\\n\\u{202e}: no such file or directory")
  }

  @Test func `the line of progress is shown, changed, hidden and over`() {
    let line = Terminal()
    let progress = Progress(isAutomatic: false) { line.add($0) }
    progress.say("one")
    #expect(progress.show())
    #expect(progress.show())
    #expect(line.take() == "\r\u{1B}[Kone")
    progress.say(Line(own: String(repeating: "x", count: 200)))
    progress.show()
    #expect(line.take() == "\r\u{1B}[K" + String(repeating: "x", count: 79))
    progress.hide()
    progress.hide()
    #expect(line.take() == "\r\u{1B}[K")
    progress.show()
    progress.end()
    #expect(!progress.show())
  }

  private final class Terminal: Sendable {
    private let text = Mutex("")

    func add(_ more: String) { text.withLock { $0 += more } }

    func take() -> String {
      text.withLock { text in
        defer { text = "" }
        return text
      }
    }
  }

  @Test func `numbers are grouped and counted`() {
    #expect(0.grouped == "0")
    #expect(999.grouped == "999")
    #expect(1000.grouped == "1,000")
    #expect(1_234_567.grouped == "1,234,567")
    #expect((-1000).grouped == "-1,000")
    #expect(1.of("file") == "1 file")
    #expect(0.of("class", plural: "classes") == "0 classes")
  }
}
