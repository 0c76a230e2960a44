/// How the objects of a class come into being that are made first and filled later.
class TwoPhaseClass {
  /// Makes an object that has not been filled.
  func make() -> AnyObject { self }

  /// Fills an object of the class.
  func fill(_ object: AnyObject, _ decoder: ValueDecoder) throws {}
}

private final class TwoPhaseMaker<Class: TwoPhaseCodable>: TwoPhaseClass {
  override func make() -> AnyObject { Class() }

  override func fill(_ object: AnyObject, _ decoder: ValueDecoder) throws {
    var fields = try FieldDecoder.begin(decoder)
    // Safe: the object was made by `make`.
    try unsafe unsafeDowncast(object, to: Class.self).decode(from: &fields)
  }
}

extension TwoPhaseCodable {
  /// How objects of the class come into being.
  static var twoPhaseClass: TwoPhaseClass { TwoPhaseMaker<Self>() }
}

extension AwakeAfterDecoding {
  /// Wakes an object of the class.
  static var awakening: (AnyObject) throws -> Void {
    // Safe: it is given objects of the class.
    { object in try unsafe unsafeDowncast(object, to: Self.self).awake() }
  }
}
