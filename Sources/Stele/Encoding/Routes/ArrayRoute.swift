/// The route of an array.
///
/// Spec §3.5.
final class ArrayRoute<Element: Encodable>: AnyRoute {
  private let element: AnyRoute
  private let shape = ValueShape(LevelShape(name: "element"))

  init(_ core: EncodingCore) throws {
    element = try core.route(for: Element.self)
    super.init(core, exact: try element.exact.map { type throws in try core.list(of: type) })
  }

  override var guess: Int {
    get throws { try exact ?? core.list(of: element.guess) }
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    // Safe: the caller has an array there; its elements stand one behind the other while the closure looks at them.
    try unsafe value.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
      let elements = unsafe Elements(
        start: $0.baseAddress, count: $0.count, stride: MemoryLayout<Element>.stride)
      return try unsafe spot.write(elements, self, element, shape)
    }
  }
}

/// The elements of an array, where they stand in memory.
// Safe: made inside of `withUnsafeBufferPointer`, and not used after it.
@unsafe
private struct Elements {
  let start: UnsafeRawPointer?
  let count: Int
  let stride: Int
}

extension Spot {
  /// Writes the elements of an array.
  // Safe: there are `count` elements of the type that the route is for, `stride` bytes apart.
  @unsafe
  fileprivate func write(
    _ elements: Elements, _ list: AnyRoute, _ element: AnyRoute, _ shape: ValueShape
  ) throws -> Encoded {
    let core = frame.core
    guard var place = unsafe elements.start, unsafe elements.count > 0 else {
      frame.buffer.write(byte: 0)
      return Encoded(type: try list.guess)
    }
    return try core.withFrame(self, shape) { inner in
      if let exact = list.exact, core.type(exact).packed == nil {
        unsafe inner.buffer.write(number: elements.count)
        inner.mode = .list
        for index in 0..<(unsafe elements.count) {
          inner.current = (0, index)
          _ = try unsafe element.encode(at: place, in: Spot(run: inner.run, depth: depth + 1))
          unsafe place += elements.stride
        }
        return Encoded(type: exact)
      }
      inner.beginElements(.list, guesses: (core.unknownType, core.unknownType))
      for _ in 0..<(unsafe elements.count) {
        let spot = inner.elementSpot
        let start = inner.buffer.count
        inner.noteElement(try unsafe element.encode(at: place, in: spot), start: start)
        unsafe place += elements.stride
      }
      return try inner.finish()
    }
  }
}

extension Array: RouteMaking where Element: Encodable {
  static func makeRoute(_ core: EncodingCore) throws -> AnyRoute {
    if let scalar = Element.self as? any WireScalar.Type { return try scalar.makeArrayRoute(core) }
    if let packed = Element.self as? any PackedStruct.Type { return try packed.arrayRoute(core) }
    return try ArrayRoute<Element>(core)
  }
}
