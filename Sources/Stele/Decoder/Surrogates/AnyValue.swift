/// A value of any type of the archive, with the objects that it refers to, for surrogates.
///
/// Other values of the type `any` are opened by ``ArchivedTypes``.
package enum AnyValue {
  /// A nil of any kind.
  case null
  case scalar(ArchiveValue, TypeCode)
  case object(AnyObject)
  /// The target of a weak reference that cannot be made before the object that has the reference.
  case unfinished(Int)
  /// An object of a class whose initialiser has returned nil; collections leave it out.
  case absent(className: String)
  /// The elements of a list.
  case list([AnyValue])
  /// The elements of a set.
  case set([AnyValue])
  /// The keys and values of a map.
  case map([(key: AnyValue, value: AnyValue)])
  /// A struct or enum, which only a `Decodable` type can read.
  case coded(ArchiveTypeDescriptor)
}

/// Decodes values of any type of the archive.
final class AnyValueDecoder: TypeDecoder<AnyValue> {
  private let target: TargetClass

  init(_ target: TargetClass) { self.target = target }

  // Values that nest have their own functions, so that a level of nesting takes little of the stack.

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyValue {
    let start = input.offset
    guard let type = session.types.unwrap(type, &input) else { return .null }
    switch type.code {
    case .list, .set: return try decodeList(type, &input, session)
    case .map: return try decodeMap(type, &input, session)
    default: return try decodeSingle(type, &input, session, at: start)
    }
  }

  @inline(never)
  private func decodeList(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyValue {
    try session.checkStack()
    let list = session.types.openList(type, &input)
    let elements = try decodeElements(list, &input, session)
    return type.code == .list ? .list(elements) : .set(elements)
  }

  @inline(never)
  private func decodeMap(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyValue {
    try session.checkStack()
    let keyType = session.types.first(of: type)
    let valueType = session.types.second(of: type)
    let depth = session.path.count
    var pairs: [(key: AnyValue, value: AnyValue)] = []
    for index in 0..<input.readCount() {
      session.path.put(.index(index), at: depth)
      let key = try decode(keyType, &input, session)
      pairs.append((key, try decode(valueType, &input, session)))
    }
    session.path.count = depth
    return .map(pairs)
  }

  @inline(never)
  private func decodeSingle(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession, at start: Int
  ) throws -> AnyValue {
    do {
      switch type.code {
      case .ref, .optional:
        return try session.reference(type, &input, target).map { .object($0) } ?? .null
      case .weak: return try decodeWeak(type, &input, session)
      case .struct, .enum:
        session.types.skip(type, &input)
        return .coded(session.types.descriptor(of: type))
      default:
        guard let scalar = session.readScalar(type, &input) else {
          throw session.wrongType(AnyValue.self, type, at: start)
        }
        return .scalar(scalar, type.code)
      }
    } catch let object as AbsentObject {
      return .absent(className: object.className)
    }
  }

  private func decodeWeak(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyValue {
    let start = input.offset
    let number = session.types.readReference(type, &input)
    guard number > 0 else { return .null }
    guard !session.leadsToUnfinished(number) else { return .unfinished(number) }
    return .object(try session.object(number, target, through: type, at: start))
  }
}

/// The initialiser of an object has returned nil, which a surrogate admits in the place of the object.
///
/// References of any class are decoded as ``AnyValue/absent``; for others it is an error.
package struct AbsentObject: Error {
  package let className: String

  package init(className: String) { self.className = className }
}
