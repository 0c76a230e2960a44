/// How the objects of one class are recorded: their levels, observed keys and encoder.
final class RecordClass {
  let declaration: TypeDeclaration
  /// The keys that the objects have had.
  let observed: ObservedBody
  let writer: RecordWriter
  /// Whether references out of its objects cannot make a strong cycle.
  let isTwoPhase: Bool
  /// Whether a surrogate makes the objects at once, with all that they refer to.
  let isMadeAtOnce: Bool
  /// Whether the objects are kept as they are.
  let isOpaque: Bool
  /// Whether the objects are written during the call that leads to them first, and not in their turn.
  let isImmediate: Bool
  /// Whether the objects are written in their turn, key by key.
  let isPlain: Bool
  /// Whether an object has been searched for properties that its coding leaves out.
  var hasCheckedProperties = false

  init(
    _ declaration: TypeDeclaration, _ levels: [ObservedLevel], _ writer: RecordWriter,
    isTwoPhase: Bool, isMadeAtOnce: Bool = false, isOpaque: Bool = false,
    isImmediate: Bool = false, replacesKeys: Bool = false
  ) {
    self.declaration = declaration
    observed = ObservedBody(
      .class(declaration), levels, type: TypeTable.never, replacesKeys: replacesKeys)
    self.writer = writer
    self.isTwoPhase = isTwoPhase
    self.isMadeAtOnce = isMadeAtOnce
    self.isOpaque = isOpaque
    self.isImmediate = isImmediate
    isPlain = !isOpaque && !isImmediate
  }
}

/// Writes the keys of the objects of one class.
class RecordWriter {
  /// Writes an object of the class that the writer is for.
  // Safe: the object is alive, and of the class that the writer is for.
  @unsafe
  func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {}
}

/// Writes objects that write their keys in `encode(to:)`.
private final class CodableRecordWriter<T: Encodable>: RecordWriter {
  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {
    encoder.cell.state.isShared = true
    // Safe: the class is that of the object, and a value of a class type is a reference.
    try unsafe withUnsafePointer(to: object) {
      try unsafe withValue(at: UnsafeRawPointer($0).assumingMemoryBound(to: T.self)) {
        try $0.encode(to: encoder)
      }
    }
  }
}

/// Writes objects that write their keys by hand.
private final class FieldRecordWriter<T: FieldEncodable>: RecordWriter {
  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {
    encoder.cell.beginKeys()
    encoder.graph.noteUse(ofLevel: 0)
    var fields = FieldEncoder(encoder.cell)
    // Safe: the class is that of the object, and a value of a class type is a reference.
    try unsafe withUnsafePointer(to: object) {
      try unsafe withValue(at: UnsafeRawPointer($0).assumingMemoryBound(to: T.self)) {
        try $0.encode(to: &fields)
      }
    }
  }
}

/// Writes objects by their surrogate.
private final class SurrogateWriter: RecordWriter {
  private unowned let surrogate: any EncodingSurrogate

  init(_ surrogate: any EncodingSurrogate) { self.surrogate = surrogate }

  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {
    // Safe: the object is alive.
    try unsafe surrogate.encode(object.takeUnretainedValue(), to: ObjectEncoder(encoder))
  }
}

extension Encodable {
  fileprivate static var recordWriter: RecordWriter { CodableRecordWriter<Self>() }
}

extension FieldEncodable {
  fileprivate static var fieldRecordWriter: RecordWriter { FieldRecordWriter<Self>() }
}

extension GraphEncoder {
  /// Notes the class of the object that got a number last.
  @inline(never)
  func noteClass(of object: AnyObject, in encoder: ValueEncoder) throws {
    let type: AnyClass = Swift.type(of: object)
    do {
      guard options.orderingDepth == 0 else {
        throw encoder.error(.coderIsFinished, "elements that refer to objects have no order")
      }
      let known: RecordClass
      if let made = classes[ObjectIdentifier(type)] {
        known = made
      } else {
        if try noteIndividually(type, object) { return }
        known = try makeClass(type, of: object, in: encoder)
        classes.set(known, for: ObjectIdentifier(type))
      }
      // Safe: the class is kept now. Each object that is written at once is to come here.
      unsafe objects.note(.passUnretained(known), of: known.isImmediate ? nil : type)
    } catch {
      // The object has a number now, so there is no way on, even if the program catches this.
      failure = failure ?? error
      throw error
    }
  }

  private func makeClass(
    _ type: AnyClass, of object: AnyObject, in encoder: ValueEncoder
  ) throws -> RecordClass {
    if let surrogate, let declaration = try surrogate.declaration(for: object) {
      try directory.add(declaration)
      return makeClass(
        surrogate, declaration, declaration.levels.map { level(of: $0) },
        isMadeAtOnce: surrogate.isMadeAtOnce(type))
    }
    guard let encodable = type as? any Encodable.Type else {
      throw encoder.error(
        .unknownClass(String(describing: type)), "\(type) is not Encodable", value: object)
    }
    let declaration = try declaration(of: encodable)
    let isOpaque = type == OpaqueObject.self
    return RecordClass(
      declaration, declaration.levels.map { level(of: $0) },
      (encodable as? any FieldEncodable.Type)?.fieldRecordWriter ?? encodable.recordWriter,
      isTwoPhase: isOpaque || options.isTwoPhase(type), isOpaque: isOpaque)
  }

  private func makeClass(
    _ surrogate: any EncodingSurrogate, _ declaration: TypeDeclaration, _ levels: [ObservedLevel],
    isMadeAtOnce: Bool
  ) -> RecordClass {
    // A key may be written once more with another object, so circles are looked for in what has been written.
    let made = RecordClass(
      declaration, levels, SurrogateWriter(surrogate), isTwoPhase: true,
      isMadeAtOnce: isMadeAtOnce, isImmediate: true, replacesKeys: true)
    // Which properties such a class has to write is its own affair.
    made.hasCheckedProperties = true
    return made
  }

  /// Notes the class of an object that got a number last, if it is one that only its surrogate knows.
  private func noteIndividually(_ type: AnyClass, _ object: AnyObject) throws -> Bool {
    guard let surrogate, surrogate.recordsIndividually(type),
      let declaration = try surrogate.declaration(for: object)
    else { return false }
    let key = ObjectIdentifier(declaration)
    let known =
      individualClasses[key]
      ?? makeClass(
        surrogate, declaration, declaration.levels.map { individualLevel(of: $0) },
        isMadeAtOnce: surrogate.isMadeAtOnce(type))
    individualClasses[key] = known
    // Safe: the class is kept now.
    unsafe objects.note(.passUnretained(known), of: nil)
    return true
  }

  /// The keys of a level of a class that is known by its declaration only.
  private func individualLevel(of declaration: TypeDeclaration) -> ObservedLevel {
    if let known = individualLevels[ObjectIdentifier(declaration)] { return known.level }
    let level = ObservedLevel(name: declaration.archiveClass.name, declaration: declaration)
    individualLevels[ObjectIdentifier(declaration)] = (declaration, level)
    return level
  }
}
