/// The encoder of references to the objects of a class.
///
/// Spec §5.3.
final class ReferenceEncoder<T: Encodable>: TypeEncoder<T> {
  /// Makes an encoder of a type, which is a class.
  init(_ session: EncodingSession) throws {
    let name = try session.declaration(of: T.self).archiveClass.name
    super.init(exact: try session.tables.index(of: .ref, named: name), role: .reference)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    // Safe: the type is a class, and a value of such a type is a reference; it is alive.
    try unsafe context.cell.write(reference: unsafeBitCast(value, to: Unmanaged<AnyObject>.self))
    return Encoded(type: exactType)
  }
}

/// The encoder of references to the objects of a class, or nil.
///
/// Spec §5.3.
final class OptionalReferenceEncoder<T>: TypeEncoder<T?> {
  override func encode(_ value: T?, in context: ValueContext) throws -> Encoded {
    // Safe: the type is a class, and an optional value of such a type is a reference or nil; it is alive. Read in its place, the
    // value needs no metadata of the optional type, which take 500 instructions to find.
    let reference = unsafe withUnsafePointer(to: value) {
      unsafe UnsafeRawPointer($0).load(as: Unmanaged<AnyObject>?.self)
    }
    if let object = unsafe reference {
      try unsafe context.cell.write(reference: object)
    } else {
      context.buffer.write(byte: 0)
    }
    return Encoded(type: exactType)
  }
}

/// The encoder of weak references.
///
/// Spec §5.4.
private final class WeakReferenceEncoder<Target: AnyObject & Codable>: TypeEncoder<
  BackReference<Target>
>
{
  override func encode(_ value: BackReference<Target>, in context: ValueContext) throws -> Encoded {
    guard !context.cell.isHashed else {
      throw context.cell.error(
        .backReferenceInKey,
        "a back reference to \(TypeName.inSource(Target.self)) in a set element or dictionary key is empty when that is hashed again"
      )
    }
    context.buffer.write(
      varint: value.wrappedValue.map { context.cell.state.objects.weakValue(of: $0) } ?? 0)
    return Encoded(type: exactType)
  }
}

extension BackReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    let name = try session.declaration(of: Target.self).archiveClass.name
    return WeakReferenceEncoder<Target>(exact: try session.tables.index(of: .weak, named: name))
  }
}

/// The encoder of strong references that are decoded late, and so cannot make a strong cycle.
private final class LateReferenceEncoder<Value: LateValue>: TypeEncoder<LateReference<Value>> {
  private let content: TypeEncoder<Value>

  init(_ session: EncodingSession) throws {
    content = try session.encoder(of: Value.self)
    super.init(exact: nil)
  }

  override func encode(_ value: LateReference<Value>, in context: ValueContext) throws -> Encoded {
    let objects = context.cell.state.objects
    objects.withEdges { $0.addLateReferences(1) }
    defer { objects.withEdges { $0.addLateReferences(-1) } }
    return try content.encode(value.box.value, in: context)
  }
}

extension LateReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try LateReferenceEncoder<Value>(session)
  }
}

/// A reference to an object of any class, or nil.
///
/// Only the coders of this module can write it.
///
/// Spec §5.3.
package struct AnyReference: Encodable {
  package let object: AnyObject?

  package init(_ object: AnyObject?) { self.object = object }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

/// A weak reference to an object of any class, or nil: the object is written only when something else refers to it.
///
/// Spec §5.4.
package struct AnyWeakReference: Encodable {
  package let object: AnyObject?

  package init(_ object: AnyObject?) { self.object = object }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

extension AnyReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    let type = try session.optional(of: session.tables.index(of: .ref, named: nil))
    return LeafEncoder<AnyReference>(type: type) { value, cell in
      guard let object = value.object else { return cell.buffer.write(byte: 0) }
      let count = cell.state.objects.count
      try cell.write(reference: object)
      // A cycle is closed by a reference to an object that had a number before.
      if cell.state.objects.count == count { cell.session.hasRepeatedReference = true }
    }
  }
}

extension AnyWeakReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    let type = try session.tables.index(of: .weak, named: nil)
    return LeafEncoder<AnyWeakReference>(type: type) { value, cell in
      guard !cell.isHashed else { throw cell.error(.backReferenceInKey) }
      cell.buffer.write(varint: value.object.map { cell.state.objects.weakValue(of: $0) } ?? 0)
    }
  }
}
