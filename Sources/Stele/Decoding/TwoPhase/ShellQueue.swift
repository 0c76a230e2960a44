/// The objects that have been made and handed out, and wait to be filled.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ShellQueue {
  @safe @exclusivity(unchecked) private var numbers: [Int] = []
  @safe @exclusivity(unchecked) private var nextIndex = 0

  /// Whether no object waits.
  var isEmpty: Bool { nextIndex == numbers.count }

  /// Adds an object.
  func add(_ number: Int) { numbers.append(number) }

  /// The object that has waited longest.
  var first: Int? { nextIndex < numbers.count ? numbers[nextIndex] : nil }

  /// Takes the object that has waited longest.
  func next() -> Int? {
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
