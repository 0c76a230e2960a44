extension Target {
  /// All targets, in the order of the workloads.
  static var all: [Target] {
    graphs + arrays + lists + files + small + values
  }

  private static var graphs: [Target] {
    coding(.w1, ceiling: (1.3, 1.5), json: (0.15, 0.2)) + [
      .size(.w1, over: .ceiling, 1.12), .memory(.w1, 1.25),
      .bothWays(.w1, .nscoding, over: .keyed, 0.05),
    ] + coding(.w3, ceiling: (1.15, 1.4), json: (0.2, 0.2)) + [
      .size(.w3, over: .ceiling, 1.08), .memory(.w3, 1.25),
    ] + coding(.w6, ceiling: (1.5, 1.75), json: (0.05, 0.05)) + [
      .size(.w6, over: .ceiling, 1.1), .memory(.w6, 1.25),
    ]
  }

  private static var arrays: [Target] {
    [
      .time(.w2, .explicit, .encode, over: .memcpy, 8),
      .time(.w2, .explicit, .decode, over: .memcpy, 8),
      .time(.w2, .codable, .encode, over: .json, 0.15),
      .time(.w2, .codable, .decode, over: .json, 0.18),
      .size(.w2, over: .memcpy, 1.01), .memory(.w2, 1.25),
    ] + numbers(.w4d, 2.5) + [.size(.w4d, over: .memcpy, 1.001), .memory(.w4d, 1.25)]
      + numbers(.w4i, 4) + [.size(.w4i, over: .memcpy, 0.51), .memory(.w4i, 1.25)]
  }

  private static var lists: [Target] {
    [
      .time(.w5, .explicit, .encode, over: .ceiling, 1.3, count: 1_000_000),
      .time(.w5, .explicit, .decode, over: .ceiling, 2, count: 1_000_000),
      .growth(.explicit, .encode), .growth(.explicit, .decode),
      .growth(.codable, .encode), .growth(.codable, .decode), .memory(.w5, 1.25),
    ]
  }

  private static var files: [Target] {
    [
      .opening(.object, "w8 open and read one object"),
      .opening(.root, "w8 open and read one root of a thousand"),
      .opening(.explicit, "w8 open and decode one root of a thousand"),
      .resident(.object, "w8 memory beyond the program, one object"),
      .resident(.root, "w8 memory beyond the program, one root"),
      .resident(.explicit, "w8 memory beyond the program, one root decoded"),
      Target(name: "w9 verify", limit: 1, unit: "GB/s", isMinimum: true) { results in
        results.file(.verify).map { Double($0.fileByteCount) / 1e9 / $0.times.processorSeconds }
      },
    ]
  }

  private static var small: [Target] {
    [
      .once(.encode, 3), .once(.decode, 4),
      Target(name: "w10 archive of one object", limit: 279, unit: "bytes") { results in
        results.measurement(.w10, .explicit)?.bytesPerObject
      },
    ]
  }

  private static func coding(
    _ workload: Workload, ceiling: (Double, Double), json: (Double, Double)
  ) -> [Target] {
    [
      .time(workload, .explicit, .encode, over: .ceiling, ceiling.0),
      .time(workload, .explicit, .decode, over: .ceiling, ceiling.1),
      .time(workload, .codable, .encode, over: .json, json.0),
      .time(workload, .codable, .decode, over: .json, json.1),
    ]
  }

  private static func numbers(_ workload: Workload, _ limit: Double) -> [Target] {
    [Contender.explicit, .codable].flatMap { contender in
      [
        .time(workload, contender, .encode, over: .memcpy, limit),
        .time(workload, contender, .decode, over: .memcpy, limit),
      ]
    }
  }

  private static func opening(_ task: FileTask, _ name: String) -> Target {
    Target(name: name, limit: 2, unit: "ms") {
      $0.file(task).map { $0.times.processorSeconds * 1000 }
    }
  }

  private static func resident(_ task: FileTask, _ name: String) -> Target {
    Target(name: name, limit: 20, unit: "MB") { results in
      // The memory of an idle process is nearly all that of Foundation.
      results.file(task).flatMap { file in
        guard let peak = file.peakByteCount, let before = file.beforeByteCount else { return nil }
        return Double(max(0, peak - before)) / 1e6
      }
    }
  }

  private static func once(_ direction: Measurement.Direction, _ limit: Double) -> Target {
    Target(name: "w10 explicit \(direction)", limit: limit, unit: "us") { results in
      results.measurement(.w10, .explicit)?.secondsPerObject(direction).map { $0 * 1e6 }
    }
  }

  /// No kind of value is slower than in JSON.
  private static var values: [Target] {
    ValueKind.allCases.flatMap { kind in
      Measurement.Direction.allCases.map { direction in
        .time(.w11, .codable, direction, over: .json, 1, kind: kind)
      }
    }
  }
}
