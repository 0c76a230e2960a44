internal import Foundation
internal import Stele

/// Work in parts, on all cores.
package enum ParallelRun {
  /// Works on parts, and takes their outcomes in the order in which they come.
  ///
  /// - Parameters:
  ///   - parts: The parts, begun in this order.
  ///   - seconds: The time after which no further part is begun.
  ///   - work: Does a part.
  ///   - take: Takes the outcome of a part.
  /// - Returns: The number of parts that were not begun.
  /// - Throws: The first error of the work; no further part is begun.
  @discardableResult
  package static func run<Part: Sendable, Outcome: Sendable>(
    _ parts: some Sequence<Part>, for seconds: Double = .infinity,
    _ work: @escaping @Sendable (Part) throws -> Outcome, take: (Outcome) -> Void
  ) async throws -> Int {
    let start = Date()
    var rest = Array(parts)[...]
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      func begin() {
        guard Date().timeIntervalSince(start) < seconds, let part = rest.popFirst() else { return }
        group.addTask { try work(part) }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { begin() }
      while let outcome = try await group.next() {
        take(outcome)
        begin()
      }
    }
    return rest.count
  }
}

/// The outcomes of judged archives.
package struct JudgedArchives: Sendable {
  package var judgedCount = 0
  package var validCount = 0
  /// The number of archives that were refused by each rule.
  package var rules: [String: Int] = [:]
  package var disagreements: [String] = []

  package init() {}

  package mutating func add(_ other: JudgedArchives) {
    judgedCount += other.judgedCount
    validCount += other.validCount
    rules.merge(other.rules, uniquingKeysWith: +)
    disagreements += other.disagreements
  }

  /// Adds a judgement; the place begins its disagreements.
  package mutating func add(_ judgement: Judgement, _ place: @autoclosure () -> String) {
    judgedCount += 1
    if let refusal = judgement.refusal {
      rules[refusal.rule.number, default: 0] += 1
    } else {
      validCount += 1
    }
    if !judgement.disagreements.isEmpty {
      let place = place()
      disagreements += judgement.disagreements.map { "\(place): \($0)" }
    }
  }
}

extension JudgedArchives: CustomStringConvertible {
  package var description: String {
    "\(judgedCount) archives judged, \(validCount) of them valid, \(disagreements.count) disagreements"
  }
}
