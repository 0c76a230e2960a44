/// A generator of numbers that a seed decides, the same on every machine and in every language.
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

  /// A number below another, 0 for 0.
  mutating func next(below bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  /// One of some elements, of which there is at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }

  /// A number from 0 to 1, 1 not included, of 53 bits.
  mutating func nextDouble() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number from 0 to 1, 1 not included, of 24 bits.
  mutating func nextFloat() -> Float {
    Float(next() >> 40) * 0x1p-24
  }

  /// A capital letter and small ones.
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
