/// The route of a weak reference.
///
/// Spec §5.4.
final class WeakRoute<Target: AnyObject & Codable>: Route<BackReference<Target>> {
  private let type: Int

  init(_ core: EncodingCore) throws {
    let name = try core.declaration(of: Target.self).archiveClass.name
    type = try core.assembler.values.tables.types.plan(of: .weakReference(to: name)).number
    super.init(core, exact: type)
  }

  override func encode(_ value: BackReference<Target>, in spot: Spot) throws -> Encoded {
    guard let target = value.wrappedValue else {
      spot.frame.buffer.write(byte: 0)
      return Encoded(type: type)
    }
    spot.frame.buffer.write(varint: core.objects.weakValue(of: target))
    return Encoded(type: type)
  }
}

extension BackReference: RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute { try WeakRoute<Target>(core) }
}

/// The route of strong references that are decoded late.
///
/// They do not count as those of a strong cycle.
final class LateRoute<Value: LateValue>: AnyRoute {
  /// The route of the values.
  private var inner: AnyRoute?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    let route = try inner ?? core.route(for: Value.self)
    inner = route
    core.objects.exemptDepth += 1
    defer { core.objects.exemptDepth -= 1 }
    // Safe: the caller has a reference there. Its value is written where it is, so that objects need not be looked at.
    let box = unsafe value.assumingMemoryBound(to: LateReference<Value>.self).pointee.box
    return try unsafe withUnsafeMutablePointer(to: &box.value) {
      try unsafe route.encode(at: $0, in: spot)
    }
  }

  override func forget() { inner = nil }
}

extension LateReference: RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute { LateRoute<Value>(core) }
}

extension EncodingCore {
  /// Writes a value of any type.
  func encode<T: Encodable>(_ value: T, in spot: Spot) throws -> Encoded {
    try route(for: T.self).write(value, in: spot)
  }
}
