import TestSupport
import Testing

@testable import SteleInspection

@Suite("Alignment of lists")
struct SequenceAlignmentTests {
  /// Returns the length of the longest common subsequence.
  static func length(_ left: [UInt64], _ right: [UInt64]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for key in left {
      var diagonal = 0
      for (index, other) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = key == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }

  @Test(arguments: Seeds.forTest(count: 300))
  func `matches ascend, have equal keys, and are as many as there can be`(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    let variety = UInt64(Int.random(in: 1...20, using: &random))
    func keys() -> [UInt64] {
      (0..<random.count(upTo: 30)).map { _ in random.next() % variety }
    }
    let (left, right) = (keys(), keys())
    let matches = SequenceAlignment(left, right).matches
    for (index, match) in matches.enumerated() {
      #expect(left[match.old] == right[match.new])
      guard index > 0 else { continue }
      #expect(matches[index - 1].old < match.old && matches[index - 1].new < match.new)
    }
    #expect(matches.count == Self.length(left, right))
  }

  @Test(arguments: Seeds.forTest(count: 20))
  func `long lists with many edits keep nearly all that is common`(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    let left = (0..<5000).map { UInt64($0) }
    var right = left
    for _ in 0..<300 {
      right.remove(at: Int.random(in: 0..<right.count, using: &random))
      right.insert(random.next() | 1 << 40, at: Int.random(in: 0..<right.count, using: &random))
    }
    let matches = SequenceAlignment(left, right).matches
    for (before, after) in zip(matches, matches.dropFirst()) {
      #expect(before.old < after.old && before.new < after.new)
    }
    #expect(matches.count >= 4700)
  }
}
