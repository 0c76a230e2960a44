internal import TestSupport

/// The fastest and the median of some repetitions.
struct Times: Codable {
  var minimumSeconds = 0.0
  var medianSeconds = 0.0
  var runCount = 0

  init(_ times: [Double]) {
    let sorted = times.sorted()
    guard let first = sorted.first else { return }
    minimumSeconds = first
    medianSeconds = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    runCount = sorted.count
  }

  /// Repeats a closure that times a part of itself.
  init(_ effort: Effort, _ body: (inout Timer) throws -> Void) throws {
    var times: [Double] = []
    var sum = 0.0
    while times.count < effort.minimumRunCount
      || (sum < effort.seconds && times.count < effort.maximumRunCount)
    {
      var timer = Timer(effort)
      try body(&timer)
      sum += timer.seconds
      times.append(timer.seconds)
    }
    self.init(times)
  }

  /// Measures the time of a part.
  struct Timer {
    private(set) var seconds = 0.0
    private let usesProcessorTime: Bool

    init(_ effort: Effort) {
      usesProcessorTime = effort.usesProcessorTime
    }

    mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
      if usesProcessorTime {
        let start = ProcessUse.processorSeconds
        let result = try body()
        seconds += ProcessUse.processorSeconds - start
        return result
      }
      let start = ContinuousClock.now
      let result = try body()
      seconds += (ContinuousClock.now - start).inSeconds
      return result
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
