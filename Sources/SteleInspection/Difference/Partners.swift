/// The pairs of corresponding elements of two lists, sets or maps, or of other parts that two archives have.
struct Partners {
  private var partnersOfOld: [Int32]
  private var partnersOfNew: [Int32]
  private var moves: Set<Int> = []

  init(_ oldCount: Int, _ newCount: Int) {
    partnersOfOld = Array(repeating: -1, count: oldCount)
    partnersOfNew = Array(repeating: -1, count: newCount)
  }

  mutating func match(_ old: Int, _ new: Int, isMove: Bool) {
    partnersOfOld[old] = Int32(truncatingIfNeeded: new)
    partnersOfNew[new] = Int32(truncatingIfNeeded: old)
    if isMove { moves.insert(old) }
  }

  /// On each level, matches equal elements in order, and then equal elements elsewhere in the lists.
  mutating func align(
    levelCount: Int, key: (Int, ArchiveDifference.Side, Int) -> UInt64,
    isPlain: (Int, ArchiveDifference.Side, Int) -> Bool
  ) {
    for level in 0..<levelCount {
      alignGaps { key($0, $1, level) }
      matchRest(
        isMove: true, by: { key($0, $1, level) }, where: { !isPlain($0, $1, level) })
    }
  }

  /// Matches elements with equal keys that meet a condition, wherever they are: the n-th elements with a key correspond.
  ///
  /// - Returns: The matches.
  @discardableResult
  mutating func matchRest<Key: Hashable>(
    isMove: Bool = false, by key: (Int, ArchiveDifference.Side) -> Key,
    where isIncluded: (Int, ArchiveDifference.Side) -> Bool = { _, _ in true }
  ) -> [SequenceAlignment.Match] {
    var (restOld, restNew) = rest()
    guard !restOld.isEmpty, !restNew.isEmpty else { return [] }
    restOld.removeAll { !isIncluded($0, .old) }
    restNew.removeAll { !isIncluded($0, .new) }
    let pairs = SequenceAlignment.pairs(restOld, restNew, { key($0, .old) }, { key($0, .new) })
    for pair in pairs { match(pair.old, pair.new, isMove: isMove) }
    return pairs
  }

  /// Matches elements with equal keys in order, between neighbouring matches.
  mutating func alignGaps(key: (Int, ArchiveDifference.Side) -> UInt64) {
    for gap in gaps() {
      let alignment = SequenceAlignment(
        gap.old.map { key($0, .old) }, gap.new.map { key($0, .new) })
      for match in alignment.matches {
        self.match(gap.old[match.old], gap.new[match.new], isMove: false)
      }
    }
  }

  func new(of old: Int) -> Int? { partnersOfOld[old] < 0 ? nil : Int(partnersOfOld[old]) }
  func old(of new: Int) -> Int? { partnersOfNew[new] < 0 ? nil : Int(partnersOfNew[new]) }
  func isMove(_ old: Int) -> Bool { moves.contains(old) }

  /// Returns the elements without partners.
  func rest() -> (old: [Int], new: [Int]) {
    (
      partnersOfOld.indices.filter { partnersOfOld[$0] < 0 },
      partnersOfNew.indices.filter { partnersOfNew[$0] < 0 }
    )
  }

  /// Returns the elements without partners between neighbouring matches that are not moves, if both lists have any there.
  func gaps() -> [(old: [Int], new: [Int])] {
    var gaps: [(old: [Int], new: [Int])] = []
    var (gapOld, gapNew): ([Int], [Int]) = ([], [])
    var next = 0
    func take(_ end: Int) {
      while next < end {
        if partnersOfNew[next] < 0 { gapNew.append(next) }
        next += 1
      }
    }
    func close() {
      if !gapOld.isEmpty, !gapNew.isEmpty { gaps.append((gapOld, gapNew)) }
      (gapOld, gapNew) = ([], [])
    }
    for index in partnersOfOld.indices {
      if partnersOfOld[index] < 0 {
        gapOld.append(index)
      } else if !moves.contains(index) {
        take(Int(partnersOfOld[index]))
        next += 1
        close()
      }
    }
    take(partnersOfNew.count)
    close()
    return gaps
  }
}
