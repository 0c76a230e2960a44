import Stele

/// A search for a single wrong byte, given the XXH64 of the correct bytes.
///
/// Each possible error is tried until the checksum is right. A word is added to one of four lanes, so a trial continues from
/// the state before its word, and only in the lane of that word:
///
///     stripe         0     1     2     3    tail
///     lane a         ·     ·     ·     ·      ·
///     lane b         ·     ? ──► · ──► · ──►  checksum
///     lane c         ·     ·     ·     ·      ·
///     lane d         ·     ·     ·     ·      ·
///
/// After a missing or additional byte, all words of all lanes are displaced by a byte. A *step* adds one word to one lane; *n*
/// bytes take O(*n*²) steps, so their number is limited. A wrong result is as unlikely as a collision of 64-bit checksums.
struct ChecksumSearch {
  /// A change of one byte that repairs the bytes, and its offset in them.
  typealias Repair = (offset: Int, change: RecoveryReport.Repair.Change)

  private enum Error {
    case bit, byte, missingByte, additionalByte

    /// The number of trials for each word.
    var trialCount: Int {
      switch self {
      case .bit: 64
      case .byte: 8 * 255
      case .missingByte: 8 * 256
      case .additionalByte: 8
      }
    }

    /// The displacement of the bytes after the error.
    var displacement: Int {
      switch self {
      case .bit, .byte: 0
      case .missingByte: -1
      case .additionalByte: 1
      }
    }
  }

  private let prime1 = XXH64.prime1
  private let prime2 = XXH64.prime2
  private let error: Error
  private let bytes: [UInt8]
  /// The number of bytes without the error.
  private let byteCount: Int
  private let check: UInt64
  private let stripeCount: Int
  /// The words of each lane before and after the error; the words after it are multiplied in advance.
  private var before: [[UInt64]] = [[], [], [], []]
  private var after: [[UInt64]] = [[], [], [], []]

  /// Searches for a repair.
  ///
  /// - Parameters:
  ///   - bytes: The bytes with the error.
  ///   - byteCount: The number of bytes without the error.
  ///   - check: The XXH64 of the bytes without the error.
  ///   - stepLimit: The number of steps that may still be taken; the search subtracts its steps.
  /// - Returns: The repair, or `nil` if more than one byte is wrong or the search would take more steps.
  /// - Complexity: O(`stepLimit`).
  static func repair(
    of bytes: [UInt8], byteCount: Int, check: UInt64, stepLimit: inout Int
  ) -> Repair? {
    let errors: [Error]
    switch byteCount - bytes.count {
    case 0: errors = [.byte, .bit]
    case 1: errors = [.missingByte]
    case -1: errors = [.additionalByte]
    default: return nil
    }
    for error in errors {
      let count = stepCount(of: error, byteCount: byteCount)
      guard count <= stepLimit else { continue }
      stepLimit -= count
      // A search for a changed byte also finds a changed bit.
      return ChecksumSearch(error, bytes, byteCount, check).repair()
    }
    return nil
  }

  /// Returns the largest number of steps that a search takes.
  private static func stepCount(of error: Error, byteCount: Int) -> Int {
    let stripes = byteCount / XXH64.stripeByteCount + 1
    let (square, isTooLarge) = stripes.multipliedReportingOverflow(by: stripes)
    guard !isTooLarge, square < 1 << 40 else { return .max }
    // On average, half of the stripes follow a word; the other lanes take up to eight times as many steps for each stripe.
    return square * (2 * error.trialCount + 4)
  }

  private init(_ error: Error, _ bytes: [UInt8], _ byteCount: Int, _ check: UInt64) {
    self.error = error
    self.bytes = bytes
    self.byteCount = byteCount
    self.check = check
    stripeCount = byteCount / XXH64.stripeByteCount
    for lane in 0..<4 {
      for stripe in 0..<stripeCount {
        let offset = XXH64.stripeByteCount * stripe + 8 * lane
        before[lane].append(word(at: offset))
        after[lane].append(word(at: offset + error.displacement) &* prime2)
      }
    }
  }

  /// Returns the word at an offset; bytes outside are zero, and do not matter.
  private func word(at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 where bytes.indices.contains(offset + index) {
      word |= UInt64(bytes[offset + index]) << (8 * index)
    }
    return word
  }

