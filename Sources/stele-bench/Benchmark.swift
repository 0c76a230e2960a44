internal import Foundation

/// A run: measures contenders in workloads, each in processes of its own.
struct Benchmark {
  var workloads: [Workload] = []
  var contenders: [Contender] = []
  var isQuick = false
  var isJSON = false
  /// Whether to measure processor time instead of elapsed time.
  var usesProcessorTime = false
  /// The path where the large archive is kept, or nil if it is removed.
  var keptPath: String?

  /// Measures everything, and returns whether everything decoded equals what was encoded.
  func run() throws -> Bool {
    let scratch = try ScratchDirectory()
    // The directory lives until the end of the run.
    defer { withExtendedLifetime(scratch) {} }
    let directory = scratch.url
    var results = Results(isQuick: isQuick, usesProcessorTime: usesProcessorTime)
    if !isJSON { say(results.machine.text + "\n") }
    let chosen = Workload.allCases.filter { workload in
      // A choice of contenders does not apply to workloads with files.
      workloads.isEmpty ? contenders.isEmpty || !workload.isFile : workloads.contains(workload)
    }
    for workload in chosen {
      if workload.isFile {
        do {
          let measured = try measureFile(workload, in: directory)
          results.files += measured
          if !isJSON { say(FileTable(workload, measured).text) }
        } catch {
          results.failures.append("\(workload.rawValue): \(error)")
        }
      } else {
        let measured = try measure(workload, in: directory)
        results.measurements += measured
        results.failures += measured.compactMap(\.failureText)
        if !isJSON { say(WorkloadTable(workload, measured).text) }
      }
    }
    results.targets = Target.all.compactMap { $0.outcome(in: results) }
    say(isJSON ? try results.json() : TargetTable(results).text)
    return results.failures.isEmpty
  }

  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  private func measure(_ workload: Workload, in directory: URL) throws -> [Measurement] {
    var measurements: [Measurement] = []
    for count in workload.counts(isQuick: isQuick) {
      for contender in Contender.allCases {
        guard contenders.isEmpty || contenders.contains(contender),
          let own = workload.count(of: contender, within: count),
          workload.trial(contender, own) != nil
        else { continue }
        measurements.append(measure(workload, contender, own, in: directory))
      }
    }
    return measurements
  }

  private func measure(
    _ workload: Workload, _ contender: Contender, _ count: Int, in directory: URL
  ) -> Measurement {
    let file = directory.appendingPathComponent("encoded")
    let names = [workload.rawValue, contender.rawValue, String(count), file.path]
    var measurement = Measurement()
    do {
      measurement = try Child.run(
        [ChildTask.measure] + names + (isQuick ? ["quick"] : [])
          + (usesProcessorTime ? ["processor"] : []))
      let memory = try Child.run(
        [ChildTask.measureDecoding] + names, as: DecodingMemory.self)
      measurement.decodeMemoryByteCount = memory.byteCount
      if measurement.hash != measurement.expectedHash || memory.hash != measurement.hash {
        measurement.failure = "what was decoded is not what was encoded"
      } else if let known = workload.knownHash(count), String(known, radix: 16) != measurement.hash
      {
        measurement.failure = "the content is not that of other languages"
      }
    } catch {
      measurement.failure = String(describing: error)
    }
    measurement.workload = workload.rawValue
    measurement.contender = contender.rawValue
    measurement.count = count
    return measurement
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
    return try FileTask.allCases.filter { ($0 == .verify) == (workload == .w9) }.map { task in
      let runCount = isQuick ? 5 : task == .verify ? 7 : 15
      let runs = try (0..<runCount).map { run in
        let range = task == .object ? objectCount : file.noteCount
        let number = 1 + range / runCount * run + range / runCount / 2
        return try Child.run(
          [ChildTask.measureFile, task.rawValue, url.path, String(number), String(objectCount)],
          as: FileRun.self)
      }
      return try FileMeasurement(workload, task, url, file, runs)
    }
  }
}
