/// The measurements of the contenders in a workload.
struct WorkloadTable {
  private let workload: Workload
  private let measurements: [Measurement]

  init(_ workload: Workload, _ measurements: [Measurement]) {
    self.workload = workload
    self.measurements = measurements
  }

  var text: String {
    var table = TextTable([
      workload.rawValue, workload.unit, "encode ms (CPU / elapsed)", "decode ms (CPU / elapsed)",
      "CPU \(scale.name) each, encode", "decode", "spread", "bytes", "encode MB", "decode MB",
    ])
    for measurement in measurements { table.rows.append(row(measurement)) }
    var lines = ["\(workload.rawValue): \(workload.title)\(hash)", table.text]
    lines += measurements.compactMap(\.failureText).map { "FAILED: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The hash of the data, which programs in other languages compute as well.
  private var hash: String {
    let sound = measurements.filter { $0.failure == nil && $0.kind == nil }
    guard let largest = sound.max(by: { $0.count < $1.count }) else { return "" }
    return " (hash of \(Figure.grouped(largest.count)): \(largest.hash))"
  }

  /// The unit of the time for one object.
  private var scale: (name: String, factor: Double) {
    workload == .w10 ? ("us", 1e6) : ("ns", 1e9)
  }

  private func row(_ measurement: Measurement) -> [String] {
    func each(_ direction: Measurement.Direction) -> String {
      measurement.secondsPerObject(direction).map { Figure.short($0 * scale.factor) } ?? "-"
    }
    return [
      [measurement.kind, measurement.contender].compactMap { $0 }.joined(separator: " "),
      Figure.grouped(measurement.count),
      Figure.milliseconds(measurement.encode), Figure.milliseconds(measurement.decode),
      each(.encode), each(.decode), Figure.spread([measurement.encode, measurement.decode]),
      Figure.grouped(measurement.byteCount),
      Figure.megabytes(measurement.encodeMemoryByteCount),
      Figure.megabytes(measurement.decodeMemoryByteCount),
    ]
  }
}
