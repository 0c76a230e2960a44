/// A generator of numbers that depend on a seed only, not on the machine or the language.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below another, 0 for 0.
  mutating func next(below bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  /// Returns one of some elements, of which there must be at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }

  /// Returns a number from 0 up to but not including 1, of 53 bits.
  mutating func nextDouble() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a number from 0 up to but not including 1, of 24 bits.
  mutating func nextFloat() -> Float {
    Float(next() >> 40) * 0x1p-24
  }

  /// Returns a capital letter followed by small ones.
  mutating func nextName(_ minimum: Int, spread: Int) -> String {
    let letterCount = minimum + next(below: spread)
    var letters: [UInt8] = []
    letters.reserveCapacity(letterCount)
    for position in 0..<letterCount {
      letters.append(
        (position == 0 ? UInt8(ascii: "A") : UInt8(ascii: "a")) + UInt8(next(below: 26)))
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
