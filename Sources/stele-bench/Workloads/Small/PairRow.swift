/// A name and a number.
struct PairRow {
  var name: String
  var number: Int

  /// Pairs, each of which becomes an archive of its own.
  static func rows(_ count: Int) -> [PairRow] {
    var random = SplitMix64(seed: 8)
    return (0..<count).map { _ in
      let name = random.nextName(8, spread: 1)
      return PairRow(name: name, number: random.next(below: 10_000))
    }
  }

  static func hash(_ rows: [PairRow]) -> UInt64 {
    var hash = ContentHash()
    for row in rows {
      hash.combine(row.name)
      hash.combine(row.number)
    }
    return hash.value
  }
}
