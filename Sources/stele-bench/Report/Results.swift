internal import Foundation

/// Everything that a run has measured.
struct Results: Encodable {
  let machine = Machine()
  var isQuick: Bool
  var usesProcessorTime: Bool
  var measurements: [Measurement] = []
  var files: [FileMeasurement] = []
  var targets: [Target.Outcome] = []
  /// The failures: contenders that threw, or whose output differs from the input.
  var failures: [String] = []

  init(isQuick: Bool, usesProcessorTime: Bool) {
    self.isQuick = isQuick
    self.usesProcessorTime = usesProcessorTime
  }

  /// Returns the results in JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Returns the measurement of a contender, in the largest size or another.
  func measurement(
    _ workload: Workload, _ contender: Contender, count: Int? = nil
  ) -> Measurement? {
    measurements.last {
      $0.workload == workload.rawValue && $0.contender == contender.rawValue
        && $0.failure == nil && (count == nil || $0.count == count)
    }
  }

  func file(_ task: FileTask) -> FileMeasurement? {
    files.first { $0.task == task }
  }
}

extension Measurement {
  /// The direction of coding.
  enum Direction: String {
    case encode
    case decode
  }

  /// Returns the shortest time for one object, in seconds.
  func secondsPerObject(_ direction: Direction) -> Double? {
    guard let times = direction == .encode ? encode : decode, count > 0 else { return nil }
    return times.minimumSeconds / Double(count)
  }

  var bytesPerObject: Double { Double(byteCount) / Double(max(1, count)) }
}
