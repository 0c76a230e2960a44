import Foundation
import Stele
import TestSupport
import Testing

/// The memory and the work of public calls on inputs that are extreme in one dimension, measured from outside.
///
/// Here is a sample; `bounds` measures everything, see .github/LONG-RUNS.md.
@Suite(
  .enabled(
    if: BoundsProgram.canMeasure, "a sanitizer or the system keeps memory from being measured"))
struct Bounds {
  /// Runs the program, which has to find nothing that is too much.
  private func expectNothing(_ arguments: [String]) throws {
    let lines = try ProgramRun(BoundsProgram.program, arguments).lines
    for line in lines where line.hasPrefix("TOO MUCH") { Issue.record("\(line)") }
    let last = lines.last ?? "nothing"
    #expect(last.hasSuffix(" measured, 0 too much") && !last.hasPrefix("0 "), "\(last)")
  }

  @Test func `calls take the memory of the specification at most`() throws {
    try expectNothing(["--memory", "--bytes", "16384", "--stride", "90"])
  }

  @Test func `an array of a keyed archive is not copied`() throws {
    try expectNothing([
      "--memory", "--bytes", "262144", "--family", "a large array of several kinds", "--call",
      "Graph(keyedArchive:)",
    ])
  }

  @Test(arguments: [
    ("retired keys, and records", "SteleEncoder.encode, unknown keys"),
    ("keys, and records with half of them", "unknown keys"),
  ])
  func `unknown keys are kept within the memory`(
    family: String, call: String
  ) throws {
    try expectNothing(["--memory", "--bytes", "262144", "--family", family, "--call", call])
  }

  @Test(
    .enabled(if: BoundsProgram.canCountInstructions, "valgrind is not installed"),
    arguments: [
      ("class chunks", "Archive.check"), ("a long name: keys of cases", "Graph, =="),
      ("retired keys, and records", "SteleEncoder.encode, unknown keys"),
      ("retired keys of a struct, and structs of two entries", "Graph, =="),
      ("retired keys, and records", "OpaqueObject, each"),
    ])
  func `twice the bytes take about twice the instructions`(family: String, call: String) throws {
    try expectNothing(["--work", "--work-bytes", "1536", "--family", family, "--call", call])
  }
}

/// The program that measures, and whether it can.
private enum BoundsProgram {
  /// The program that was built beside these tests.
  static let program = BuiltProgram.url(named: "bounds")

  /// Whether the memory of a process can be measured: the system reports it, and no sanitizer takes memory of its own.
  static let canMeasure: Bool = {
    #if os(Linux)
      // Safe: the names are searched for in this process, and nothing is done with what is found.
      let isSanitized = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
      return FileManager.default.isExecutableFile(atPath: program.path) && !isSanitized
    #else
      return false
    #endif
  }()

  /// Whether instructions can be counted.
  static let canCountInstructions = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/valgrind")
}
