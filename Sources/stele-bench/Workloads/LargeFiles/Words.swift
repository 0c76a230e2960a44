/// Names that no person has.
struct Words {
  private static let syllables = [
    "ka", "ro", "mi", "ten", "\u{E4}l", "su", "vor", "ni", "bel", "tha", "qu", "ir", "os", "ma",
    "le", "dun",
  ]

  /// Returns a word of some syllables.
  static func word(_ syllableCount: Int, _ random: inout SplitMix64) -> String {
    var bits = random.next()
    var word = ""
    for _ in 0..<syllableCount {
      word += syllables[Int(bits % 16)]
      bits >>= 4
    }
    return word
  }

  /// The tags that people have.
  static let tags = [
    "friend", "family", "work", "music", "chess", "climbing", "neighbour", "\u{2603}",
  ]
}
