import Stele

/// A longest common subsequence of two sequences of keys, or one that is nearly as long.
///
/// The common beginning and end of both sequences are matched first. If few edits turn one remainder into the other, the
/// shortest edit script is found (Myers, "An O(ND) difference algorithm"). Otherwise the keys that both remainders contain once
/// are aligned (patience diff), and each gap between them is treated in the same way. The *n*-th occurrences of a key are
/// matched with each other.
///
/// - Complexity: O(*n* log *n*), where *n* is the length of both sequences. The search for edits stops at a fixed
///   number.
struct SequenceAlignment {
  /// A matched position in the old sequence and in the new sequence.
  typealias Match = (old: Int, new: Int)

  /// The largest number of edits of the exact search.
  private static let editLimit = 64

  /// The matches, ascending in both sequences.
  private(set) var matches: [Match] = []
  private let old: [UInt64]
  private let new: [UInt64]

  init(_ old: [UInt64], _ new: [UInt64]) {
    self.old = old
    self.new = new
    align(old.indices, new.indices, isGap: false)
  }

  private mutating func align(_ left: Range<Int>, _ right: Range<Int>, isGap: Bool) {
    var (left, right) = (left, right)
    while let a = left.first, let b = right.first, old[a] == new[b] {
      matches.append((a, b))
      (left, right) = (a + 1..<left.upperBound, b + 1..<right.upperBound)
    }
    var suffix = 0
    while suffix < min(left.count, right.count),
      old[left.upperBound - 1 - suffix] == new[right.upperBound - 1 - suffix]
    {
      suffix += 1
    }
    let (endOld, endNew) = (left.upperBound, right.upperBound)
    left = left.lowerBound..<(endOld - suffix)
    right = right.lowerBound..<(endNew - suffix)
    if !left.isEmpty, !right.isEmpty, !alignExactly(left, right) {
      var anchors = isGap ? [] : increasing(uniquePairs(left, right))
      if anchors.isEmpty {
        let pairs = Self.pairs(Array(left), Array(right), { old[$0] }, { new[$0] })
        matches += increasing(pairs)
      } else {
        anchors.append((left.upperBound, right.upperBound))
        var (nextOld, nextNew) = (left.lowerBound, right.lowerBound)
        for anchor in anchors {
          align(nextOld..<anchor.old, nextNew..<anchor.new, isGap: true)
          if anchor.old < left.upperBound { matches.append(anchor) }
          (nextOld, nextNew) = (anchor.old + 1, anchor.new + 1)
        }
      }
    }
    for index in 0..<suffix { matches.append((endOld - suffix + index, endNew - suffix + index)) }
  }

  /// Matches by the shortest edit script; returns `false` if the limit is too low for one.
  private mutating func alignExactly(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let (n, m) = (left.count, right.count)
    let limit = min(Self.editLimit, n + m)
    guard abs(n - m) <= limit else { return false }
    // The furthest positions in the old sequence, for each diagonal from -edits to edits.
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    var trace: [[Int]] = []
    var steps = 0
    for edits in 0...limit {
      trace.append(Array(furthest[(limit + 1 - edits)...(limit + 1 + edits)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let center = limit + 1 + diagonal
        var x =
          diagonal == -edits || (diagonal != edits && furthest[center - 1] < furthest[center + 1])
          ? furthest[center + 1] : furthest[center - 1] + 1
        var y = x - diagonal
        while x < n, y < m, old[left.lowerBound + x] == new[right.lowerBound + y] {
          x += 1
          y += 1
          steps += 1
        }
        furthest[center] = x
        if x >= n, y >= m {
          backtrack(trace, edits, left, right)
          return true
        }
      }
      // Long matches on many diagonals occur only if there are few different keys.
      if steps > 16 * (n + m) + 4096 { return false }
    }
    return false
  }

  private mutating func backtrack(
    _ trace: [[Int]], _ edits: Int, _ left: Range<Int>, _ right: Range<Int>
  ) {
    var found: [Match] = []
    var (x, y) = (left.count, right.count)
    for edit in (0...edits).reversed() {
      let diagonal = x - y
      let row = trace[edit]
      // `row` has the diagonals from -edit to edit, as they were before this edit; before the first edit, all are 0.
      func place(_ diagonal: Int) -> Int {
        let index = diagonal + edit
        return row.indices.contains(index) ? row[index] : 0
      }
      let isInsertion =
        diagonal == -edit || (diagonal != edit && place(diagonal - 1) < place(diagonal + 1))
      let previous = isInsertion ? diagonal + 1 : diagonal - 1
      let previousX = place(previous)
      let startX = isInsertion ? previousX : previousX + 1
      while x > startX, y > 0 {
        x -= 1
        y -= 1
        found.append((left.lowerBound + x, right.lowerBound + y))
      }
      x = previousX
      y = previousX - previous
    }
    matches += found.reversed()
  }

  /// Returns the positions of the keys that both ranges contain once, in the order of the old sequence.
  private func uniquePairs(_ left: Range<Int>, _ right: Range<Int>) -> [Match] {
    let oldPlaces = Dictionary(grouping: left) { old[$0] }
    let newPlaces = Dictionary(grouping: right) { new[$0] }
    return left.compactMap { index in
      guard oldPlaces[old[index]]?.count == 1, let places = newPlaces[old[index]],
        places.count == 1
      else { return nil }
      return (index, places[0])
    }
  }

  /// Pairs positions by their keys, in the order of the left positions: the n-th occurrences of a key correspond.
  static func pairs<Key: Hashable>(
    _ left: [Int], _ right: [Int], _ oldKey: (Int) -> Key, _ newKey: (Int) -> Key
  ) -> [Match] {
    // The next position of each key, and for each position in the new sequence the next position of the same key.
    var first: [Key: Int] = [:]
    var next = [Int](repeating: -1, count: right.count)
    for index in right.indices.reversed() {
      let key = newKey(right[index])
      next[index] = first[key] ?? -1
      first[key] = index
    }
    var pairs: [Match] = []
    for place in left {
      let key = oldKey(place)
      guard let index = first[key], index >= 0 else { continue }
      pairs.append((place, right[index]))
      first[key] = next[index]
    }
    return pairs
  }

  /// Returns a longest subsequence of the matches, ascending in both sequences.
  private func increasing(_ pairs: [Match]) -> [Match] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let place = tails.firstSortedIndex { pairs[$0].new >= pair.new }
      if place > 0 { previous[index] = tails[place - 1] }
      if place == tails.count { tails.append(index) } else { tails[place] = index }
    }
    var result: [Match] = []
    var next = tails.last ?? -1
    while next >= 0 {
      result.append(pairs[next])
      next = previous[next]
    }
    return result.reversed()
  }
}
