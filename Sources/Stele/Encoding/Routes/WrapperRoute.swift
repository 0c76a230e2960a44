/// The route of a weak reference.
///
/// Spec §5.4.
final class WeakRoute<T: ReferenceWrapper>: Route<T> {
  private let type: Int

  init(_ core: EncodingCore, target: Any.Type) throws {
    let name = try core.declaration(of: target).archiveClass.name
    type = try core.assembler.values.tables.types.plan(of: .weakReference(to: name)).number
    super.init(core, exact: type)
  }

  override func encode(_ value: T, in spot: Spot) throws -> Encoded {
    guard let target = value.weakTarget else {
      spot.frame.buffer.write(byte: 0)
      return Encoded(type: type)
    }
    spot.frame.buffer.write(varint: core.objects.weakValue(of: target))
    return Encoded(type: type)
  }
}

/// The route of strong references that are decoded late.
final class LateRoute<T: ReferenceWrapper>: Route<T> {
  /// The route of the value before, and its type.
  private var last: (type: ObjectIdentifier, route: AnyRoute)?

  init(_ core: EncodingCore) {
    super.init(core, exact: nil)
  }

  override func encode(_ value: T, in spot: Spot) throws -> Encoded {
    guard let late = value.lateValue else { return Encoded(type: core.unknownType) }
    core.objects.exemptDepth += 1
    defer { core.objects.exemptDepth -= 1 }
    return try writeLate(late, in: spot)
  }

  private func writeLate<Late: Encodable>(_ late: Late, in spot: Spot) throws -> Encoded {
    if let last, last.type == ObjectIdentifier(Late.self) {
      return try last.route.write(late, in: spot)
    }
    let route = try core.route(for: Late.self)
    last = (ObjectIdentifier(Late.self), route)
    return try route.write(late, in: spot)
  }

  override func forget() { last = nil }
}

extension EncodingCore {
  /// Writes a value of any type.
  func encode<T: Encodable>(_ value: T, in spot: Spot) throws -> Encoded {
    try route(for: T.self).write(value, in: spot)
  }
}

extension ReferenceWrapper {
  static func makeWrapperRoute(_ core: EncodingCore) throws -> AnyRoute {
    if let target = weakTargetType { return try WeakRoute<Self>(core, target: target) }
    return LateRoute<Self>(core)
  }
}
