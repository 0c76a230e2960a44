internal import Foundation
internal import TestSupport

/// The times of a step: the shortest of each round.
///
/// In JSON they are milliseconds, rounded to five digits.
struct Times: Codable {
  /// The times that the processor worked for the process, in seconds.
  private(set) var processor: [Double] = []
  /// The times that passed, in seconds.
  private(set) var elapsed: [Double] = []

  init() {}

  /// Repeats a closure that times a part of itself, for one round.
  init(_ effort: Effort, _ body: (inout Timer) throws -> Void) throws {
    var processor: [Double] = []
    var elapsed: [Double] = []
    var sum = 0.0
    while elapsed.count < effort.minimumRunCount
      || (sum < effort.seconds && elapsed.count < effort.maximumRunCount)
    {
      var timer = Timer()
      try body(&timer)
      sum += timer.elapsed
      processor.append(timer.processor)
      elapsed.append(timer.elapsed)
    }
    self.processor = [processor.min() ?? 0]
    self.elapsed = [elapsed.min() ?? 0]
  }

  /// The times of one repetition.
  init(_ timer: Timer) {
    processor = [timer.processor]
    elapsed = [timer.elapsed]
  }

  /// Adds the times of further rounds.
  mutating func append(_ other: Times) {
    processor += other.processor
    elapsed += other.elapsed
  }

  /// The shortest time of the processor, in seconds.
  var processorSeconds: Double { processor.min() ?? 0 }
  /// The shortest time that passed, in seconds.
  var elapsedSeconds: Double { elapsed.min() ?? 0 }

  /// The amount by which the median of the rounds is above the shortest one, as a part of that.
  var spread: Double {
    let sorted = processor.sorted()
    guard let first = sorted.first, first > 0 else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2 / first - 1
  }

  /// Measures the time of a part.
  struct Timer {
    private(set) var processor = 0.0
    private(set) var elapsed = 0.0

    mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
      let work = ProcessUse.processorSeconds
      let start = ContinuousClock.now
      let result = try body()
      elapsed += (ContinuousClock.now - start).inSeconds
      processor += ProcessUse.processorSeconds - work
      return result
    }
  }
}

extension Times {
  private enum CodingKeys: String, CodingKey {
    case processor
    case elapsed
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    processor = try container.decode([Double].self, forKey: .processor).map { $0 / 1000 }
    elapsed = try container.decode([Double].self, forKey: .elapsed).map { $0 / 1000 }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(processor.map(Self.milliseconds), forKey: .processor)
    try container.encode(elapsed.map(Self.milliseconds), forKey: .elapsed)
  }

  private static func milliseconds(_ seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let unit = pow(10, 4 - floor(log10(seconds * 1000)))
    return (seconds * 1000 * unit).rounded() / unit
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
