import Stele

extension Sequence<ExactString> {
  /// Returns for each name whether the sequence contains it more than once.
  ///
  /// In a key path, a repeated key name of a record needs the name of its level.
  func repetitions() -> [Bool] {
    var counts: [ExactString: Int] = [:]
    for name in self { counts[name, default: 0] += 1 }
    return map { counts[$0, default: 0] > 1 }
  }
}
