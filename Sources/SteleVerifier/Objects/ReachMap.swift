/// Which objects strong references lead to from the roots, as far as has been found out.
///
/// What an object refers to counts only once the object itself has been reached. Nearly all are
/// reached before they are read; those that are not are read once more, later.
struct ReachMap {
  /// The objects that have been reached.
  var reached: Bitmap
  /// Those of them that have been read since they were reached.
  var followed: Bitmap

  init(objectCount: Int) {
    reached = Bitmap(below: objectCount + 1)
    followed = reached
  }

  /// Notes that an object is about to be read, and says whether it has been reached.
  @inline(__always)
  mutating func follow(_ number: Int) -> Bool {
    let isReached = reached.contains(number)
    if isReached { followed.insert(number) }
    return isReached
  }

  /// The first object at or behind a multiple of 64 and before the next one that has been reached
  /// but not read since.
  func firstPending(inWord index: Int) -> Int? {
    let word = reached.words[index] & ~followed.words[index]
    return word == 0 ? nil : index &* 64 &+ word.trailingZeroBitCount
  }
}
