/// Decodes the values of one Swift type.
class AnyTypeDecoder {
  /// The class that references are decoded as, if the type is a class.
  final let references: TargetClass?
  /// The number of the last archive of the series that has requested the decoder.
  fileprivate final var archive: Int32 = 0

  init(references: TargetClass? = nil) { self.references = references }

  /// Releases the state that is reused from one value to the next, and that refers to the session.
  func close() {}

  /// Begins another archive with the same class table, with all effects that making the decoder has on the session.
  ///
  /// - Returns: `false` if a new decoder has to be made.
  /// - Throws: The error of making the decoder.
  func reset(for session: DecodingSession) throws -> Bool { false }

  /// Makes an object from a value that is not an object in the archive, for decoders of classes.
  func decodeObject(
    of type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    throw session.wrongType(AnyObject.self, type, at: input.offset)
  }

  /// Decodes the value of a late reference that was passed over.
  func decodeLate(_ late: LateTask, _ session: DecodingSession) throws {}
}

/// Decodes the values of one Swift type; made once for an archive, when the type is first requested.
class TypeDecoder<Value>: AnyTypeDecoder {
  /// The value of a missing key, for types that have one.
  var absent: Value? { nil }

  /// Decodes a value, and moves the input to its end; the step to the value is the last one of the path.
  ///
  /// - Throws: `DecodingError`, or the error of an initialiser.
  func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    throw session.wrongType(Value.self, type, at: input.offset)
  }

  /// The decoder of the value of a key that may be absent, for optionals.
  var ifPresent: TypeDecoder<Value> { self }

  /// The number of nested optionals in which a nil may be a value of the type: 1 for a type that writes nil itself, the greatest
  /// number for a property wrapper with an optional value.
  var nilDepth: Int { 0 }
  /// Whether the initialiser of the last value has read nothing.
  final var hasReadNothing = false

  /// Decodes a value in an optional; a nil that is not a value of the type is a nil of the optional.
  final func decodeInner(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value? {
    let (start, depth) = (ArchivedValue(type: type, input: input), session.path.count)
    do {
      let value = try decode(type, &input, session)
      guard hasReadNothing, session.types.isNil(start) else { return value }
    } catch DecodingError.valueNotFound where nilDepth > 0 && session.types.isNil(start) {}
    session.path.count = depth
    input = start.input
    session.types.skip(type, &input)
    return nil
  }

  /// Decodes a value, and remembers that it has.
  ///
  /// The value goes straight to the caller: memory for it in between would have to be managed for each type.
  @inline(__always)
  final func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession,
    noting isDone: inout Bool
  ) throws -> Value {
    isDone = true
    do {
      return try decode(type, &input, session)
    } catch {
      isDone = false
      throw error
    }
  }

  func decodeElements(
    _ list: OpenList, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Value] {
    let depth = session.path.count
    var elements: [Value] = []
    elements.reserveCapacity(list.count)
    for index in 0..<list.count {
      session.path.put(.index(index), at: depth)
      elements.append(try decode(list.element, &input, session))
    }
    session.path.count = depth
    return elements
  }
}

/// A type with its own type decoder, which is used instead of its `Decodable` conformance.
protocol DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder
}

protocol DecoderFactory {
  func makeTypeDecoder<T: Decodable>(
    of type: T.Type, _ session: DecodingSession
  ) throws -> AnyTypeDecoder

  func makeListDecoder<T: Decodable>(
    of type: T.Type, _ session: DecodingSession
  ) throws -> AnyTypeDecoder

  /// Makes the decoder of the objects of an entry; if the class is split, each may be of another class.
  func makeClassDecoder(
    of allowed: AllowedClass, entry: Int, isSplit: Bool, _ session: DecodingSession
  ) -> ClassDecoder
}

extension DecodingSession {
  /// Returns the decoder of a type, which is made when the type is first requested.
  func typeDecoder<T: Decodable>(of type: T.Type) throws -> TypeDecoder<T> {
    let archive = plans.archive
    let last = parts.typeDecoders[ObjectIdentifier(type)]
    if let last, try last.archive == archive || last.reset(for: self) {
      last.archive = archive
      // Safe: each was made for the type of the identity.
      return unsafe unsafeDowncast(last, to: TypeDecoder<T>.self)
    }
    let decoder = try options.factory.makeTypeDecoder(of: type, self)
    decoder.archive = archive
    withExtendedLifetime(last) { parts.typeDecoders.set(decoder, for: ObjectIdentifier(type)) }
    // Safe: the factory makes a decoder of the requested type.
    return unsafe unsafeDowncast(decoder, to: TypeDecoder<T>.self)
  }

  /// Releases the state that type decoders reuse from one value to the next.
  func closeTypeDecoders() {
    let known = parts.typeDecoders
    known.forEach { _, decoder in decoder.close() }
  }
}
