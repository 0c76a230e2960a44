#if os(Linux)
  // Foundation on other systems has not been measured.
  import Foundation
  import TestSupport
  import Testing

  @Suite("Both archivers beside each other")
  struct FoundationTableTests {
    /// Runs the tool that was built beside these tests.
    private func tool(_ arguments: [String] = []) throws -> String {
      let run = try ProgramRun(BuiltProgram.url(named: "foundation-table"), arguments)
      try #require(run.end == .exited(0), "\(run.output)")
      return run.output
    }

    @Test func `the table of Foundation's classes says what is measured now`() throws {
      let page = FixtureFolder.package.appending(
        path: "Sources/SteleNSCoding/SteleNSCoding.docc/FoundationClasses.md")
      let written = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
      let measured = try tool().components(separatedBy: "\n")
      for (left, right) in zip(written, measured) { #expect(left == right) }
      #expect(written.count == measured.count)
      // Whatever Foundation does, all of it comes back here.
      let rows = measured.filter { $0.hasPrefix("| `") }
      #expect(rows.count >= 90)
      for row in rows { #expect(row.hasSuffix("| same |")) }
    }

    @Test func `no archive ends the process by what it says of a class of Foundation`() throws {
      let lines = try tool(["hostile"]).split(separator: "\n")
      #expect(lines.count >= 90)
      for line in lines { #expect(line.hasSuffix(": same")) }
    }

    /// Expects that none of some archives, which a seed decides, ends the process.
    private func expectNoDeaths(_ count: Int, _ kind: String...) throws {
      for seed in Seeds.forTest(count: 1) {
        let said = try tool(["hostile", "\(count)", "\(seed)"] + kind)
        let last = said.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("\(count) archives, ") && last.hasSuffix(", 0 deaths"), "\(said)")
      }
    }

    @Test func `no archive with keys that chance has changed ends the process`() throws {
      try expectNoDeaths(800)
    }

    @Test func `no graph of Foundation's objects in a keyed archive ends the process`() throws {
      try expectNoDeaths(6000, "graphs")
    }

    @Test func `the same programs run with both pairs of coders`() throws {
      let expected: [(name: String, foundation: String, stele: String)] = [
        ("a graph without cycles", "same", "same"),
        ("an object with two references to it", "same", "same"),
        ("an object of a subclass", "same", "same"),
        ("two objects that are equal", "lost: one of them", "same"),
        ("a cycle", "ends the process", "error"),
        ("a conditional reference, before the object is encoded", "ends the process", "same"),
        ("a chain of 100,000 objects", "ends the process", "same"),
        ("a name that is set for a class", "lost: name", "same"),
        ("a class inside of another type", "ends the process", "same"),
        ("a private class", "ends the process", "error"),
        ("a decimal number", "ends the process", "same"), ("an error", "ends the process", "same"),
        ("a number above `Int64.max`", "same", "same"),
        ("true, 1 and 1.0 in one archive", "lost: kinds", "same"),
        ("a string that may change", "lost: kind", "same"),
        ("an optional property whose key was never written", "error", "same"),
        ("a value of a Swift struct", "ends the process", "error"),
        ("an object of a class that was not asked for", "ends the process", "error"),
        ("a string where a date was asked for", "lost: refusal", "error"),
        ("an object of a class that the program does not have", "ends the process", "error"),
        (
          "a key that is not there, under the policy that is the default", "ends the process",
          "same"
        ),
        ("an object that does not support secure coding", "ends the process", "error"),
        ("an archive that has been cut off", "error", "error"),
      ]
      let lines = try tool(["comparisons"]).split(separator: "\n").map(String.init)
      #expect(lines == expected.map { "\($0.name): \($0.foundation): \($0.stele)" })
    }
  }
#endif
