// What is thrown of the value at the end of the path.

extension DecodingSession {
  /// The archive has a value of another type.
  func wrongType(_ type: Any.Type, _ found: ArchivedType, at offset: Int?) -> DecodingError {
    wrongType(type, types.descriptor(of: found), at: offset)
  }

  /// The archive has a value of another type.
  func wrongType(_ type: Any.Type, _ found: ArchiveTypeDescriptor, at offset: Int?) -> DecodingError
  {
    let line = conversionLine(from: found)
    let hint = line.map { "Take the type of the archive, or declare how to convert it: \($0)." }
    return .typeMismatch(
      type, context(.wrongType(found), at: offset, expected: type, hint: hint))
  }

  /// The archive has a nil.
  func noValue(_ type: Any.Type, at offset: Int) -> DecodingError {
    .valueNotFound(
      type,
      context(
        .valueDoesNotFit, at: offset, expected: type,
        "the archive has nil here, the program asks for \(type)", hint: "Make it optional."))
  }

  /// The type does not have the value.
  func doesNotFit(_ type: Any.Type, _ found: ArchivedType, at offset: Int) -> DecodingError {
    var hint: String?
    if [.float16, .float32, .float64, .decimal].contains(found.code) {
      let line = conversionLine(from: types.descriptor(of: found))
      hint =
        "Take the type of the archive, or declare how to round"
        + (line.map { ": \($0)." } ?? ".")
    }
    return .dataCorrupted(context(.valueDoesNotFit, at: offset, expected: type, hint: hint))
  }

  /// The line that declares how the value at the end of the path is converted, or nil if the value is not the one of a key.
  private func conversionLine(from found: ArchiveTypeDescriptor) -> String? {
    let key: String
    switch path.last {
    case .slot(let table, let index):
      // Safe: the session keeps the tables as long as anything is decoded.
      key = unsafe table._withUnsafeGuaranteedRef { $0.programName(index) ?? $0.name(index) }
    case .key(let name): key = name
    case .index, .object, .prefix: return nil
    }
    guard let type = found.swiftName else { return nil }
    return ".key(\(key.quoted)).converting(from: \(type).self) { ... }"
  }

  /// The graph cannot be decoded.
  func failure(
    _ reason: SteleCodingError.Reason, at offset: Int? = nil, _ detail: String? = nil
  ) -> DecodingError {
    .dataCorrupted(context(reason, at: offset, detail))
  }

  /// A list has ended.
  func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "There is no further element."))
  }

  /// The path to the value that is being decoded.
  var codingPath: [any CodingKey] { path.keys(to: path.count) }

  /// The context of an error.
  func context(
    _ reason: SteleCodingError.Reason, at offset: Int?, expected: Any.Type? = nil,
    _ detail: String? = nil, hint: String? = nil
  ) -> DecodingError.Context {
    var error = error(reason, at: offset)
    error.hint = hint
    error.expectedType = expected.map { "\($0)" }
    error.detail = detail
    return error.decodingContext(codingPath)
  }

  /// The error for a reason at the value that is being decoded.
  func error(_ reason: SteleCodingError.Reason, at offset: Int?) -> SteleCodingError {
    let object = path.object(to: path.count)
    return SteleCodingError(
      reason, object: object > 0 ? object : nil, offset: offset,
      className: object > 0 ? className(of: object) : nil,
      keyPath: SteleCodingError.text(of: codingPath))
  }

  /// The archive name of the class of an object.
  func className(of object: Int) -> String? {
    guard let entry = try? store.entry(of: object) else { return nil }
    return types.name(ofEntry: entry)
  }
}

extension DecodingError {
  /// The context, whichever case the error is.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension DecodingSession {
  /// Goes through `any` and optional to the value inside; returns nil if there is none, or a nil reference.
  @inline(__always)
  func unwrap(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType? {
    guard type.isWrapped || type.isNilReference else { return type }
    return unwrapFurther(type, &input)
  }

  @inline(never)
  private func unwrapFurther(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType? {
    var type = type
    while type.isWrapped {
      if type.operation == .any {
        type = types.readInner(&input)
      } else {
        guard input.readByte() != 0 else { return nil }
        type = types.first(of: type)
      }
    }
    if type.isNilReference {
      var reference = input
      guard store.readReference(type, &reference) != 0 else {
        input = reference
        return nil
      }
    }
    return type
  }

  /// Goes through what a join of types puts around a value: `any`, and optionals of `any` that are not nil.
  ///
  /// A nil that stands in an `any` is one of the value, not of the optionals around the `any`.
  ///
  /// Spec §9.3.
  func unwrapJoined(_ type: ArchivedType, _ input: inout ValidCursor) -> ArchivedType {
    var type = type
    while true {
      if type.operation == .any {
        type = types.readInner(&input)
        continue
      }
      var part = type
      var ahead = input
      while part.operation == .optional {
        guard ahead.readByte() != 0 else { return type }
        part = types.first(of: part)
      }
      guard part.operation == .any else { return type }
      type = part
      input = ahead
    }
  }

  /// Moves over a value.
  func skip(_ type: ArchivedType, _ input: inout ValidCursor) { types.skip(type, &input) }
}

extension DecodingSession {
  /// Goes to the elements of a list or set.
  func openList(
    _ type: ArchivedType, _ input: inout ValidCursor, as wanted: @autoclosure () -> Any.Type
  ) throws -> OpenList {
    let start = input.offset
    guard let type = unwrap(type, &input) else { throw noValue(wanted(), at: start) }
    guard type.code == .list || type.code == .set else {
      throw wrongType(wanted(), type, at: start)
    }
    return types.openList(type, &input)
  }
}

extension DecodingSession {
  /// Whether a value is a list, and not a set.
  func isList(_ type: ArchivedType, at value: ValidCursor) -> Bool {
    var input = value
    return unwrap(type, &input)?.code == .list
  }
}

extension DecodingSession {
  /// Goes to the keys of a value that has been unwrapped.
  func openBody(
    _ type: ArchivedType, _ input: inout ValidCursor, from start: Int
  ) throws -> ArchivedBody {
    switch type.operation {
    case .structure, .enumeration: return types.openBody(type, &input)
    case .map where types.hasNames(type):
      return ArchivedBody(.map, entry: 0, index: Int(type.index))
    default: throw wrongType([String: Any].self, type, at: start)
    }
  }

  /// Whether a value has keys, as a struct, an enum and a map with string keys have.
  func hasKeys(_ value: KeyCursor.Whole) -> Bool {
    var input = value.input
    guard let type = unwrap(value.type, &input) else { return false }
    switch type.operation {
    case .structure, .enumeration: return true
    case .map: return types.hasNames(type)
    default: return false
    }
  }
}

extension DecodingSession {
  /// Whether a value is nil.
  func isNil(_ value: KeyCursor.Whole) -> Bool {
    var type = value.type
    guard type.isWrapped || type.isNilReference else { return false }
    guard value.input.offset > 0 else { return true }
    var input = value.input
    type = unwrapJoined(type, &input)
    // Only the outermost optional counts.
    if type.isWrapped { return input.readByte() == 0 }
    return type.isNilReference && store.readReference(type, &input) == 0
  }
}
