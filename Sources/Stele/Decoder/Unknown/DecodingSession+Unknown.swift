extension DecodingSession {
  /// The kept parts of the archive, made when they are first asked for.
  func keptArchive() -> KeptArchive {
    if let kept { return kept }
    let new = KeptArchive(store)
    kept = new
    var number = 0
    while let next = objects.firstTouched(after: number) {
      number = next
      if objects.state(of: number) == .made { unnoted.append(number) }
    }
    return new
  }

  /// Notes the objects that the program has with what is kept of the archive, each once.
  func noteKnownObjects() {
    guard let kept else { return }
    if renamedCount != registry.count {
      kept.renames = registry.renames(store.context.classes)
      renamedCount = registry.count
    }
    let numbers = unnoted
    unnoted = []
    for number in numbers {
      if let object = objects.object(number) { kept.note(object, number) }
    }
  }

  /// Whether an object is of a class that the program knows.
  fileprivate func knowsClass(of number: Int) throws(ArchiveError) -> Bool {
    guard let name = store.context.classes[try store.entry(of: number)]?.name else { return false }
    return registry[name] != nil
  }

  /// Returns an opaque object for a reference, if such are wanted.
  func opaqueObject(_ number: Int, at offset: Int) throws -> OpaqueObject {
    guard number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let name = store.context.classes[try store.entry(of: number)]?.name ?? ""
    guard keepsUnknownClasses else {
      throw failure(
        .unknownClass(name), at: offset)
    }
    return keptArchive().opaque(number)
  }

  /// The number in a strong or weak reference, or 0 for nil.
  fileprivate func reference(
    _ type: ArchivedType, _ input: inout ValidCursor, as wanted: Any.Type
  ) throws -> Int {
    let start = input.offset
    guard let type = unwrap(type, &input) else { return 0 }
    guard type.isReference || type.code == .weak else {
      throw wrongType(wanted, type, at: start)
    }
    return store.readReference(type, &input)
  }
}

extension OpaqueObject: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    OpaqueObjectDecoder()
  }
}

/// Decodes references to objects that are kept as they are.
///
/// Spec §8.5.
final class OpaqueObjectDecoder: TypeDecoder<OpaqueObject> {
  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> OpaqueObject {
    let start = input.offset
    let number = try session.reference(type, &input, as: OpaqueObject.self)
    guard number > 0 else { throw session.noValue(OpaqueObject.self, at: start) }
    return try session.opaqueObject(number, at: start)
  }
}

extension MaybeUnknown: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    MaybeUnknownDecoder(try session.typeDecoder(of: Object.self))
  }
}

/// Decodes references to objects of a class of the program, or of classes that it does not know.
///
/// Spec §8.5.
final class MaybeUnknownDecoder<Object: AnyObject & Codable>: TypeDecoder<MaybeUnknown<Object>> {
  private let known: TypeDecoder<Object>

  init(_ known: TypeDecoder<Object>) { self.known = known }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> MaybeUnknown<Object> {
    let start = input.offset
    var ahead = input
    let number = try session.reference(type, &ahead, as: Object.self)
    guard number > 0 else { throw session.noValue(Object.self, at: start) }
    if number <= session.store.objectCount, try !session.knowsClass(of: number) {
      input = ahead
      return .unknown(try session.opaqueObject(number, at: start))
    }
    return .known(try known.decode(type, &input, session))
  }
}
