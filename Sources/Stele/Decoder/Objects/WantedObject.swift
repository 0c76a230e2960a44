/// An object, and how far it has to come.
struct WantedObject: BitwiseCopyable {
  /// No object.
  static let none = WantedObject(0, isFilled: false)

  private let bits: Int

  /// The number of the object.
  var number: Int { bits >> 1 }
  /// Whether the object has to be filled, and what it consists of; otherwise it only has to exist.
  var isFilled: Bool { bits & 1 == 1 }

  init(_ number: Int, isFilled: Bool) {
    bits = number << 1 | (isFilled ? 1 : 0)
  }
}
