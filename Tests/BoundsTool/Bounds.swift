import Foundation
import Stele
import TestSupport

/// Measures everything that is asked for, and finds what is too much.
struct Bounds {
  let options: Options
  /// This program.
  let program: String
  private(set) var failures: [String] = []
  private(set) var measuredCount = 0

  init(_ options: Options, program: String) {
    self.options = options
    self.program = program
  }

  mutating func run() throws {
    if options.checksDepth { try checkDepth() }
    let isForFamilies =
      options.measuresMemory || options.runsTool || options.countsToolWork || options.countsWork
    let families = isForFamilies ? options.families : []
    for (index, family) in families.enumerated() {
      RunLog.record("\(index + 1) of \(families.count): \(family.name)")
      if options.measuresMemory { try measureMemory(of: family) }
      if options.runsTool { try runTool(on: family) }
      if options.countsToolWork { try countToolWork(on: family) }
    }
    guard options.countsWork else { return }
    // Starting Callgrind takes longer than one call.
    let size = options.call.isEmpty ? 1 : 8
    for first in stride(from: 0, to: families.count, by: size) {
      RunLog.record("work, \(first + 1) of \(families.count): \(families[first].name)")
      try countWork(of: families[first..<min(first + size, families.count)])
    }
  }

  /// Decodes the deepest values that the encoder accepts.
  private mutating func checkDepth() throws {
    for byteCount in DeepValues.stackByteCounts {
      for deepest in try DeepValues.deepest(onStackOf: byteCount) {
        measuredCount += 1
        let text = "\(deepest.type), \(deepest.depth) deep on a stack of \(byteCount >> 10) KB"
        if options.showsAll { RunLog.say(text) }
        guard let fault = deepest.fault else { continue }
        failures.append("\(text): \(fault)")
        RunLog.say("REFUSED   \(failures.last ?? "")")
      }
    }
  }

  private mutating func measureMemory(of family: Extreme) throws {
    let all = try measured(
      [], ["memory", family.name, options.call, "\(options.byteCount)"], family.name)
    for one in all {
      let bound = Bound.byteCount(ofInput: one.byteCount)
      let one = one.amount > bound ? try measuredAgain(one, family) : one
      let line =
        "\(one.amount.grouped) bytes, \(one.amount / one.byteCount) for each of \(one.byteCount.grouped)"
      judge(one, line, isTooMuch: one.amount > bound)
    }
    guard family.isOrdinary else { return }
    for call in options.calls where call.kind == family.kind && call.takesAnyContent {
      // A call that could not even be prepared has no outcome.
      let outcome = all.first { $0.call == call.name }?.outcome ?? "not prepared"
      if outcome != "fine" { refuse(family, call.name, outcome) }
    }
  }

  /// Measures a call that took too much once more, up to three times, until it does not.
  ///
  /// Pages of files that the system drops meanwhile look like memory that the call took. What it does take, it takes
  /// each time.
  private mutating func measuredAgain(_ one: Measured, _ family: Extreme) throws -> Measured {
    var least = one
    for _ in 0..<3 where least.amount > Bound.byteCount(ofInput: least.byteCount) {
      let again = try measured(
        [], ["memory", family.name, one.call, "\(options.byteCount)"], family.name)
      // The names of some calls begin as those of others do.
      least = again.filter { $0.call == one.call }.min { $0.amount < $1.amount } ?? least
    }
    return least
  }

  /// Notes that ordinary content was refused.
  mutating func refuse(_ family: Extreme, _ call: String, _ outcome: String) {
    failures.append("\(family.name); \(call): \(outcome)")
    RunLog.say("REFUSED   \(failures.last ?? "")")
  }

  /// Counts the work on some families in one process.
  private mutating func countWork(of families: ArraySlice<Extreme>) throws {
    let names = families.map(\.name).joined(separator: "\n")
    let directory = try TemporaryDirectory()
    let file = directory.path("counts")
    let sizes = [1, 2, 4].map { "\(options.workByteCount * $0)" }
    let all = try measured(
      ["valgrind"] + InstructionCount.options(file: file),
      ["work", names, options.call, file] + sizes, names)
    for (family, call) in families.flatMap({ family in options.calls.map { (family, $0) } }) {
      let series = all.filter { $0.extreme == family.name && $0.call == call.name }
      guard series.count == sizes.count, let last = series.last else { continue }
      let amounts = series.map(\.amount)
      let exponent = Growth.exponent(amounts)
      let line =
        "\(amounts.map(\.grouped).joined(separator: ", ")) instructions, exponent \(exponent.tenths)"
      judge(last, line, isTooMuch: exponent > Growth.limit)
    }
  }

