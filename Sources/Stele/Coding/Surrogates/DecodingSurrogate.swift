/// Decodes objects whose classes are not `Codable`, in the way of a framework that has its own protocol for that.
package protocol DecodingSurrogate: AnyObject {
  /// The class that a name stands for.
  ///
  /// It is asked until there is an answer; whether a reference may lead to objects of the class is decided for each
  /// reference by its ``ObjectRequest``.
  ///
  /// - Parameters:
  ///   - name: The name of the class in the archive, which anyone may have put there.
  ///   - superclasses: Gives the names of its superclasses there, the topmost last.
  /// - Returns: The class, or nil when the program has none.
  /// - Throws: Why objects of the class must not be made.
  func surrogateClass(
    named name: String, superclasses: () -> [String]
  ) throws -> SurrogateClass?

  /// Whether the hash of an object may depend on what is in it; otherwise it is that of its identity.
  func hashesContent(of object: AnyObject) -> Bool
}

/// A class whose objects a surrogate decodes.
package struct SurrogateClass {
  /// The class.
  let type: AnyClass
  /// What is declared of it.
  let declaration: TypeDeclaration
  /// Makes an object.
  let make: (ObjectDecoder) throws -> AnyObject
  /// How objects are made and filled, for a class that does it in two steps.
  let twoPhase: TwoPhaseClass?

  package init(
    _ type: AnyClass, _ declaration: TypeDeclaration,
    make: @escaping (ObjectDecoder) throws -> AnyObject
  ) {
    self.type = type
    self.declaration = declaration
    self.make = make
    twoPhase = nil
  }

  /// Makes a class whose objects are made first and filled later, so that they may refer to each other in any way.
  package init(
    _ type: AnyClass, _ declaration: TypeDeclaration, make: @escaping () -> AnyObject,
    fill: @escaping (AnyObject, ObjectDecoder) throws -> Void
  ) {
    self.type = type
    self.declaration = declaration
    self.make = { decoder in
      let object = make()
      try fill(object, decoder)
      return object
    }
    twoPhase = SurrogateFiller(make: make, fill: fill)
  }
}

private final class SurrogateFiller: TwoPhaseClass {
  private let makeObject: () -> AnyObject
  private let fillObject: (AnyObject, ObjectDecoder) throws -> Void

  init(
    make: @escaping () -> AnyObject, fill: @escaping (AnyObject, ObjectDecoder) throws -> Void
  ) {
    makeObject = make
    fillObject = fill
  }

  override func make() -> AnyObject { makeObject() }

  override func fill(_ object: AnyObject, _ decoder: ValueDecoder) throws {
    try fillObject(object, ObjectDecoder(decoder))
  }
}

/// Makes objects by their surrogate.
final class SurrogateMaker: ObjectMaker {
  private let makeObject: (ObjectDecoder) throws -> AnyObject

  init(_ makeObject: @escaping (ObjectDecoder) throws -> AnyObject) {
    self.makeObject = makeObject
  }

  override func make(_ decoder: ValueDecoder) throws -> AnyObject {
    try makeObject(ObjectDecoder(decoder))
  }
}