  private func repair() -> Repair? {
    var lanes = XXH64(seed: 0).lanes
    let tailOffset = XXH64.stripeByteCount * stripeCount
    let tail = Array(
      bytes.dropFirst(max(0, tailOffset + error.displacement)).prefix(byteCount - tailOffset))
    for stripe in 0..<stripeCount {
      // The final lanes, first for an error in an earlier lane of the stripe, and then, lane by lane, in a later one.
      var final = SIMD4<UInt64>()
      for lane in 0..<4 { final[lane] = run(lanes[lane], lane, from: stripe) }
      for lane in 0..<4 {
        if let repair = repair(of: stripe, lane, after: lanes[lane], final, tail) { return repair }
        lanes[lane] = step(lanes[lane], before[lane][stripe] &* prime2)
        final[lane] = run(lanes[lane], lane, from: stripe + 1)
      }
    }
    return tailRepair(from: tailOffset, after: lanes)
  }

  /// Tries all errors in a word.
  private func repair(
    of stripe: Int, _ lane: Int, after state: UInt64, _ others: SIMD4<UInt64>, _ tail: [UInt8]
  ) -> Repair? {
    let offset = XXH64.stripeByteCount * stripe + 8 * lane
    let (before, after) = (before[lane][stripe], word(at: offset + error.displacement))
    var final = others
    for first in stride(from: 0, to: error.trialCount, by: 4) {
      var states = SIMD4<UInt64>()
      for number in 0..<4 {
        states[number] = step(state, trial(first + number, before, after) &* prime2)
      }
      run(&states, lane, from: stripe + 1)
      for number in 0..<4 {
        final[lane] = states[number]
        guard XXH64(lanes: final).checksum(after: tail, byteCount: byteCount) == check
        else { continue }
        return repair(trial: first + number, offset, trial(first + number, before, after))
      }
    }
    return nil
  }

  /// Returns the word as it would be without an error.
  private func trial(_ number: Int, _ before: UInt64, _ after: UInt64) -> UInt64 {
    let place = UInt64(8 * (number % 8))
    let low = (1 << place) &- 1 as UInt64
    switch error {
    case .bit: return before ^ 1 << UInt64(number)
    case .byte: return before ^ UInt64(number / 8 + 1) << place
    case .missingByte:
      return before & low | UInt64(number / 8) << place | after & ~(low | 0xFF << place)
    case .additionalByte: return before & low | after & ~low
    }
  }

  private func repair(trial number: Int, _ offset: Int, _ word: UInt64) -> Repair {
    let index = error == .bit ? number / 8 : number % 8
    let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
    return repair(at: offset + index, byte)
  }

  private func repair(at offset: Int, _ byte: UInt8) -> Repair {
    switch error {
    case .bit, .byte: (offset, .replaced(with: byte))
    case .missingByte: (offset, .inserted(byte))
    case .additionalByte: (offset, .removed)
    }
  }

  /// Tries all errors in the bytes after the last stripe.
  private func tailRepair(from start: Int, after lanes: SIMD4<UInt64>) -> Repair? {
    let state = XXH64(lanes: lanes)
    let values = error == .additionalByte ? 0...0 : UInt8.min...UInt8.max
    // A byte may be missing at the end.
    for offset in start..<max(byteCount, bytes.count) {
      for value in values {
        var tail = Array(bytes[start...])
        switch error {
        case .bit, .byte: tail[offset - start] = value
        case .missingByte: tail.insert(value, at: offset - start)
        case .additionalByte: tail.remove(at: offset - start)
        }
        guard state.checksum(after: tail, byteCount: byteCount) == check else { continue }
        return repair(at: offset, value)
      }
    }
    return nil
  }

  @inline(__always)
  private func step(_ state: UInt64, _ product: UInt64) -> UInt64 {
    let sum = state &+ product
    return (sum &<< 31 | sum &>> 33) &* prime1
  }

  /// Adds the words after the error to a lane.
  private func run(_ state: UInt64, _ lane: Int, from stripe: Int) -> UInt64 {
    var state = state
    for product in after[lane][stripe...] { state = step(state, product) }
    return state
  }

  /// Adds the words after the error to four states of a lane, with SIMD instructions.
  private func run(_ states: inout SIMD4<UInt64>, _ lane: Int, from stripe: Int) {
    var (a, b, c, d) = (states[0], states[1], states[2], states[3])
    for product in after[lane][stripe...] {
      a = step(a, product)
      b = step(b, product)
      c = step(c, product)
      d = step(d, product)
    }
    states = [a, b, c, d]
  }
}
