/// The encoder of the objects of one class: their levels, and the code that writes their keys.
class ClassEncoder {
  final let declaration: TypeDeclaration
  final let observed: ObservedBody
  /// Whether references from the objects cannot make a strong cycle.
  final let isTwoPhase: Bool
  /// Whether the objects are opaque, and kept as they are.
  final let isOpaque: Bool
  /// Whether a surrogate writes the objects, during the call that first refers to them, not in their turn.
  final let isImmediate: Bool
  /// Whether a surrogate makes the objects at once, with all that they refer to.
  final let isMadeAtOnce: Bool
  /// Whether the objects are written in their turn, key by key.
  final let isPlain: Bool
  /// Whether an object has been searched for properties that its coding leaves out.
  final var hasCheckedProperties = false

  init(
    _ declaration: TypeDeclaration, _ levels: [ObservedLevel], isTwoPhase: Bool,
    isOpaque: Bool = false, isImmediate: Bool = false, isMadeAtOnce: Bool = false
  ) {
    self.declaration = declaration
    (self.isTwoPhase, self.isOpaque) = (isTwoPhase, isOpaque)
    (self.isImmediate, self.isMadeAtOnce) = (isImmediate, isMadeAtOnce)
    // A surrogate may write a key once more with another object, so cycles are searched for in the bytes.
    observed = ObservedBody(
      .class(declaration), levels, type: ClassTableWriter.never, replacesKeys: isImmediate)
    isPlain = !isOpaque && !isImmediate
  }

  /// Whether the objects write their keys by hand.
  var isByHand: Bool { false }

  /// Writes the keys of an object; it is never called for opaque objects, whose encoder alone does not override it.
  // Safe: the object is alive, and of the class that this was made for.
  @unsafe
  func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {}
}

extension ClassEncoder: ReusedDefinition {
  func reset() {
    hasCheckedProperties = false
    observed.reset()
  }
}

/// The encoder of objects that write their keys in `encode(to:)`.
private final class CodableClassEncoder<T: Encodable>: ClassEncoder {
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

/// The encoder of objects that write their keys by hand.
private final class FieldClassEncoder<T: FieldEncodable>: ClassEncoder {
  override var isByHand: Bool { true }

  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {
    encoder.cell.beginKeys()
    encoder.session.markUse(ofLevel: 0)
    var fields = FieldEncoder(encoder.cell)
    // Safe: the class is that of the object, and a value of a class type is a reference.
    try unsafe withUnsafePointer(to: object) {
      try unsafe withValue(at: UnsafeRawPointer($0).assumingMemoryBound(to: T.self)) {
        try $0.encode(to: &fields)
      }
    }
  }
}

/// The encoder of objects whose keys a surrogate writes.
private final class SurrogateClassEncoder: ClassEncoder {
  private unowned let surrogate: any EncodingSurrogate

  init(
    _ surrogate: any EncodingSurrogate, _ declaration: TypeDeclaration, _ levels: [ObservedLevel],
    isMadeAtOnce: Bool
  ) {
    self.surrogate = surrogate
    super.init(
      declaration, levels, isTwoPhase: true, isImmediate: true, isMadeAtOnce: isMadeAtOnce)
    // The surrogate knows which properties the class has to write.
    hasCheckedProperties = true
  }

  @unsafe
  override func write(_ object: Unmanaged<AnyObject>, to encoder: ValueEncoder) throws {
    encoder.cell.beginKeys()
    let keys = ObjectEncoder(encoder: encoder, level: observed.ownLevel)
    // Safe: the object is alive.
    try unsafe surrogate.encode(object.takeUnretainedValue(), to: keys)
  }
}

// MARK: Classes of a graph

extension GraphEncoder {
  /// Returns the encoder of the class of an object, or nil if the class could not be determined.
  @inline(__always)
  func classEncoder(of object: Int) -> ClassEncoder? {
    let number = session.objects.classNumber(of: object)
    return number > 0 ? classEncoders[number - 1] : nil
  }

  @inline(never)
  func rememberClass(of object: AnyObject, in cell: ValueCell) throws {
    let type: AnyClass = Swift.type(of: object)
    do {
      guard session.options.orderingDepth == 0 else {
        throw cell.error(.coderIsFinished, "elements that refer to objects have no order")
      }
      if let known = classNumbers[ObjectIdentifier(type)] {
        return remember(known, of: type)
      }
      // The declaration of this object, if the surrogate records each object of the type as one of a class of its own.
      let individual =
        surrogate?.recordsIndividually(type) == true
        ? try surrogate?.declaration(for: object) : nil
      let key = individual.map { ObjectIdentifier($0) } ?? ObjectIdentifier(type)
      if let known = classNumbers[key] { return remember(known, of: type) }
      let made = try session.define(.classEncoder, key) {
        try makeClass(type, of: object, individual, in: cell)
      }
      classEncoders.append(made)
      classNumbers.set(classEncoders.count, for: key)
      remember(classEncoders.count, of: type)
    } catch {
      // The object has a number now, so encoding cannot continue, even if the program catches this error.
      session.fail(error)
      throw error
    }
  }

  /// Remembers the class of the last new object; each object that is written at once has to be remembered here.
  private func remember(_ number: Int, of type: AnyClass) {
    let isImmediate = classEncoders[number - 1].isImmediate
    session.objects.rememberClass(number, of: isImmediate ? nil : type)
  }

  private func makeClass(
    _ type: AnyClass, of object: AnyObject, _ individual: TypeDeclaration?, in cell: ValueCell
  ) throws -> ClassEncoder {
    if let surrogate, let declaration = try individual ?? surrogate.declaration(for: object) {
      if individual == nil { try session.directory.add(declaration) }
      return SurrogateClassEncoder(
        surrogate, declaration,
        session.levels(of: declaration, isIndividual: individual != nil),
        isMadeAtOnce: surrogate.isMadeAtOnce(type))
    }
    let byHand = type as? any FieldEncodable.Type
    guard let encodable = byHand ?? type as? any Encodable.Type else {
      throw cell.error(
        .unknownClass(String(describing: type)), "\(type) is not Encodable", value: object)
    }
    let declaration = try session.declaration(of: encodable)
    let levels = session.levels(of: declaration)
    let isOpaque = type == OpaqueObject.self
    let isTwoPhase = isOpaque || session.options.isTwoPhase(type)
    func makeByHand<T: FieldEncodable>(_: T.Type) -> ClassEncoder {
      FieldClassEncoder<T>(declaration, levels, isTwoPhase: isTwoPhase)
    }
    func make<T: Encodable>(_: T.Type) -> ClassEncoder {
      CodableClassEncoder<T>(declaration, levels, isTwoPhase: isTwoPhase, isOpaque: isOpaque)
    }
    return byHand.map { makeByHand($0) } ?? make(encodable)
  }
}
