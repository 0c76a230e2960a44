/// A ratio, or another figure, that the project aims at.
struct Target {
  /// The name: the figure, and the one it is compared with.
  let name: String
  /// The value that the figure has to reach.
  let limit: Double
  /// The unit of the figure, empty for ratios.
  var unit = ""
  /// Whether the limit is a minimum; otherwise it is a maximum.
  var isMinimum = false
  /// Returns the figure, or nil if a measurement it needs is missing.
  let figure: (Results) -> Double?

  /// The result of a target after a run.
  struct Outcome: Codable {
    let name: String
    let figure: Double
    let limit: Double
    let unit: String
    let isMinimum: Bool
    let isMet: Bool
  }

  func outcome(in results: Results) -> Outcome? {
    guard let figure = figure(results) else { return nil }
    return Outcome(
      name: name, figure: figure, limit: limit, unit: unit, isMinimum: isMinimum,
      isMet: isMinimum ? figure >= limit : figure <= limit)
  }
}

extension Target {
  /// Compares the time per object of a contender with that of another.
  static func time(
    _ workload: Workload, _ contender: Contender, _ direction: Measurement.Direction,
    over other: Contender, _ limit: Double, count: Int? = nil, kind: ValueKind? = nil
  ) -> Target {
    let name = [workload.rawValue, kind?.rawValue, "\(contender) \(direction) / \(other)"]
    return Target(name: name.compactMap { $0 }.joined(separator: " "), limit: limit) { results in
      func seconds(_ contender: Contender) -> Double? {
        results.measurement(workload, contender, count: count, kind: kind)?
          .secondsPerObject(direction)
      }
      guard let own = seconds(contender), let base = seconds(other), base > 0 else { return nil }
      return own / base
    }
  }

  /// Compares the time per object to encode and decode, together, with that of another contender.
  static func bothWays(
    _ workload: Workload, _ contender: Contender, over other: Contender, _ limit: Double
  ) -> Target {
    Target(
      name: "\(workload.rawValue) \(contender) encode and decode / \(other)", limit: limit
    ) { results in
      guard let own = results.measurement(workload, contender),
        let base = results.measurement(workload, other),
        let encode = own.secondsPerObject(.encode), let decode = own.secondsPerObject(.decode),
        let baseEncode = base.secondsPerObject(.encode),
        let baseDecode = base.secondsPerObject(.decode), baseEncode + baseDecode > 0
      else { return nil }
      return (encode + decode) / (baseEncode + baseDecode)
    }
  }

  /// Compares the size with that of another contender.
  static func size(_ workload: Workload, over other: Contender, _ limit: Double) -> Target {
    Target(name: "\(workload.rawValue) size / \(other)", limit: limit) { results in
      guard let own = results.measurement(workload, .explicit)?.bytesPerObject,
        let base = results.measurement(workload, other)?.bytesPerObject, base > 0
      else { return nil }
      return own / base
    }
  }

  /// Compares the memory of an archive and of decoding it with that of the ceiling.
  static func memory(_ workload: Workload, _ limit: Double) -> Target {
    Target(name: "\(workload.rawValue) archive and memory to decode it / ceiling", limit: limit) {
      results in
      guard let own = results.measurement(workload, .explicit),
        let memory = own.decodeMemoryByteCount,
        let ceiling = results.measurement(workload, .ceiling),
        let base = ceiling.decodeMemoryByteCount, base > 0
      else { return nil }
      return Double(memory + own.byteCount) / Double(base + ceiling.byteCount)
    }
  }

  /// Compares the time per node of a long list with that of a list of a tenth of its length.
  static func growth(_ contender: Contender, _ direction: Measurement.Direction) -> Target {
    Target(
      name: "w5 \(contender) \(direction) of a node, ten times the length", limit: 2
    ) { results in
      guard let long = results.measurement(.w5, contender),
        let short = results.measurement(.w5, contender, count: long.count / 10),
        let own = long.secondsPerObject(direction), let base = short.secondsPerObject(direction)
      else { return nil }
      return own / base
    }
  }
}
