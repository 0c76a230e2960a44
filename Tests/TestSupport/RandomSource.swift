import Foundation

/// Random numbers that a seed decides (SplitMix64).
package struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a source; the same seed gives the same numbers.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns `true` once in some number of times.
  package mutating func isOne(in count: Int) -> Bool {
    Int.random(in: 0..<Swift.max(1, count), using: &self) == 0
  }

  /// A number of elements, small ones being more frequent.
  package mutating func count(upTo most: Int) -> Int {
    let first = Int.random(in: 0...Swift.max(0, most), using: &self)
    return Int.random(in: 0...first, using: &self)
  }

  /// One of some elements, or the fallback when there are none.
  package mutating func pick<Element>(_ elements: [Element], or fallback: Element) -> Element {
    elements.randomElement(using: &self) ?? fallback
  }
}

/// Seeds for tests with random input, and the size of samples.
package enum Seeds {
  /// The environment variable `STELE_SEED_FACTOR`: how many times as many trials a long run takes.
  private static let factor = Swift.max(
    1, ProcessInfo.processInfo.environment["STELE_SEED_FACTOR"].flatMap { Int($0) } ?? 1)

  /// Returns a number of trials, times the factor.
  package static func count(_ count: Int) -> Int { count * factor }

  /// Returns the distance between the trials that a run takes of a row of trials: one factor-th of that given.
  package static func stride(_ stride: Int) -> Int { Swift.max(1, stride / factor) }

  /// New seeds, printed; or the one of the environment variable `STELE_SEED`, to repeat a failure.
  ///
  /// `STELE_SEED_FACTOR` makes a test take that many times as many, for long runs.
  package static func forTest(count: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["STELE_SEED"], let seed = UInt64(text) { return [seed] }
    let count = Self.count(count)
    let first = UInt64.random(in: 0...(1 << 48))
    print("Seeds \(first)...\(first + UInt64(Swift.max(1, count)) - 1); STELE_SEED repeats one")
    return (0..<count).map { first + UInt64($0) }
  }
}
