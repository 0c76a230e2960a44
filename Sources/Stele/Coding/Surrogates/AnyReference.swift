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
  override func encode(_ value: AnyReference, in spot: Spot) throws -> Encoded {
    if let object = value.object {
      let count = spot.graph.objects.count
      try spot.cell.write(reference: object)
      // A circle is closed by a reference to an object that had a number before.
      if spot.graph.objects.count == count { spot.graph.hasRepeatedReference = true }
    } else {
      spot.buffer.write(byte: 0)
    }
    return Encoded(type: try knownType(spot.graph))
  }
}

private final class AnyWeakReferenceEncoder: TypeEncoder<AnyWeakReference> {
  override func encode(_ value: AnyWeakReference, in spot: Spot) throws -> Encoded {
    guard !spot.cell.isHashed else { throw spot.cell.encoder.error(.backReferenceInKey) }
    spot.buffer.write(varint: value.object.map { spot.graph.weakValue(of: $0) } ?? 0)
    return Encoded(type: try knownType(spot.graph))
  }
}
