import SteleInspection
import SteleModel

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
      let colored = try self.run("cat \(directory.path("good.json"))", terminals: .output)
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
          "FAIL  good.stele --canonical  the bytes differ from byte ") == true)
    }

    /// Writes fixtures for the questions of a level of their own.
    ///
    /// Only the program, which knows all answers, reads the archives.
    private func writeFurtherFixtures() throws {
      for (name, content) in [
        ("form", "form"), ("loose", "loose"), ("a1", "a 1"), ("a2", "a 2"), ("b1", "b 1"),
        ("c1", "c 1"),
      ] {
        try directory.write(Array(content.utf8), to: "\(name).stele")
      }
      for name in ["other", "wrong"] { try directory.write(Array(name.utf8), to: "\(name).json") }
      let manifest = """
        {"valid": [
          {"file": "form.stele", "text": "good.json", "canonical": true, "built": "form.stele", "digest": "1f"},
          {"file": "loose.stele", "text": "good.json", "canonical": false,
           "canonicalFinding": {"rule": "K3", "offset": 66}, "digestDenied": "K11"}],
         "invalid": [], "order": [],
         "texts": [{"file": "other.json", "built": "form.stele"}, {"file": "wrong.json"}],
         "equal": [{"contents": [
          [{"file": "a1.stele", "text": "good.json", "digest": "a0"},
           {"file": "a2.stele", "text": "good.json", "digest": "a0"}],
          [{"file": "b1.stele", "text": "good.json", "digest": "b0"}],
          [{"file": "c1.stele", "text": "good.json", "digestDenied": "K13"}]]}]}
        """
      try directory.write(Array(manifest.utf8), to: "manifest.json")
    }

    /// A program that knows the answers to these fixtures.
    private var furtherRight: String {
      """
      refuse() { echo "{\\"rule\\": \\"$1\\", \\"offset\\": $2}"; exit 1; }
      given=$(head -c 5)
      case "$1 $given" in
        "--checker loose") refuse K3 66;;
        --checker*) ;;
        "--build wrong") refuse C.6 null;;
        --build*) printf form;;
        "--digest loose") refuse K11 null;;
        "--digest c 1") refuse K13 null;;
        "--digest form") echo 1f;;
        --digest*) echo "${given%??}0";;
        --equal*) if [ "$(head -c 1 $2)" = "${given%??}" ]; then echo equal; else echo different; fi;;
        *) cat \(directory.path("good.json"));;
      esac
      """
    }

    @Test func `a program with the right answers passes at every level with a question of its own`()
      throws
    {
      try writeFurtherFixtures()
      for (level, count) in [
        ("text", 6), ("checker", 8), ("build", 11), ("canonical", 11), ("digest", 17),
        ("equal", 20),
      ] {
        let run = try run(furtherRight, ["--level", level])
        #expect(run.lines == ["\(count) answers up to level \(level): \(count) right, 0 wrong"])
      }
      let run = try run(furtherRight, ["--level", "equal", "--filter=--digest"])
      #expect(run.lines == ["6 answers up to level equal: 6 right, 0 wrong"])
    }

    @Test(arguments: [
      (
        "refuse K3 66", "refuse K4 66",
        [
          "loose.stele --checker  not in canonical form by K3 at byte 66; the program says K4 at byte 66"
        ]
      ),
      (
        "refuse K3 66", "",
        ["loose.stele --checker  not in canonical form by K3 at byte 66; the program ended with 0"]
      ),
      (
        "--checker*) ", "--checker*) refuse K1 8",
        ["form.stele --checker  in canonical form; the program says K1 at byte 8"]
      ),
      (
        "refuse C.6 null", "printf form",
        ["wrong.json --build  refused by C.6; the program ended with 0"]
      ),
      (
        "printf form", "refuse C.6 null",
        [
          "good.json --build  the text of an archive; the program says C.6",
          "other.json --build  the text of an archive; the program says C.6",
        ]
      ),
      (
        "printf form", "printf fort",
        [
          "good.json --build  the bytes differ from byte 3 on",
          "other.json --build  the bytes differ from byte 3 on",
        ]
      ),
      (
        "echo 1f", "echo 1F",
        ["form.stele --digest  the answer is 1f; the program says 1F"]
      ),
      ("echo 1f", "", ["form.stele --digest  the answer is 1f; the program says nothing"]),
      (
        "refuse K13 null", "echo 00",
        ["c1.stele --digest  denied a content digest by K13; the program ended with 0"]
      ),
      (
        "echo different", "echo equal",
        [
          "a1.stele --equal b1.stele  the answer is different; the program says equal",
          "a2.stele --equal b1.stele  the answer is different; the program says equal",
        ]
      ),
      (
        "echo equal", "echo different",
        ["a1.stele --equal a2.stele  the answer is equal; the program says different"]
      ),
    ])
    func `a wrong answer at each level is shown with the right one`(
      right: String, wrong: String, failures: [String]
    ) throws {
      try writeFurtherFixtures()
      let run = try run(furtherRight.replacing(right, with: wrong), ["--level", "equal"])
      #expect(run.code == .finding)
      #expect(run.lines.dropLast() == failures.map { "FAIL  \($0)" }[...])
    }

    @Test func `a known failure must fail`() throws {
      let known = try directory.write(
        Array("# soon\nbad.stele   # accepts too much\n".utf8), to: "known")
      let failing = try run("cat \(directory.path("good.json"))", ["--known", known])
      #expect(failing.code == .fine)
      #expect(failing.lines == ["2 answers up to level text: 1 right, 0 wrong, 1 known failure"])
      let passing = try run(right, ["--known", known])
      #expect(passing.code == .finding)
      #expect(passing.lines.first == "FAIL  bad.stele  it is right, but listed as a known failure")
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
        #expect(run.lines.first == "FAIL  bad.stele  refused by F1 at byte 0; the program \(words)")
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
        (directory.path("bad.stele"), "there is no such program"), (script, "it cannot be started"),
      ] {
        let run = ToolRun(["conform", "--fixtures", folder, "--", program])
        run.expectRefusal(.inputOutput, "\(program): \(reason)")
        #expect(run.lines.isEmpty)
      }
      try directory.write(Array("[1]".utf8), to: "manifest.json")
      let manifest = ToolRun(["conform", "--fixtures", folder, "--", "true"])
      #expect(manifest.code == .inputOutput)
      #expect(manifest.errors.hasSuffix("manifest.json: it is not a manifest of fixtures\n"))
    }
  }
#endif
