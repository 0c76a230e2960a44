internal import SteleFoundation

/// The output of `stele conform`.
struct ConformReport {
  private let level: ConformanceLevel
  private var rightCount = 0
  private var knownCount = 0
  private var failures: [(name: String, reason: String)] = []

  init(level: ConformanceLevel) {
    self.level = level
  }

  var exitCode: ExitCode { failures.isEmpty ? .fine : .finding }

  mutating func add(_ check: ConformanceCheck, _ failure: String?, isKnown: Bool) {
    switch (failure, isKnown) {
    case (nil, false): rightCount += 1
    case (nil, true): failures.append((check.name, "it is right, but listed as a known failure"))
    case (_?, true): knownCount += 1
    case (let failure?, false): failures.append((check.name, failure))
    }
  }

  /// Adds a known failure without a fixture.
  mutating func add(missing name: String) {
    failures.append((name, "it is listed as a known failure, but there is no such fixture"))
  }

  /// Returns the report for people.
  func lines(_ console: Console) -> [Line] {
    let mark = console.colored("FAIL", .red)
    var lines = failures.map { failure -> Line in "\(mark)  \(failure.name)  \(failure.reason)" }
    var parts = ["\(rightCount.grouped) right", "\(failures.count.grouped) wrong"]
    if knownCount > 0 { parts.append(knownCount.of("known failure")) }
    let total = rightCount + failures.count + knownCount
    lines.append(
      "\(total.of("answer")) up to level \(level.name): \(parts.joined(separator: ", "))")
    return lines
  }

  /// The report for machines.
  var json: JSON {
    [
      "format": JSON.format(Conform.self), "level": level.name, "right": rightCount,
      "knownFailures": knownCount,
      "failures": failures.map { ["name": $0.name, "reason": $0.reason] as JSON },
    ]
  }
}
