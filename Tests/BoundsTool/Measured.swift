import Foundation
import Stele
import TestSupport

/// The cost of one call on one input.
struct Measured: Codable, Sendable {
  let extreme: String
  let call: String
  /// The size of the input.
  let byteCount: Int
  /// The outcome: `fine`, or the error.
  let outcome: String
  /// By how many bytes the memory of the process rose, or how many instructions the call took.
  let amount: Int
}

/// The work of the measuring process: calls, one after the other, on the inputs of one family.
enum Measuring {
  /// Measures memory at one size, and writes a line of JSON for each call.
  static func measureMemory(of extreme: Extreme, byteCount: Int, calls: [BoundedCall]) {
    let small = extreme.bytes(ofAbout: 256)
    let bytes = extreme.bytes(ofAbout: byteCount)
    for call in calls where call.kind == extreme.kind {
      // The first call is not measured: it includes work that a process does once.
      _ = run(call, small) { $0() }
      announce(extreme, call, bytes.count)
      report(extreme, call) {
        run(call, bytes) { work in
          ProcessUse.releaseUnused()
          let memory = MemoryRise()
          work()
          return memory.byteCount
        }
      }
    }
  }

  /// Counts instructions at several sizes.
  static func countInstructions(
    of families: [Extreme], byteCounts: [Int], calls: [BoundedCall], file: String
  ) {
    var counter = InstructionCount(file: file)
    for extreme in families {
      let inputs = byteCounts.map { extreme.bytes(ofAbout: $0) }
      for call in calls where call.kind == extreme.kind {
        count(extreme, inputs, call, &counter)
      }
    }
  }

  private static func count(
    _ extreme: Extreme, _ inputs: [[UInt8]], _ call: BoundedCall, _ counter: inout InstructionCount
  ) {
    // The first call is not measured: it includes work that a process does once.
    if let first = inputs.first { _ = run(call, first) { counter.count($0) } }
    for bytes in inputs {
      announce(extreme, call, bytes.count)
      report(extreme, call) {
        run(call, bytes) { work in
          // Otherwise the call pays for the small blocks that its preparation has freed.
          ProcessUse.releaseUnused()
          return counter.count(work)
        }
      }
    }
  }

  /// Prepares a call and has it measured; nil when there is nothing to call or to measure with.
  private static func run<Amount>(
    _ call: BoundedCall, _ bytes: [UInt8], _ measure: (() -> Void) -> Amount?
  ) -> (amount: Amount, byteCount: Int, outcome: String)? {
    var outcome = "fine"
    guard let work = try? call.prepare(bytes) else { return nil }
    let amount = measure {
      do {
        try work.body()
      } catch {
        outcome = Self.shortened(error)
      }
    }
    return amount.map { ($0, work.byteCount, outcome) }
  }

  private static func shortened(_ error: any Error) -> String {
    if let error = error as? ArchiveError { return error.rule.rawValue }
    return String(String(describing: error).prefix(100))
  }

  private static func announce(_ extreme: Extreme, _ call: BoundedCall, _ byteCount: Int) {
    RunLog.say(["\(extreme.name)", call.name, "\(byteCount)"].joined(separator: "; "))
  }

  private static func report(
    _ extreme: Extreme, _ call: BoundedCall,
    _ body: () -> (amount: Int, byteCount: Int, outcome: String)?
  ) {
    guard let (amount, byteCount, outcome) = body() else { return }
    let measured = Measured(
      extreme: extreme.name, call: call.name, byteCount: byteCount, outcome: outcome,
      amount: amount)
    guard let line = try? JSONEncoder().encode(measured) else { return }
    RunLog.say(String(decoding: line, as: UTF8.self))
  }
}
