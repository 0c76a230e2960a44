/// Encodes weak references.
///
/// Spec §5.4.
private final class WeakReferenceEncoder<Target: AnyObject & Codable>: TypeEncoder<
  BackReference<Target>
>
{
  override func encode(_ value: BackReference<Target>, in spot: Spot) throws -> Encoded {
    guard !spot.cell.isHashed else {
      throw spot.cell.encoder.error(
        .backReferenceInKey,
        "a back reference to \(TypeName.inSource(Target.self)) in a set element or dictionary key is empty when that is hashed again"
      )
    }
    spot.buffer.write(varint: value.wrappedValue.map { spot.graph.weakValue(of: $0) } ?? 0)
    return Encoded(type: try knownType(spot.graph))
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

  override func encode(_ value: LateReference<Value>, in spot: Spot) throws -> Encoded {
    let objects = spot.cell.state.objects
    objects.addExemption(1)
    defer { objects.addExemption(-1) }
    return try content.encode(value.box.value, in: spot)
  }
}

extension LateReference: TypeEncoderMaking {
  static func makeTypeEncoder(_ graph: GraphEncoder) throws -> TypeEncoder<Self> {
    try LateReferenceEncoder(graph)
  }
}
