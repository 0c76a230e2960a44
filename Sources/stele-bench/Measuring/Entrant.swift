internal import Foundation

/// A contender in a workload, with its size.
struct Entrant {
  let workload: Workload
  let contender: Contender
  let count: Int
  /// The kind of values, or nil if the workload has only one.
  let kind: ValueKind?

  /// Measures one round, in processes of its own.
  ///
  /// The first round also measures the memory for decoding, and compares contents.
  func measurement(
    isFirst: Bool, _ isQuick: Bool, in directory: URL
  ) throws -> Measurement {
    let file = directory.appendingPathComponent("encoded")
    let names = [
      workload.rawValue, contender.rawValue, String(count), kind?.rawValue ?? ChildTask.noKind,
      file.path,
    ]
    var measurement = Measurement()
    do {
      let repetitions =
        kind?.isFirst == true
        ? Repetitions.first : isQuick ? .quick : kind == nil ? .full : .short
      measurement = try Child.run([ChildTask.measure] + names + [repetitions.rawValue])
      if measurement.hash != measurement.expectedHash {
        measurement.failure = "what was decoded is not what was encoded"
      }
      if isFirst || repetitions == .first {
        let first: FirstDecoding = try Child.run([ChildTask.measureDecoding] + names)
        if repetitions == .first { measurement.decode = first.times }
        measurement.decodeMemoryByteCount = first.memoryByteCount
        if first.hash != measurement.hash {
          measurement.failure = "what was decoded is not what was encoded"
        }
      }
      if kind == nil, let known = workload.knownHash(count),
        String(known, radix: 16) != measurement.hash
      {
        measurement.failure = "the content is not that of other languages"
      }
    } catch let failure as Child.Failure {
      measurement.failure = failure.description
    }
    measurement.workload = workload.rawValue
    measurement.kind = kind?.rawValue
    measurement.contender = contender.rawValue
    measurement.count = count
    return measurement
  }
}
