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

extension AnyReference: RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    let reference = try core.assembler.values.tables.types.plan(of: .reference(to: nil)).number
    return AnyReferenceRoute(core, type: try core.optional(of: reference))
  }
}

extension AnyWeakReference: RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    AnyWeakReferenceRoute(
      core, type: try core.assembler.values.tables.types.plan(of: .weakReference(to: nil)).number)
  }
}

private final class AnyReferenceRoute: Route<AnyReference> {
  private let type: Int

  init(_ core: EncodingCore, type: Int) {
    self.type = type
    super.init(core, exact: type)
  }

  override func encode(_ value: AnyReference, in spot: Spot) throws -> Encoded {
    if let object = value.object {
      // Safe: the object is alive.
      try unsafe spot.run.write(reference: Unmanaged.passUnretained(object))
    } else {
      spot.frame.buffer.write(byte: 0)
    }
    return Encoded(type: type)
  }
}

private final class AnyWeakReferenceRoute: Route<AnyWeakReference> {
  private let type: Int

  init(_ core: EncodingCore, type: Int) {
    self.type = type
    super.init(core, exact: type)
  }

  override func encode(_ value: AnyWeakReference, in spot: Spot) throws -> Encoded {
    spot.frame.buffer.write(varint: value.object.map { core.objects.weakValue(of: $0) } ?? 0)
    return Encoded(type: type)
  }
}
