/// Decodes objects whose classes are not `Codable`, for a framework with its own protocol.
package protocol DecodingSurrogate: ObjectSurrogate {
  /// Returns the class of a name.
  ///
  /// It is called for an entry until it returns a class; whether a reference may refer to objects of the class is decided for
  /// each reference by its ``ObjectRequest``.
  ///
  /// - Parameters:
  ///   - name: The name of the class in the archive, which is not to be trusted.
  ///   - superclasses: Returns the names of its superclasses there, the topmost last.
  /// - Returns: The class, or nil if the program has none.
  /// - Throws: The reason why objects of the class must not be made.
  func surrogateClass(
    named name: String, superclasses: () -> [String]
  ) throws -> SurrogateClass?
}

/// A class whose objects a surrogate decodes.
package struct SurrogateClass {
  let type: AnyClass
  let declaration: TypeDeclaration
  let make: (ObjectDecoder) throws -> AnyObject
  /// Makes and fills objects, for a class that does it in two phases.
  let twoPhase: (make: () -> AnyObject, fill: (AnyObject, ObjectDecoder) throws -> Void)?

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
    twoPhase = (make, fill)
  }
}

extension AllowedClasses {
  /// Connects a session with a surrogate, which is not retained.
  func connect(_ surrogate: any DecodingSurrogate) {
    self.surrogate = surrogate
    makeSurrogateDecoder = { [weak surrogate] name, entry, session in
      let found = try surrogate?.surrogateClass(named: name) {
        let types = session.types
        return types.schema.chain(of: entry).dropLast().reversed()
          .compactMap(types.name(ofEntry:))
      }
      return found.map { SurrogateClassDecoder($0, entry: entry, session) }
    }
  }
}

/// Decodes objects by the functions of a surrogate.
final class SurrogateClassDecoder: ClassDecoder {
  private let found: SurrogateClass

  init(_ found: SurrogateClass, entry: Int, _ session: DecodingSession) {
    self.found = found
    super.init(
      found.type, found.declaration, entry: entry, isTwoPhase: found.twoPhase != nil,
      isSurrogate: true, session)
  }

  override func make(
    _ number: Int, _ content: ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    try found.make(decoder(of: content, session))
  }

  override func makeShell() -> AnyObject { found.twoPhase?.make() ?? self }

  override func fill(
    _ object: AnyObject, _ content: ValidCursor, _ session: DecodingSession
  ) throws {
    try found.twoPhase?.fill(object, decoder(of: content, session))
  }

  private func decoder(
    of content: ValidCursor, _ session: DecodingSession
  ) throws -> ObjectDecoder {
    let value = DecodingValue(session)
    value.begin(self, content)
    return try ObjectDecoder(value)
  }
}
