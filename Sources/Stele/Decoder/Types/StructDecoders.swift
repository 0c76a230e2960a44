/// The decoder of values whose types read their keys by hand.
class StructDecoder<Value: FieldDecodable>: TypeDecoder<Value> {
  private let plans: TypePlans
  /// The values that objects of the archive have been read as.
  private var copies = ObjectCopies<Value>()

  init(_ session: DecodingSession) throws {
    plans = TypePlans(try session.classes.declaration(of: Value.self))
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let depth = session.path.count
    try session.checkStack()
    let start = input.offset
    guard let type = session.types.unwrap(type, &input) else {
      throw session.noValue([String: Any].self, at: start)
    }
    if type.isReference { return try decodeObject(type, &input, session) }
    let body = try session.openBody(type, &input, from: start)
    var fields = FieldDecoder(
      KeyCursor(
        plans.plan(of: body, session.types), input, from: start, node: type.node, session))
    try fields.keys.migrate()
    let value = try Value(from: &fields)
    input = try fields.keys.finish()
    session.path.count = depth
    return value
  }

  override func close() { copies = ObjectCopies() }

  override func reset(for session: DecodingSession) throws -> Bool {
    _ = try session.classes.declaration(of: Value.self)
    plans.forgetForeign()
    return true
  }

  @inline(never)
  private func decodeObject(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    if let known = try copies.value(of: type, &input, session) { return known }
    let depth = session.path.count
    let mark = session.conversions.mark
    defer { session.conversions.end(mark) }
    let copy = try session.beginCopy(type, &input, as: Value.self)
    var fields = FieldDecoder(
      KeyCursor(plans.plan(ofRecord: copy.entry, session.plans), copy.content, session))
    try fields.keys.migrate()
    let value = try Value(from: &fields)
    try fields.keys.completeRecord()
    copies.keep(value, of: copy.number, since: mark, session)
    session.path.count = depth
    return value
  }

  /// Decodes the elements of a list; all elements of a uniform list have the same keys, which are looked up once.
  override func decodeElements(
    _ list: OpenList, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Value] {
    guard list.element.form == .uniform, list.element.operation == .struct else {
      return try super.decodeElements(list, &input, session)
    }
    let path = session.path
    let depth = path.count
    path.put(.index(0), at: depth)
    try session.checkStack()
    var reader = input
    let body = session.types.openBody(list.element, &reader)
    // An element without keys takes a byte, before its keys.
    let headByteCount = reader.offset - input.offset
    let (plan, node) = (plans.plan(of: body, session.types), list.element.node)
    reader = input
    // Safe: the buffer has room for as many elements as the loop makes, and each is counted, so that those before one that fails
    // are released.
    let elements = try unsafe [Value](unsafeUninitializedCapacity: list.count) {
      elements, initializedCount in
      for index in 0..<list.count {
        path.put(.index(index), at: depth)
        let start = reader.offset
        reader.skip(headByteCount)
        var fields = FieldDecoder(
          KeyCursor(plan, reader, from: start, node: node, session))
        try fields.keys.migrate()
        unsafe elements.initializeElement(at: index, to: try Value(from: &fields))
        initializedCount = index + 1
        reader = try fields.keys.finish()
      }
    }
    input = reader
    path.count = depth
    return elements
  }
}

/// The decoder of values that are read by their `init(from:)`.
final class CodableDecoder<Value: Decodable>: TypeDecoder<Value> {
  private let plans: TypePlans
  /// Whether the values are objects of a class, which the archive has as values.
  private let makesObjects: Bool
  /// The state of the last value, kept for the next one.
  private var idle: DecodingValue?
  /// The values that objects of the archive have been read as.
  private var copies = ObjectCopies<Value>()

  init(_ session: DecodingSession, makesObjects: Bool = false) throws {
    plans = TypePlans(try session.classes.declaration(of: Value.self))
    self.makesObjects = makesObjects
  }

  override func close() {
    idle?.close()
    idle = nil
    copies = ObjectCopies()
  }

  override func reset(for session: DecodingSession) throws -> Bool {
    _ = try session.classes.declaration(of: Value.self)
    plans.forgetForeign()
    return true
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    if type.isReference || type.isWrapped { return try decodeWrapped(type, &input, session) }
    return try decodeOnce(type, &input, session)
  }

