internal import Foundation
internal import SteleModel

/// Everything that has been measured, on one machine.
struct Results: Codable {
  let machine: Machine
  /// The run of each workload.
  var runs: [Run] = []
  var measurements: [Measurement] = []
  var files: [FileMeasurement] = []
  var targets: [Target.Outcome] = []
  /// The failures: contenders that threw, or whose output differs from the input.
  var failures: [String] = []

  init(machine: Machine) {
    self.machine = machine
  }

  /// Whether all targets are met, and nothing failed.
  var isMet: Bool {
    failures.isEmpty && targets.allSatisfy(\.isMet)
  }

  mutating func judge() {
    targets = Target.all.compactMap { $0.outcome(in: self) }
  }

  mutating func append(_ other: Results) {
    runs += other.runs
    measurements += other.measurements
    files += other.files
    failures += other.failures
  }

  /// Returns the results in JSON, with a line for each measurement.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    func list(_ values: [some Encodable]) throws -> String {
      values.isEmpty ? "[]" : "[\n  \(try values.map(text).joined(separator: ",\n  "))\n]"
    }
    let parts = [
      "\"machine\": \(try text(machine))", "\"runs\": \(try list(runs))",
      "\"measurements\": \(try list(measurements))", "\"files\": \(try list(files))",
      "\"targets\": \(try list(targets))", "\"failures\": \(try list(failures))",
    ]
    return "{\(parts.joined(separator: ",\n"))}\n"
  }

  /// Returns the measurement of a contender, in the largest size or another.
  func measurement(
    _ workload: Workload, _ contender: Contender, count: Int? = nil, kind: ValueKind? = nil
  ) -> Measurement? {
    measurements.last {
      $0.workload == workload.rawValue && $0.contender == contender.rawValue
        && $0.kind == kind?.rawValue && $0.failure == nil && (count == nil || $0.count == count)
    }
  }

  func file(_ task: FileTask) -> FileMeasurement? {
    files.first { $0.task == task }
  }
}

extension Results {
  /// The reason for which a record cannot take further results.
  struct WrongRecord: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a record that is about to be written, or returns nil if there is none.
  ///
  /// - Throws: The error of reading, or one for a record that cannot be written.
  static func record(at url: URL, of machine: Machine) throws -> Results? {
    guard FileManager.default.isWritableFile(atPath: url.deletingLastPathComponent().path) else {
      throw WrongRecord(description: "\(url.path) cannot be written")
    }
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let record = try JSONDecoder().decode(Results.self, from: Data(contentsOf: url))
    guard record.machine == machine else {
      throw WrongRecord(
        description: "the record is of another machine: \(record.machine.text); remove it first")
    }
    return record
  }

  /// Writes these results to a record, in which workloads that were not measured stay as they are.
  func record(at url: URL) throws {
    var merged = self
    if let old = try Self.record(at: url, of: machine) {
      let new = Set(runs.map(\.workload))
      merged.runs += old.runs.filter { !new.contains($0.workload) }
      merged.measurements += old.measurements.filter { !new.contains($0.workload) }
      merged.files += old.files.filter { !new.contains($0.workload) }
    }
    func sorted<Row>(_ rows: [Row], _ workload: (Row) -> String) -> [Row] {
      Workload.allCases.flatMap { known in rows.filter { workload($0) == known.rawValue } }
    }
    merged.runs = sorted(merged.runs, \.workload)
    merged.measurements = sorted(merged.measurements, \.workload)
    merged.files = sorted(merged.files, \.workload)
    merged.judge()
    try Data(merged.json().utf8).write(to: url, options: .atomic)
  }
}

extension Measurement {
  /// The direction of coding.
  enum Direction: String, CaseIterable {
    case encode
    case decode
  }

  func times(_ direction: Direction) -> Times? {
    direction == .encode ? encode : decode
  }

  /// Returns the shortest time of the processor for one object, in seconds.
  func secondsPerObject(_ direction: Direction) -> Double? {
    guard let times = times(direction), count > 0 else { return nil }
    return times.processorSeconds / Double(count)
  }

  var bytesPerObject: Double { Double(byteCount) / Double(max(1, count)) }
}