  /// No measured process may take more processor time, in seconds, so that a call without end is found, too.
  private static let processorSeconds = 1800
  /// Or more memory, so that a call without bounds does not take the machine along.
  private static let memoryKibibytes = 8 << 20

  /// Runs a program that is measured.
  func child(_ command: [String]) throws -> ProgramRun {
    let limits =
      "ulimit -t \(Self.processorSeconds); ulimit -d \(Self.memoryKibibytes); exec \"$@\""
    return try ProgramRun(
      URL(fileURLWithPath: "/bin/sh"), ["-c", limits, "sh"] + command,
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
  }

  /// Measures in a child process, and returns the results.
  private mutating func measured(
    _ wrapper: [String], _ arguments: [String], _ families: String
  ) throws -> [Measured] {
    let child = try child(wrapper + [program, "--child"] + arguments)
    if child.end != .exited(0) {
      failures.append("\(child.end) after: \(child.lines.last ?? "nothing") (\(families))")
      RunLog.say("TOO MUCH  \(failures.last ?? "")")
    }
    return child.lines.compactMap { try? JSONDecoder().decode(Measured.self, from: Data($0.utf8)) }
  }

  /// The families and calls that are known to take more memory than the bound, by the beginnings of their names, and the bytes
  /// that they may take for each byte.
  private static let known: [(family: String, call: String, limit: Int)] = [
    // For each case the decoder keeps the keys of the value and those of the payload.
    ("enums with cases of their own", "SteleDecoder.decode", 160),
    ("cases with a key, and values of each", "SteleDecoder.decode", 160),
    // For each class it keeps its keys, and which keys the program has asked for in vain.
    ("superclass chains with records", "SteleDecoder.decode, objects", 320),
    ("entries with a record", "SteleDecoder.decode, objects", 200),
    // The comparison keeps the definitions of both archives, by their names.
    ("struct entries", "ArchiveComparison", 96), ("class entries", "ArchiveComparison", 96),
  ]

  mutating func judge(_ one: Measured, _ line: String, isTooMuch isMore: Bool) {
    measuredCount += 1
    let isKnown = Self.known.contains {
      one.extreme.hasPrefix($0.family) && one.call.hasPrefix($0.call)
        && one.amount < $0.limit * one.byteCount
    }
    let isTooMuch = isMore && !isKnown
    let text = "\(one.extreme); \(one.call): \(line) (\(one.outcome))"
    if isTooMuch { failures.append(text) }
    if isTooMuch || options.showsAll { RunLog.say("\(isTooMuch ? "TOO MUCH  " : "")\(text)") }
  }
}

/// How much memory a call may take.
///
/// Spec §8.3.
enum Bound {
  /// The bound of the specification, and some pages that the allocator and the system round up to.
  static func byteCount(ofInput byteCount: Int) -> Int {
    64 * byteCount + (1 << 20) + allowance
  }

  /// The memory that an idle process takes in one run and not in another: pages of the allocator and of the stack.
  private static let allowance = 512 << 10
}

/// How work grows with the size of the input.
enum Growth {
  /// The greatest exponent of work that is taken for linear.
  static let limit = 1.3

  /// The exponent at which the work grows for which amounts at a size, at twice and at four times that size are known.
  ///
  /// Differences are compared, so that what a call does in any case does not matter.
  static func exponent(_ amounts: [Int]) -> Double {
    guard amounts.count == 3 else { return 0 }
    let (first, second) = (amounts[1] - amounts[0], amounts[2] - amounts[1])
    // A few instructions more prove nothing.
    guard second > 200_000 else { return 0 }
    let ofDifferences = first > 0 ? log2(Double(second) / Double(first)) : 9
    // Work that a process does once, in the first call, makes the first difference smaller, but not the second ratio larger.
    return min(ofDifferences, log2(Double(amounts[2]) / Double(amounts[1])))
  }
}

extension Int {
  /// The digits in groups of three.
  var grouped: String {
    var digits = String(self)
    var end = digits.utf8.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }
}

extension Double {
  /// The number with two digits after the point.
  var tenths: String { String(format: "%.2f", self) }
}
