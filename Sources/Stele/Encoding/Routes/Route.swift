/// How the values of one type are written.
class AnyRoute {
  unowned let core: EncodingCore
  /// The number of the plan of the type, when all values are of it.
  let exact: Int?

  init(_ core: EncodingCore, exact: Int?) {
    self.core = core
    self.exact = exact
  }

  /// The number of a plan for places where there is no value.
  var guess: Int {
    get throws { exact ?? core.unknownType }
  }

  /// Writes a value, which stands at the pointer.
  @unsafe
  func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    Encoded(type: core.unknownType)
  }

  /// Lets go of what is known of the keys of the type.
  ///
  /// They remember the routes of their values, among which this one is when the type nests in itself.
  func forget() {}
}

extension AnyRoute {
  /// Writes a value, which is of the type that the route was made for.
  @inline(__always)
  final func write<T: Encodable>(_ value: T, in spot: Spot) throws -> Encoded {
    // Safe: the pointer is that of a value of the type.
    try unsafe withUnsafePointer(to: value) { unsafe try encode(at: $0, in: spot) }
  }

  /// Makes the route of a type.
  static func make<T: Encodable>(for type: T.Type, _ core: EncodingCore) throws -> AnyRoute {
    if T.self is AnyClass, T.self != OpaqueObject.self { return try ClassRoute(core, of: T.self) }
    if let maker = T.self as? any RouteMaking.Type { return try maker.makeRoute(core) }
    if let native = T.self as? any NativeValue.Type { return try native.route(core) }
    if let fields = T.self as? any FieldEncodable.Type { return fields.route(core) }
    return ValueRoute<T>(core)
  }
}

/// A route of values of a type that the program knows.
class Route<T: Encodable>: AnyRoute {
  /// Writes a value.
  func encode(_ value: T, in spot: Spot) throws -> Encoded {
    Encoded(type: core.unknownType)
  }

  @unsafe
  final override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    // Safe: the caller has a value of the type there.
    try encode(unsafe value.assumingMemoryBound(to: T.self).pointee, in: spot)
  }
}

/// A type that knows how its values are written.
protocol RouteMaking {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute
}

extension NativeValue {
  fileprivate static func route(_ core: EncodingCore) throws -> AnyRoute {
    try NativeRoute<Self>(core)
  }
}

extension FieldEncodable {
  fileprivate static func route(_ core: EncodingCore) -> AnyRoute {
    FieldRoute<Self>(core)
  }
}
