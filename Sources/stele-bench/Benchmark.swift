internal import Foundation

/// A run: measures contenders in workloads, each in processes of its own.
struct Benchmark {
  var workloads: [Workload] = []
  var contenders: [Contender] = []
  var kinds: [ValueKind] = []
  var isQuick = false
  var isJSON = false
  /// The number of rounds, or nil for as many as usual.
  var requestedRoundCount: Int?
  /// The path of the record to write, or nil.
  var recordPath: String?
  /// The path where the large archive is kept, or nil if it is removed.
  var keptPath: String?

  private var roundCount: Int { requestedRoundCount ?? (isQuick ? 2 : 5) }

  /// Measures everything, and returns whether all targets are met and everything decoded equals
  /// what was encoded.
  func run() throws -> Bool {
    let scratch = try ScratchDirectory()
    // The directory lives until the end of the run.
    defer { withExtendedLifetime(scratch) {} }
    let directory = scratch.url
    var results = Results(machine: Machine())
    let recordURL = recordPath.map { URL(fileURLWithPath: $0) }
    // A record that cannot be written is refused before minutes of measuring.
    if let recordURL { _ = try Results.record(at: recordURL, of: results.machine) }
    if !isJSON { say(results.machine.text + "\n") }
    let chosen = Workload.allCases.filter { workload in
      // A choice of contenders or kinds does not apply to workloads with files.
      workloads.isEmpty
        ? kinds.isEmpty ? contenders.isEmpty || !workload.isFile : workload == .w11
        : workloads.contains(workload)
    }
    for workload in chosen {
      let measured = try measured(workload, on: results.machine, in: directory)
      if !isJSON { say(table(workload, measured)) }
      // An interrupted run keeps the workloads that are done.
      if let recordURL, measured.failures.isEmpty { try measured.record(at: recordURL) }
      results.append(measured)
    }
    results.judge()
    say(isJSON ? try results.json() : TargetTable(results, isQuick: isQuick).text)
    return results.isMet
  }

  /// Measures one workload.
  private func measured(
    _ workload: Workload, on machine: Machine, in directory: URL
  ) throws -> Results {
    var results = Results(machine: machine)
    results.runs = [Run(workload, roundCount: roundCount)]
    if workload.isFile {
      do {
        results.files = try measureFile(workload, in: directory)
      } catch let failure as Child.Failure {
        results.failures = ["\(workload.rawValue): \(failure)"]
      }
    } else {
      results.measurements = try measure(workload, in: directory)
      results.failures = results.measurements.compactMap(\.failureText)
    }
    return results
  }

  private func table(_ workload: Workload, _ measured: Results) -> String {
    workload.isFile
      ? FileTable(workload, measured.files).text
      : WorkloadTable(workload, measured.measurements).text
  }

  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  private func measure(_ workload: Workload, in directory: URL) throws -> [Measurement] {
    var measurements: [Measurement] = []
    for count in workload.counts(isQuick: isQuick) {
      for kind in workload.kinds where kinds.isEmpty || kind.map(kinds.contains) == true {
        let entrants = Contender.allCases.compactMap { contender -> Entrant? in
          guard contenders.isEmpty || contenders.contains(contender),
            let own = workload.count(of: contender, within: kind?.count(within: count) ?? count),
            workload.trial(contender, own, kind) != nil
          else { return nil }
          return Entrant(workload: workload, contender: contender, count: own, kind: kind)
        }
        measurements += try measure(entrants, in: directory)
      }
    }
    return measurements
  }

  /// Measures some contenders in turns, for some rounds.
  private func measure(_ entrants: [Entrant], in directory: URL) throws -> [Measurement] {
    var measurements: [Measurement?] = Array(repeating: nil, count: entrants.count)
    for _ in 0..<roundCount {
      for (position, entrant) in entrants.enumerated() {
        guard let before = measurements[position] else {
          measurements[position] = try entrant.measurement(isFirst: true, isQuick, in: directory)
          continue
        }
        guard before.failure == nil else { continue }
        let round = try entrant.measurement(isFirst: false, isQuick, in: directory)
        if round.failure == nil {
          measurements[position]?.append(round)
        } else {
          measurements[position]?.failure = round.failure
        }
      }
    }
    return measurements.compactMap { $0 }
  }

  private func measureFile(_ workload: Workload, in directory: URL) throws -> [FileMeasurement] {
    guard let objectCount = workload.counts(isQuick: isQuick).first else { return [] }
    let file = LargeFile(objectCount: objectCount)
    let url =
      workload == .w9
      ? keptPath.map { URL(fileURLWithPath: $0) } ?? directory.appendingPathComponent("verified")
      : directory.appendingPathComponent("opened")
    try file.write(to: url)
    defer { if keptPath == nil || workload == .w8 { try? FileManager.default.removeItem(at: url) } }
    let tasks = FileTask.allCases.filter { ($0 == .verify) == (workload == .w9) }
    var runs: [[FileRun]] = Array(repeating: [], count: tasks.count)
    let runCount = workload == .w9 ? roundCount : 3 * roundCount
    for run in 0..<runCount {
      for (position, task) in tasks.enumerated() {
        let range = task == .object ? objectCount : file.recordCount
        let number = 1 + range / runCount * run + range / runCount / 2
        runs[position].append(
          try Child.run(
            [ChildTask.measureFile, task.rawValue, url.path, String(number), String(objectCount)]))
      }
    }
    return try zip(tasks, runs).map { try FileMeasurement(workload, $0, url, file, $1) }
  }
}
