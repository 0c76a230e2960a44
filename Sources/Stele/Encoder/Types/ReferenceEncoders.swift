/// Encodes references to the objects of a class.
///
/// Spec §5.3.
final class ReferenceEncoder<T: Encodable>: TypeEncoder<T> {
  private let type: Int

  /// Makes an encoder of a type, which is a class.
  init(_ graph: GraphEncoder) throws {
    let name = try graph.declaration(of: T.self).archiveClass.name
    type = try graph.number(of: .reference(to: name))
    super.init(exact: type)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    // Safe: the type is a class, and a value of such a type is a reference; it is alive.
    try unsafe context.cell.write(reference: unsafeBitCast(value, to: Unmanaged<AnyObject>.self))
    return Encoded(type: type)
  }
}

/// Encodes references to the objects of a class, or nil.
///
/// Spec §5.3.
final class OptionalReferenceEncoder<T>: TypeEncoder<T?> {
  private let type: Int

  /// Makes an encoder of a type, which is a class.
  init(type: Int) {
    self.type = type
    super.init(exact: type)
  }

  override func encode(_ value: T?, in context: ValueContext) throws -> Encoded {
    // Safe: the type is a class, and an optional value of such a type is a reference or nil; it is alive.
    if let object = unsafe unsafeBitCast(value, to: Unmanaged<AnyObject>?.self) {
      try unsafe context.cell.write(reference: object)
    } else {
      context.buffer.write(byte: 0)
    }
    return Encoded(type: type)
  }
}

extension ValueCell {
  /// Writes a strong reference.
  @inline(__always)
  func write(reference object: AnyObject) throws {
    // Safe: the object is alive.
    try unsafe write(reference: .passUnretained(object))
  }

  /// Writes a strong reference.
  // Safe: the object is alive.
  @unsafe
  @inline(__always)
  func write(reference object: Unmanaged<AnyObject>) throws {
    // Safe: see above.
    let (number, isNew) = unsafe state.objects.insert(object)
    if unsafe isNew && !state.objects.noteClassAgain(of: object) {
      try unsafe noteClass(of: object, number)
    }
    write(number)
  }

  // Safe: the object is alive.
  @unsafe
  @inline(never)
  private func noteClass(of object: Unmanaged<AnyObject>, _ number: Int) throws {
    let encoder = encoder
    try unsafe encoder.graph.noteClass(of: object.takeUnretainedValue(), in: encoder)
    // The first value inside of a record is not counted, as the first collection is not.
    try encoder.graph.writeNow(number, nesting: state.nesting - 1)
  }

  /// Writes the number of an object.
  @inline(__always)
  private func write(_ number: Int) {
    if state.objects.notesEdges { state.objects.noteEdge(to: number) }
    buffer.write(varint: UInt(bitPattern: number))
  }

  /// Writes a strong reference to an object that has a number, or nil, for the expected key, or returns false if it has none.
  ///
  /// The address is 0 for nil; the object is not accessed.
  @inline(__always)
  func put(referenceTo address: UInt) -> Bool {
    let number = address == 0 ? 0 : state.objects.number(ofObjectAt: address)
    guard number > 0 || address == 0, !state.objects.notesEdges, buffer.hasRoom,
      state.keys.passExpected(start: buffer.count)
    else { return false }
    buffer.write(varint: UInt(bitPattern: number))
    return true
  }

  /// Writes a strong reference, or nil, for the expected key.
  @inline(__always)
  func put(reference object: AnyObject?) throws {
    let key = state.keys.expected
    let start = buffer.count
    if let object {
      // The class of the first object is asked for its declaration, which may do anything.
      state.current = key.place
      try write(reference: object)
    } else {
      buffer.write(byte: 0)
    }
    if !state.keys.pass(place: key.place, type: key.type, start: start) {
      encoder.note(key.place, type: key.type, start: start)
    }
  }
}

/// Encodes weak references.
///
/// Spec §5.4.
private final class WeakReferenceEncoder<Target: AnyObject & Codable>: TypeEncoder<
  BackReference<Target>
>
{
  override func encode(_ value: BackReference<Target>, in context: ValueContext) throws -> Encoded {
    guard !context.cell.isHashed else {
      throw context.cell.encoder.error(
        .backReferenceInKey,
        "a back reference to \(TypeName.inSource(Target.self)) in a set element or dictionary key is empty when that is hashed again"
      )
    }
    context.buffer.write(varint: value.wrappedValue.map { context.graph.weakValue(of: $0) } ?? 0)
    return Encoded(type: try knownType(context.graph))
  }
}

extension BackReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    let name = try graph.declaration(of: Target.self).archiveClass.name
    return WeakReferenceEncoder(exact: try graph.number(of: .weakReference(to: name)))
  }
}

/// Encodes strong references that are decoded late.
///
/// They do not count as those of a strong cycle.
private final class LateReferenceEncoder<Value: LateValue>: TypeEncoder<LateReference<Value>> {
  private let content: TypeEncoder<Value>

  init(_ graph: GraphEncoder) throws {
    content = try graph.encoder(of: Value.self)
    super.init(exact: nil)
  }

  override func encode(_ value: LateReference<Value>, in context: ValueContext) throws -> Encoded {
    let objects = context.cell.state.objects
    objects.addExemption(1)
    defer { objects.addExemption(-1) }
    return try content.encode(value.box.value, in: context)
  }
}

extension LateReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    try LateReferenceEncoder(graph)
  }
}

/// A reference to an object of any class, or to none.
///
/// Only the coders of this module can write it.
///
/// Spec §5.3.
package struct AnyReference: Encodable {
  /// The object.
  package let object: AnyObject?

  package init(_ object: AnyObject?) { self.object = object }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

/// A weak reference to an object of any class, or to none: the object is written only when something else refers to it.
///
/// Spec §5.4.
package struct AnyWeakReference: Encodable {
  /// The object.
  package let object: AnyObject?

  package init(_ object: AnyObject?) { self.object = object }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

extension AnyReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<AnyReference> {
    AnyReferenceEncoder(exact: try graph.optional(of: graph.number(of: .reference(to: nil))))
  }
}

extension AnyWeakReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<AnyWeakReference> {
    AnyWeakReferenceEncoder(exact: try graph.number(of: .weakReference(to: nil)))
  }
}

private final class AnyReferenceEncoder: TypeEncoder<AnyReference> {
  override func encode(_ value: AnyReference, in context: ValueContext) throws -> Encoded {
    if let object = value.object {
      let count = context.graph.objects.count
      try context.cell.write(reference: object)
      // A circle is closed by a reference to an object that had a number before.
      if context.graph.objects.count == count { context.graph.hasRepeatedReference = true }
    } else {
      context.buffer.write(byte: 0)
    }
    return Encoded(type: try knownType(context.graph))
  }
}

private final class AnyWeakReferenceEncoder: TypeEncoder<AnyWeakReference> {
  override func encode(_ value: AnyWeakReference, in context: ValueContext) throws -> Encoded {
    guard !context.cell.isHashed else { throw context.cell.encoder.error(.backReferenceInKey) }
    context.buffer.write(varint: value.object.map { context.graph.weakValue(of: $0) } ?? 0)
    return Encoded(type: try knownType(context.graph))
  }
}
