/// Numbers in random order.
enum RandomNumbers {
  /// Returns numbers from 0 to a million.
  static func doubles(_ count: Int) -> [Double] {
    var random = SplitMix64(seed: 4)
    return (0..<count).map { _ in random.nextDouble() * 1e6 }
  }

  /// Returns numbers from 0 up to but not including a million.
  static func integers(_ count: Int) -> [Int] {
    var random = SplitMix64(seed: 5)
    return (0..<count).map { _ in random.next(below: 1_000_000) }
  }

  static func hash(_ numbers: [Double]) -> UInt64 {
    var hash = ContentHash()
    for number in numbers { hash.combine(number) }
    return hash.value
  }

  static func hash(_ numbers: [Int]) -> UInt64 {
    var hash = ContentHash()
    for number in numbers { hash.combine(number) }
    return hash.value
  }
}
