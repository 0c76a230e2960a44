/// The objects that strong references reach from the roots, as far as is known.
struct Reach {
  private(set) var reached: Bitmap
  /// The objects with references that had not been reached when these were followed.
  private(set) var deferred: Bitmap

  init(objectCount: Int) {
    reached = Bitmap(below: objectCount + 1)
    deferred = reached
  }

  /// Adds the references of roots.
  mutating func insert(_ edges: Edges) {
    reached.insert(contentsOf: edges.targets.span)
  }

  /// Adds an object, and returns whether references of its own are to be followed now.
  mutating func insert(_ number: Int) -> Bool {
    guard !reached.contains(number) else { return false }
    reached.insert(number)
    return deferred.contains(number)
  }

  /// Follows the references of the records of a block.
  mutating func follow(_ edges: Edges) {
    let targets = edges.targets.span
    var start = 0
    for (object, end) in edges.sources {
      if reached.contains(object) {
        reached.insert(contentsOf: targets.extracting(start..<end))
      } else {
        deferred.insert(object)
      }
      start = end
    }
  }

  /// The objects that have been reached after their references were to be followed.
  var pending: [Int] {
    zip(reached.words, deferred.words).enumerated().flatMap { (index, words) in
      Bitmap.numbers(in: words.0 & words.1, at: index)
    }
  }
}