  override var nilDepth: Int { 1 }

  /// Decodes a value, even of an object that has been decoded before.
  private func decodeOnce(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let depth = session.path.count
    try session.checkStack()
    let open = idle.take() ?? DecodingValue(session, isReused: true)
    open.begin(type, input, plans)
    defer {
      if open.end() {
        // Nested values of the same type have one each.
        if idle == nil, !session.isFinished { idle = open } else { open.close() }
      }
    }
    let value: Value
    do {
      value = try Value(from: open.handle)
    } catch {
      throw open.failureOfUnknownCase(instead: error)
    }
    hasReadNothing = open.isUntouched
    if makesObjects, hasReadNothing, type.code != .struct {
      throw session.wrongType(Value.self, type, at: input.offset)
    }
    input = try open.finish()
    session.path.count = depth
    return value
  }

  /// Decodes a value of a type that may refer to an object of the archive, which is decoded once for all references to it.
  @inline(never)
  private func decodeWrapped(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    var start = input
    guard let reference = session.types.unwrap(type, &start), reference.isReference else {
      return try decodeOnce(type, &input, session)
    }
    var reader = start
    if let known = try copies.value(of: reference, &reader, session) {
      input = reader
      return known
    }
    let mark = session.conversions.mark
    defer { session.conversions.end(mark) }
    let value = try decodeOnce(type, &input, session)
    let number = start.readNumber()
    if session.conversions.hasBegun(number, since: mark) {
      copies.keep(value, of: number, since: mark, session)
    }
    return value
  }
}

/// Refuses values of a type that `SteleWholeFoundation` decodes, in a program without it.
///
/// For some bytes, Foundation's own initialiser of the type ends the process.
final class MissingDecoder<Value>: TypeDecoder<Value> {
  /// Returns whether a type is one of these; they are known by name, since this module does not import Foundation.
  static func isNeeded(for declaration: TypeDeclaration) -> Bool {
    let name = declaration.archiveClass.name
    return (name == "IndexSet" || name == "CharacterSet")
      && TypeName(declaration.type).isNamed("Foundation.\(name)")
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    throw DecodingError.dataCorrupted(
      session.context(
        .valueDoesNotFit, at: input.offset, expected: Value.self,
        "the program cannot decode \(Value.self) without SteleWholeFoundation",
        hint: "Import SteleWholeFoundation, a product of the package Stele."))
  }
}

/// The decoder of values whose types have their own wire type.
///
/// Spec §3.1.
final class ScalarConvertibleDecoder<Value: ArchiveScalarConvertible>: TypeDecoder<Value> {
  private let other: CodableDecoder<Value>
  private let code: TypeCode

  init(_ session: DecodingSession) throws {
    other = try CodableDecoder(session)
    code = Value.wireType.code
  }

  override func close() { other.close() }

  override func reset(for session: DecodingSession) throws -> Bool {
    try other.reset(for: session)
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let start = input
    guard let inner = session.types.unwrap(type, &input) else {
      throw session.noValue(Value.self, at: start.offset)
    }
    if inner.isReference, session.isSingle(inner, input) {
      return try session.decodeSingle(self, inner, &input)
    }
    guard var wire = session.readScalar(inner, &input),
      inner.code == code || convert(&wire)
    else {
      try session.rememberUnconverted(Value.self, of: code, inner, at: start.offset)
      input = start
      let depth = session.path.count
      do {
        return try other.decode(type, &input, session)
      } catch DecodingError.typeMismatch {
        // The form that the type has in other formats is of no interest.
        session.path.count = depth
        throw session.wrongType(Value.self, inner, at: start.offset)
      }
    }
    do {
      return try Value(wireValue: wire)
    } catch {
      throw session.doesNotFit(Value.self, inner, at: start.offset, "\(error)")
    }
  }

  /// Makes a decimal number from an integer; returns `false` for other values.
  private func convert(_ wire: inout ArchiveValue) -> Bool {
    switch wire {
    case .integer(let number) where code == .decimal:
      wire = .decimal(.number(isNegative: number < 0, mantissa: number.magnitude, exponent: 0))
    case .unsigned(let number) where code == .decimal:
      wire = .decimal(.number(isNegative: false, mantissa: number, exponent: 0))
    default: return false
    }
    return true
  }
}
