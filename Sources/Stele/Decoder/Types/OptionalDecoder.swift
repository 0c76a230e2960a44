extension Optional: DirectlyDecodable where Wrapped: Decodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    OptionalDecoder(
      try session.typeDecoder(of: Wrapped.self), isNested: Wrapped.self is any OptionalType.Type)
  }
}

/// A type of optionals.
protocol OptionalType {
  /// How many optionals are nested in the type, this one included.
  static var depth: Int { get }
}

extension Optional: OptionalType {
  static var depth: Int { 1 + ((Wrapped.self as? any OptionalType.Type)?.depth ?? 0) }
}

/// Decodes optionals.
///
/// Spec §8.4, lines 4, 6 and 7.
final class OptionalDecoder<Wrapped>: TypeDecoder<Wrapped?> {
  private let wrapped: TypeDecoder<Wrapped>
  /// Whether there are optionals inside, for which a layer is left.
  private let isNested: Bool
  private let wrappedDecodesNil: Bool

  init(_ wrapped: TypeDecoder<Wrapped>, isNested: Bool) {
    self.wrapped = wrapped
    self.isNested = isNested
    wrappedDecodesNil = wrapped.decodesNil
  }

  override var absent: Wrapped?? { .some(nil) }

  override var optionalClass: RequestedClass? { wrapped.references }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Wrapped? {
    if type.operation == .optionalReference, wrappedDecodesNil {
      return try wrapped.decodeOptional(type, &input, session)
    }
    guard let inner = inner(type, &input, session) else { return nil }
    return try wrapped.decode(inner, &input, session)
  }

  /// Goes to the value inside, or returns nil if there is none.
  private func inner(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) -> ArchivedType? {
    guard isNested else { return session.unwrap(type, &input) }
    let type = session.unwrapJoined(type, &input)
    guard type.isWrapped else { return session.unwrap(type, &input) }
    // What is inside has a nil of its own.
    return input.readByte() == 0 ? nil : session.types.first(of: type)
  }
}

extension DecodingSession {
  /// The decoder of optionals of a type, for a key that may be absent; for types that are not optional, that of the optional.
  func typeDecoderIfPresent<T: Decodable>(of type: T.Type) throws -> TypeDecoder<T?> {
    let whole = try typeDecoder(of: T?.self)
    guard let depth = (type as? any OptionalType.Type)?.depth else { return whole }
    return PresentDecoder(whole, try typeDecoder(of: type), depth: depth)
  }
}

/// Decodes optionals of a type that is itself optional, for a key that may be absent.
///
/// Unless the archive has as many optionals as the whole type, absence is the outer nil, and each value that is there is
/// one of the type inside.
private final class PresentDecoder<Wrapped>: TypeDecoder<Wrapped?> {
  private let whole: TypeDecoder<Wrapped?>
  private let wrapped: TypeDecoder<Wrapped>
  /// How many optionals are nested in the type inside.
  private let depth: Int

  init(_ whole: TypeDecoder<Wrapped?>, _ wrapped: TypeDecoder<Wrapped>, depth: Int) {
    self.whole = whole
    self.wrapped = wrapped
    self.depth = depth
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Wrapped? {
    var reader = input
    let found = session.types.optionalDepth(of: session.unwrapJoined(type, &reader))
    return found > depth
      ? try whole.decode(type, &input, session) : try wrapped.decode(type, &input, session)
  }
}

extension ArchivedTypes {
  /// How many optionals are nested in a type.
  fileprivate func optionalDepth(of type: ArchivedType) -> Int {
    var depth = 0
    var type = type
    while type.code == .optional {
      depth += 1
      type = first(of: type)
    }
    return depth
  }
}
