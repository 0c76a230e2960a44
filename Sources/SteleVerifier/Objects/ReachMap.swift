/// Which objects strong references lead to from the roots, as far as has been found out.
///
/// What an object refers to counts only once the object itself has been reached. Nearly all are
/// reached before they are read; those that are not are read once more, later.
struct ReachMap {
  /// The objects that have been reached.
  var reached: Bitmap
  /// Those of them that have been read since they were reached.
  ///
  /// In a map that presumes, those of which nothing but that was known when they were read.
  var followed: Bitmap
  /// Whether objects are taken to have been reached by what is read elsewhere.
  let presumes: Bool

  init(objectCount: Int, presumes: Bool = false) {
    reached = Bitmap(below: objectCount + 1)
    followed = reached
    self.presumes = presumes
  }

  /// Notes that an object is about to be read, and says whether it has been reached.
  ///
  /// Nothing follows from presuming it of one that leads to no others.
  @inline(__always)
  mutating func follow(_ number: Int, isLeaf: @autoclosure () -> Bool) -> Bool {
    let isReached = reached.contains(number)
    if presumes ? !isReached && !isLeaf() : isReached { followed.insert(number) }
    return isReached || presumes
  }

  /// Takes over what has been found out about objects that were read elsewhere, if it was right to presume that they
  /// have been reached; otherwise they are read again, later.
  ///
  /// Each was presumed to be reached, or had been met by then in one before it. So all have been reached when those
  /// that were presumed to be have.
  ///
  /// - Parameters:
  ///   - other: A map that presumes.
  ///   - numbers: The objects that were read with it, one after the other.
  mutating func merge(_ other: ReachMap, _ numbers: ClosedRange<Int>) {
    let isRight = reached.words.indices.allSatisfy { index in
      other.followed.words[index] & ~reached.words[index] == 0
    }
    guard isRight else { return }
    for index in reached.words.indices { reached.words[index] |= other.reached.words[index] }
    followed.insert(contentsOf: numbers)
  }

  /// The first object at or behind a multiple of 64 and before the next one that has been reached
  /// but not read since.
  func firstPending(inWord index: Int) -> Int? {
    let word = reached.words[index] & ~followed.words[index]
    return word == 0 ? nil : index &* 64 &+ word.trailingZeroBitCount
  }
}
