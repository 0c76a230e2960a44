// A span of time: struct $duration { attoseconds: int128 }, of version 1

private let attoseconds = "attoseconds"

extension Duration: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    DurationEncoder()
  }
}

/// The encoder of durations, as the registered struct.
///
/// Spec chapter 13.
private final class DurationEncoder: TypeEncoder<Duration> {
  private let observed = ObservedType(named: RegisteredName.duration)

  init() {
    observed.isEnum = false
    super.init(exact: nil)
  }

  override func knownType(_ types: inout ClassTableWriter) throws -> Int {
    try types.index(of: .struct, named: RegisteredName.duration)
  }

  override func reset() { observed.reset() }

  override func encode(_ value: Duration, in context: ValueContext) throws -> Encoded {
    try context.cell.write(observed, in: context) { inner in
      let fields = try FieldEncoder(beginning: inner)
      try fields.encode(value.attoseconds, named: attoseconds, level: 0)
    }
  }
}

extension Duration: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    DurationDecoder()
  }
}

/// Decodes durations from the registered struct, and from no other.
///
/// Spec chapter 13.
private final class DurationDecoder: TypeDecoder<Duration> {
  /// The entry that has last been found to have the registered shape.
  private var knownEntry = 0

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Duration {
    let start = input.offset
    guard let type = session.types.unwrap(type, &input) else {
      throw session.noValue(Duration.self, at: start)
    }
    var reader = input
    guard type.code == .struct,
      case let entry = Int(session.types.openBody(type, &reader).entry),
      entry == knownEntry || session.types.schema.isDuration(entry)
    else { throw session.wrongType(Duration.self, type, at: start) }
    knownEntry = entry
    input = reader
    return Duration(attoseconds: Int128.decodePlain(&input))
  }
}

extension CompiledSchema {
  /// Returns whether an entry describes the registered struct.
  fileprivate func isDuration(_ entry: Int) -> Bool {
    guard let own = self[entry], own.kind == .struct, own.version == 1,
      name(own.name)?.isExactly(RegisteredName.duration) == true,
      let body = body(ofEntry: entry), body.keys.count == 1
    else { return false }
    let key = body.keys.lowerBound
    return keys[key].type.code == .int128 && !keys[key].isOptional
      && keyNames[key].isExactly(attoseconds)
  }
}
