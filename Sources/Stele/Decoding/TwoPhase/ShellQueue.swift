/// The objects that have been made and handed out, and wait to be filled.
struct ShellQueue {
  private var numbers: [Int] = []
  private var nextIndex = 0

  /// Adds an object.
  mutating func add(_ number: Int) { numbers.append(number) }

  /// Takes the object that has waited longest.
  mutating func next() -> Int? {
    guard nextIndex < numbers.count else { return nil }
    let number = numbers[nextIndex]
    nextIndex += 1
    if nextIndex == numbers.count {
      numbers.removeAll(keepingCapacity: true)
      nextIndex = 0
    }
    return number
  }
}
