/// Decodes the values of one Swift type.
class AnyTypeDecoder {
  /// The class that references are decoded as, if the type is a class.
  final let references: RequestedClass?

  init(references: RequestedClass? = nil) { self.references = references }

  /// Lets go of what it keeps from one value to the next, and what refers to the session.
  func close() {}

  /// Makes an object of a value that is none in the archive, for decoders of classes.
  func decodeObject(
    of type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    throw session.wrongType(AnyObject.self, type, at: input.offset)
  }

  /// Decodes the value of a late reference that it has come by.
  func decodeLate(_ late: LateTask, _ session: DecodingSession) throws {}
}

/// Decodes the values of one Swift type; made once for an archive, when the type is first asked for.
class TypeDecoder<Value>: AnyTypeDecoder {
  /// The value for a key that is not there, for types that have one.
  var absent: Value? { nil }

  /// The class that references are decoded as, for optionals of classes.
  var optionalClass: RequestedClass? { nil }

  /// Whether nil references are for ``decodeOptional(_:_:_:)``.
  var decodesNil: Bool { false }

  /// Decodes a value; the step to it is the last one of the path.
  ///
  /// - Parameters:
  ///   - type: The type in the archive.
  ///   - input: The value; afterwards, its end.
  ///   - session: What decodes the archive.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or what an initialiser throws.
  func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    throw session.wrongType(Value.self, type, at: input.offset)
  }

  /// Decodes a value, and notes that it has: what is decoded goes straight to the caller, as a place for it in between would
  /// have to be made for each type anew.
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

  /// Decodes an optional reference, for types that decode nil; it is not called for the others.
  func decodeOptional(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value? {
    try decode(type, &input, session)
  }

  /// Decodes the elements of a list.
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

/// A type that has a type decoder of its own, instead of its `Decodable`.
protocol DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder
}
