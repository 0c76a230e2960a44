import Stele

extension Sequence<ExactString> {
  /// Returns for each name whether the sequence contains it more than once.
  ///
  /// Of the keys of a record, such ones need the name of their level in a key path.
  func repetitions() -> [Bool] {
    var counts: [ExactString: Int] = [:]
    for name in self { counts[name, default: 0] += 1 }
    return map { counts[$0, default: 0] > 1 }
  }
}
