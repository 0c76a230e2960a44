extension Synthesised {
  /// Floating-point numbers in an array.
  struct Doubles: Codable {
    var values: [Double]
  }

  /// Integers in an array.
  struct Integers: Codable {
    var values: [Int]
  }
}
