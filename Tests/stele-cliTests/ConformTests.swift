import SteleInspection

#if !os(Windows)
  import Foundation
  import Stele
  import TestSupport
  import Testing

  @testable import stele_cli

  /// Programs that read archives, run over fixtures.
  ///
  /// Spec/reader/test_conform.py tests the same for the runner in Python.
  @Suite("Programs that conform")
  struct ConformTests {
    let directory: TemporaryDirectory

    /// Writes two fixtures: a valid archive, and one that breaks F1.
    init() throws {
      directory = try TemporaryDirectory()
      try directory.write(Sample.bytes(), to: "good.stele")
      try directory.write(Array(Sample.people().notation().utf8), to: "good.json")
      try directory.write(Sample.people().canonical().encoded(), to: "form.stele")
      try directory.write([0x50, 0x4B], to: "bad.stele")
      let manifest = """
        {"valid": [{"file": "good.stele", "text": "good.json", "form": "form.stele"}],
         "invalid": [{"file": "bad.stele", "level": "frames", "finding": {"rule": "F1", "offset": 0}}],
         "order": []}
        """
      try directory.write(Array(manifest.utf8), to: "manifest.json")
    }

    /// Runs a shell script as the program that reads archives.
    private func run(
      _ script: String, _ options: [String] = [], terminals: Console.Terminals = .init()
    ) throws -> ToolRun {
      let path = try directory.write(Array(script.utf8), to: "program.sh")
      let fixtures = directory.path("")
      return ToolRun(
        ["conform", "--fixtures", fixtures] + options + ["--", "sh", path], terminals: terminals)
    }

    /// A program that refuses input shorter than an archive, and answers all else with the right text and form.
    private var right: String {
      """
      cat > \(directory.path("given")).$$
      if [ $(wc -c < \(directory.path("given")).$$) -lt 16 ]; then
        echo '{"rule": "F1", "offset": 0}'
        exit 1
      fi
      if [ "$1" = --canonical ]; then cat \(directory.path("form.stele")); exit 0; fi
      cat \(directory.path("good.json"))
      """
    }

    @Test func `a program with the right answers passes at every level`() throws {
      for level in ["frames", "tables", "values", "text"] {
        let run = try run(right, ["--level", level])
        #expect(run.code == .fine)
        #expect(run.lines == ["2 answers up to level \(level): 2 right, 0 wrong"])
      }
      let run = try run(right, ["--level", "canonical", "--json"])
      #expect(run.code == .fine)
      #expect(
        run.lines == [
          #"{"format": "stele-conform-1", "level": "canonical", "right": 3, "knownFailures": 0, "failures": []}"#
        ])
    }

    @Test func `a program that accepts everything is told what it should have refused`() throws {
      let run = try run("cat \(directory.path("good.json"))")
      #expect(run.code == .finding)
      #expect(
        run.lines == [
          "FAIL  bad.stele  refused by F1 at byte 0; the program ended with 0",
          "2 answers up to level text: 1 right, 1 wrong",
        ])
      var terminals = Console.Terminals()
      terminals.isOutput = true
      let colored = try self.run("cat \(directory.path("good.json"))", terminals: terminals)
      #expect(colored.lines.first?.hasPrefix("\u{1B}[1;31mFAIL\u{1B}[0m  bad.stele  ") == true)
    }

    @Test func `another offset is a wrong answer`() throws {
      let run = try run(right.replacing("\"offset\": 0", with: "\"offset\": 1"))
      #expect(
        run.lines.first
          == "FAIL  bad.stele  refused by F1 at byte 0; the program says F1 at byte 1")
    }

    @Test func `a text may be laid out in any way, but must say the same`() throws {
      let laidOut = try run(
        right.replacing(
          "cat \(directory.path("good.json"))",
          with: "tr '\\n' ' ' < \(directory.path("good.json"))"))
      #expect(laidOut.code == .fine)
      let other = try run(right + "| sed s/Ann/Eva/")
      #expect(other.code == .finding)
      #expect(
        other.lines.first?.hasPrefix(
          "FAIL  good.stele  the text differs at $.objects[0].values[0].name: it is \"Eva\" in line "
        )
          == true)
      let none = try run(right + "> /dev/null")
      #expect(none.lines.first?.hasPrefix("FAIL  good.stele  the text cannot be read: ") == true)
    }

    @Test func `another canonical form is a wrong answer, from its first other byte on`() throws {
      let run = try run(
        right.replacing("form.stele", with: "good.stele"), ["--level", "canonical"])
      #expect(run.code == .finding)
      #expect(
        run.lines.first?.hasPrefix(
          "FAIL  good.stele --canonical  the canonical form differs from byte ") == true)
    }

    @Test func `a known failure must fail`() throws {
      let known = try directory.write(
        Array("# soon\nbad.stele   # accepts too much\n".utf8), to: "known")
      let failing = try run("cat \(directory.path("good.json"))", ["--known", known])
      #expect(failing.code == .fine)
      #expect(
        failing.lines == ["2 answers up to level text: 1 right, 0 wrong, 1 known failure"])
      let passing = try run(right, ["--known", known])
      #expect(passing.code == .finding)
      #expect(
        passing.lines.first == "FAIL  bad.stele  it is right, but listed as a known failure")
      try directory.write(Array("other.stele\ngood.stele --canonical".utf8), to: "known")
      let missing = try run(right, ["--known", known])
      #expect(missing.code == .finding)
      #expect(
        missing.lines == [
          "FAIL  other.stele  it is listed as a known failure, but there is no such fixture",
          "3 answers up to level text: 2 right, 1 wrong",
        ])
    }

    @Test func `a filter leaves out all other fixtures`() throws {
      let run = try run(right, ["--filter", "bad", "-j", "3"])
      #expect(run.lines == ["1 answer up to level text: 1 right, 0 wrong"])
      #expect(try self.run(right, ["--filter", "nothing"]).code == .usage)
    }

    @Test func `a program that hangs is ended`() throws {
      let run = try run("exec sleep 1000", ["--timeout", "0.25", "--filter", "bad"])
      #expect(run.code == .finding)
      #expect(
        run.lines.first == "FAIL  bad.stele  refused by F1 at byte 0; "
          + "the program has not answered in 0.25 seconds")
    }

    @Test func `a program that crashes is shown with its last words`() throws {
      for (crash, words) in [
        ("echo no >&2; exit 9", "ended with 9: no"),
        ("exit 1", "ended with 1, without a refusal in JSON"),
        ("kill -9 $$", "was ended by signal 9"),
      ] {
        let run = try run(crash, ["--filter", "bad"])
        #expect(
          run.lines.first == "FAIL  bad.stele  refused by F1 at byte 0; the program \(words)")
      }
    }

    @Test func `what is missing is wrong usage, or an error of input`() throws {
      #expect(ToolRun(["conform"]).code == .usage)
      #expect(ToolRun(["conform", "--level", "all", "--", "true"]).code == .usage)
      #expect(ToolRun(["conform", "--timeout", "0", "--", "true"]).code == .usage)
      #expect(ToolRun(["conform", "-j", "0", "--", "true"]).code == .usage)
      let none = ToolRun(["conform", "--fixtures", directory.path("none"), "--", "true"])
      #expect(none.code == .inputOutput)
      let script = try directory.write(Array("#!/no/such/interpreter\n".utf8), to: "script")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
      let folder = directory.path("")
      for (program, reason) in [
        ("no-such-program", "there is no such program"), (folder, "there is no such program"),
        (directory.path("bad.stele"), "there is no such program"),
        (script, "it cannot be started"),
      ] {
        let run = ToolRun(["conform", "--fixtures", folder, "--", program])
        #expect(run.code == .inputOutput)
        #expect(run.lines.isEmpty)
        #expect(run.errors == "stele: \(program): \(reason)\n")
      }
      try directory.write(Array("[1]".utf8), to: "manifest.json")
      let manifest = ToolRun(["conform", "--fixtures", folder, "--", "true"])
      #expect(manifest.code == .inputOutput)
      #expect(manifest.errors.hasSuffix("manifest.json: it is not a manifest of fixtures\n"))
    }
  }
#endif
