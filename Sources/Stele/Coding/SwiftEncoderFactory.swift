/// The factory of the encoders of all types, by what the types conform to.
struct SwiftEncoderFactory: TypeEncoderFactory {
  func makeEncoder<T: Encodable>(
    of type: T.Type, _ session: EncodingSession
  ) throws -> AnyTypeEncoder {
    func makeConvertible<C: ArchiveScalarConvertible>(_: C.Type) throws -> AnyTypeEncoder {
      try ScalarConvertibleEncoder<C>(session)
    }
    func makeByHand<F: FieldEncodable>(_: F.Type) throws -> AnyTypeEncoder {
      try FieldsEncoder<F>(session)
    }
    if let maker = type as? any TypeEncoderMaking.Type { return try maker.makeTypeEncoder(session) }
    if type is AnyClass { return try ReferenceEncoder<T>(session) }
    if let native = type as? any ArchiveScalarConvertible.Type {
      return try makeConvertible(native)
    }
    if let packed = type as? any PackedStruct.Type { return try packed.makePackedEncoder(session) }
    if let fields = type as? any FieldEncodable.Type { return try makeByHand(fields) }
    return try CodableEncoder<T>(session)
  }

  func makeListEncoder<Element: Encodable>(
    of element: Element.Type, _ session: EncodingSession
  ) throws -> AnyTypeEncoder {
    if let scalar = element as? any WireScalar.Type { return try scalar.makeListEncoder(session) }
    if let packed = element as? any PackedStruct.Type {
      return try packed.makePackedListEncoder(session)
    }
    return try ArrayEncoder<Element>(session)
  }
}
