/// How the objects of a class are made, for one that does it in one step.
class ObjectMaker {
  /// Whether the program reads keys by hand, and is not handed the decoder of the object.
  var isByHand: Bool { false }

  /// Makes an object.
  func make(_ decoder: ValueDecoder) throws -> AnyObject { self }
}

/// Makes objects of a class that is `Codable` in the usual way.
final class CodableMaker<Class: Decodable>: ObjectMaker {
  override func make(_ decoder: ValueDecoder) throws -> AnyObject {
    // Safe: this is made for classes only, and a value of a class is one pointer to an object.
    unsafe unsafeBitCast(try Class(from: decoder), to: AnyObject.self)
  }
}

/// Makes objects of a class that reads its keys by hand.
private final class FieldMaker<Class: FieldCodable>: ObjectMaker {
  override var isByHand: Bool { true }

  override func make(_ decoder: ValueDecoder) throws -> AnyObject {
    var fields = try FieldDecoder.begin(decoder)
    // Safe: as above.
    return unsafe unsafeBitCast(try Class(from: &fields), to: AnyObject.self)
  }
}

extension FieldCodable {
  /// How objects of the class are made.
  static var objectMaker: ObjectMaker { FieldMaker<Self>() }
}
