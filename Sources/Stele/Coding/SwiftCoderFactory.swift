/// The factory of the encoders and decoders of all types, by what the types conform to.
struct SwiftCoderFactory: TypeEncoderFactory, DecoderFactory {
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

  // MARK: Decoders

  // Compiled once: it runs once for each type, and copies for types that the library knows would take 24 KB.
  @_semantics("optimize.sil.specialize.generic.never")
  func makeTypeDecoder<T: Decodable>(
    of type: T.Type, _ session: DecodingSession
  ) throws -> AnyTypeDecoder {
    // The first query whether a type conforms to a protocol takes long, and only one class decodes itself.
    if type is AnyClass, type != OpaqueObject.self {
      try session.classes.allowRequested(type)
      return ReferenceDecoder<T>(type, entryCount: session.classes.entryCount)
    }
    if let type = type as? any DirectlyDecodable.Type { return try type.makeTypeDecoder(session) }
    if let type = type as? any ArchiveScalarConvertible.Type {
      return try makeScalarConvertibleDecoder(of: type, session)
    }
    if let type = type as? any PackedStruct.Type { return try type.makePackedDecoder(session) }
    if let type = type as? any FieldDecodable.Type {
      return try makeFieldDecoder(of: type, session)
    }
    if MissingDecoder<T>.isNeeded(for: try session.classes.declaration(of: type)) {
      return MissingDecoder<T>()
    }
    return try CodableDecoder<T>(session)
  }

  private func makeScalarConvertibleDecoder<T: ArchiveScalarConvertible>(
    of type: T.Type, _ session: DecodingSession
  ) throws -> AnyTypeDecoder {
    try ScalarConvertibleDecoder<T>(session)
  }

  private func makeFieldDecoder<T: FieldDecodable>(
    of type: T.Type, _ session: DecodingSession
  ) throws -> AnyTypeDecoder {
    try StructDecoder<T>(session)
  }

  func makeListDecoder<T: Decodable>(
    of type: T.Type, _ session: DecodingSession
  ) throws -> AnyTypeDecoder {
    // As above: scalars, which lists have most, are no packed structs.
    if !(type is any DecodableScalar.Type), let type = type as? any PackedStruct.Type {
      return try type.makePackedListDecoder(session)
    }
    return ListDecoder(try session.typeDecoder(of: type))
  }

  func makeClassDecoder(
    of allowed: AllowedClass, entry: Int, isSplit: Bool, _ session: DecodingSession
  ) -> ClassDecoder {
    func twoPhase<T: TwoPhaseDecodable>(_ type: T.Type) -> ClassDecoder {
      TwoPhaseClassDecoder<T>(
        type, allowed.declaration, entry: entry, isTwoPhase: true, session)
    }
    func fields<T: FieldDecodable>(_ type: T.Type) -> ClassDecoder {
      FieldClassDecoder<T>(type, allowed.declaration, entry: entry, isTwoPhase: false, session)
    }
    func codable<T: Decodable>(_ type: T.Type) -> ClassDecoder {
      CodableClassDecoder<T>(type, allowed.declaration, entry: entry, isTwoPhase: false, session)
    }
    if isSplit { return SplitClassDecoder(allowed, entry: entry, session) }
    if let type = allowed.type as? any TwoPhaseDecodable.Type { return twoPhase(type) }
    if let type = allowed.type as? any FieldDecodable.Type { return fields(type) }
    return codable(allowed.type)
  }
}
