import Foundation
import Stele
import SteleInspection
import SteleKeyedArchive
import TestSupport

/// Changed archives in processes of their own, of which none must end: `foundation-table hostile COUNT [SEED [NAME]]`.
///
/// A process says the seed of each trial before it begins, so that the last one is known when it ends.
struct HostileRun {
  let count: Int
  /// The seed of the first trial; the others have those that follow.
  let seed: UInt64
  /// What has to be in the names of the classes and types.
  let name: String

  /// The number of trials of one process.
  private static let size = 20_000
  /// How long one process may take, in seconds.
  private static let timeLimit = 1_800.0

  /// Runs all trials, prints the deaths, and returns how many there were.
  func run() throws -> Int {
    say("seeds \(seed) to \(seed + UInt64(count) - 1)")
    var next = seed
    let end = seed + UInt64(count)
    var (deaths, objectCount) = (0, 0)
    while next < end {
      let size = Swift.min(UInt64(Self.size), end - next)
      let child = try ChildProcess(
        ["trials", "\(next)", "\(size)", name], timeLimit: Self.timeLimit)
      let lines = child.output.split(separator: "\n")
      objectCount += lines.count { $0 == Self.success }
      if child.end == .exited {
        next += size
        continue
      }
      guard let last = lines.last(where: { $0 != Self.success }).flatMap({ UInt64($0) }) else {
        break
      }
      deaths += 1
      let trial = try minimal(HostileTrial(seed: last))
      say("seed \(last), changes \(trial.changes): \(try report(trial))")
      next = last + 1
    }
    say("\(next - seed) archives, \(objectCount) objects, \(deaths) deaths")
    return deaths
  }

  /// Says something at once, also to a file.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

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
    try ChildProcess(["trial", "\(trial.seed)", "\(trial.changes)", name], timeLimit: 60).end
      == .exited
  }

  private func report(_ trial: HostileTrial) throws -> String {
    try ChildProcess(["describe", "\(trial.seed)", "\(trial.changes)", name], timeLimit: 60)
      .output
  }

  /// What a process says after a trial of which an object came.
  private static let success = "made"

  /// Runs trials in this process.
  static func runTrials(_ seed: UInt64, _ count: UInt64, _ name: String) throws {
    let bases = try HostileBases(named: name)
    limit()
    for seed in seed..<seed + count {
      FileHandle.standardOutput.write(Data("\(seed)\n".utf8))
      // A trial that does not return ends the process, too.
      alarm(20)
      if HostileTrial(seed: seed).run(bases) {
        FileHandle.standardOutput.write(Data("\(success)\n".utf8))
      }
    }
  }

  /// Runs one trial.
  static func runTrial(_ seed: UInt64, _ changes: UInt64, _ name: String) throws {
    let bases = try HostileBases(named: name)
    limit()
    alarm(20)
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

  /// Lets an allocation fail that is out of all proportion.
  private static func limit() {
    #if os(Linux)
      var size = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &size)
    #endif
  }
}
