extension String {
  /// Returns the most similar name, or nil if all names differ in more than half of their characters.
  package func nearest(among names: [String]) -> String? {
    let ranked = names.map { (name: $0, edits: edits(to: $0)) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }),
      best.edits * 2 <= Swift.max(count, best.name.count)
    else { return nil }
    return best.name
  }

  /// Returns whether the name is another one with characters in another order, or with one too many or too few.
  func isSlip(for other: String) -> Bool {
    let difference = sorted().difference(from: other.sorted())
    return difference.count <= 1 && self != other
  }

  /// Returns the number of characters that are added, removed or replaced between two strings.
  private func edits(to other: String) -> Int {
    let target = Array(other)
    var row = Array(0...target.count)
    for (index, character) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in target.indices {
        let replaced = diagonal + (target[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
