import Foundation
import Stele
import SteleInspection
import SteleKeyedArchive
import SteleModel
import TestSupport

/// Changed archives in processes of their own, of which none must end: `foundation-table hostile COUNT [SEED [NAME]]`.
///
/// A process prints the seed of each trial before it begins, so that the last one is known when it ends.
struct HostileRun {
  let count: Int
  /// The seed of the first trial; the others have those that follow.
  let seed: UInt64
  /// The text that the names of the classes and types contain.
  let name: String

  /// The number of trials of one process.
  private static let size = 20_000
  /// How long one process may take, in seconds.
  private static let timeLimit = 1_800.0

  /// Runs all trials, prints the deaths, and returns how many there were.
  func run() throws -> Int {
    RunLog.say("seeds \(seed) to \(seed + UInt64(count) - 1)")
    var next = seed
    let end = seed + UInt64(count)
    var (deaths, objectCount) = (0, 0)
    while next < end {
      let size = Swift.min(UInt64(Self.size), end - next)
      let child = try ProgramRun(
        ofThisProgram: ["trials", "\(next)", "\(size)", name], seconds: Self.timeLimit)
      let lines = child.lines
      objectCount += lines.count { $0 == Self.success }
      if child.end == .exited(0) {
        next += size
        continue
      }
      guard let last = lines.last(where: { $0 != Self.success }).flatMap({ UInt64($0) }) else {
        break
      }
      deaths += 1
      let trial = try minimal(HostileTrial(seed: last))
      RunLog.say("seed \(last), changes \(trial.changes): \(try report(trial))")
      next = last + 1
    }
    RunLog.say("\(next - seed) archives, \(objectCount) objects, \(deaths) deaths")
    return deaths
  }

  /// Leaves out the changes that a death does not need.
  private func minimal(_ trial: HostileTrial) throws -> HostileTrial {
    var least = trial
    least.changes = 0b1111
    for number in UInt64(0)..<4 {
      var fewer = least
      fewer.changes &= ~(1 << number)
      if try !survives(fewer) { least = fewer }
    }
    return least
  }

  private func survives(_ trial: HostileTrial) throws -> Bool {
    let arguments = ["trial", "\(trial.seed)", "\(trial.changes)", name]
    return try ProgramRun(ofThisProgram: arguments, seconds: 60).end == .exited(0)
  }

  private func report(_ trial: HostileTrial) throws -> String {
    try ProgramRun(
      ofThisProgram: ["describe", "\(trial.seed)", "\(trial.changes)", name], seconds: 60
    ).output
  }

  /// The line that a process writes after a trial that gave an object.
  private static let success = "made"

  /// Runs trials in this process.
  static func runTrials(_ seed: UInt64, _ count: UInt64, _ name: String) throws {
    let bases = try HostileBases(named: name)
    limit()
    for seed in seed..<seed + count {
      RunLog.say("\(seed)")
      limitTime()
      if HostileTrial(seed: seed).run(bases) { RunLog.say(success) }
    }
  }

  /// Runs one trial.
  static func runTrial(_ seed: UInt64, _ changes: UInt64, _ name: String) throws {
    let bases = try HostileBases(named: name)
    limit()
    limitTime()
    _ = HostileTrial(seed: seed, changes: changes).run(bases)
  }

  /// Says what a trial does.
  static func describe(_ seed: UInt64, _ changes: UInt64, _ name: String) throws -> String {
    let bases = try HostileBases(named: name)
    guard let trial = HostileTrial(seed: seed, changes: changes).archive(bases) else { return "" }
    let graph = trial.bytes.flatMap {
      trial.isKeyed ? try? ArchiveGraph(keyedArchive: $0) : try? ArchiveGraph($0)
    }
    return "\(trial.about): \(graph?.notation() ?? "\(trial.bytes ?? [])")"
  }

  /// Ends the process when the next trial does not return, by its own processor time, as a busy machine may stop for long.
  private static func limitTime() {
    var time = itimerval()
    time.it_value.tv_sec = 20
    #if os(Linux)
      _ = unsafe setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &time, nil)
    #else
      _ = unsafe setitimer(ITIMER_PROF, &time, nil)
    #endif
  }

  /// Lets an allocation fail that is out of all proportion.
  private static func limit() {
    #if os(Linux)
      var size = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &size)
    #endif
  }
}
