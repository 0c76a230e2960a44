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

  /// Lets go of what is known of the keys of the type.
  ///
  /// They remember the routes of their values, among which this one is when the type nests in itself.
  func forget() {}
}

/// How the values of one type are written.
class Route<T: Encodable>: AnyRoute {
  /// Writes a value.
  func encode(_ value: T, in spot: Spot) throws -> Encoded {
    Encoded(type: core.unknownType)
  }

  /// The route of the type.
  static func make(_ core: EncodingCore) throws -> Route<T> {
    if let maker = T.self as? any RouteMaking.Type,
      let route = try maker.makeRoute(core) as? Route<T>
    {
      return route
    }
    if let wrapper = T.self as? any ReferenceWrapper.Type,
      let route = try wrapper.makeWrapperRoute(core) as? Route<T>
    {
      return route
    }
    if T.self is AnyClass { return try ClassRoute<T>(core) }
    if let native = T.self as? any NativeValue.Type, let route = try native.route(core) as? Route<T>
    {
      return route
    }
    if let fields = T.self as? any FieldEncodable.Type,
      let route = try fields.route(core) as? Route<T>
    {
      return route
    }
    return ValueRoute<T>(core)
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
  fileprivate static func route(_ core: EncodingCore) throws -> AnyRoute {
    FieldRoute<Self>(core)
  }
}
