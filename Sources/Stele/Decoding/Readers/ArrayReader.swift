extension Array: SelfReading where Element: Decodable {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    if let type = Element.self as? any ReadableScalar.Type { return makePackedReader(of: type) }
    if let type = Element.self as? any PackedStruct.Type {
      return try type.arrayReader(in: graph)
    }
    return ArrayReader(try graph.reader(of: Element.self))
  }

  private static func makePackedReader<Scalar: ReadableScalar>(
    of type: Scalar.Type
  ) -> AnyTypeReader {
    PackedReader<Scalar>()
  }
}

extension TypeReader {
  /// Goes to the elements of a list, or says that there is none.
  final func openList(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> OpenList {
    let start = input.offset
    let graph = site.decoder.graph
    guard let plan = try graph.unwrap(plan, &input) else {
      throw site.noValue(Value.self, at: start)
    }
    guard plan.code == .list || plan.code == .set, let element = plan.first else {
      throw site.wrongType(Value.self, plan, at: start)
    }
    if plan.code == .set {
      return OpenList(count: try input.readCount(), element: element, width: 0)
    }
    return try graph.openList(of: element, &input)
  }
}

/// Reads arrays.
final class ArrayReader<Element>: TypeReader<[Element]> {
  private let element: TypeReader<Element>

  init(_ element: TypeReader<Element>) {
    self.element = element
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> [Element] {
    let list = try openList(plan, &input, at: site)
    var parent = site.decoder.graph.takeDecoder(at: site)
    defer { site.decoder.graph.give(&parent) }
    var elements: [Element] = []
    elements.reserveCapacity(Swift.min(list.count, input.remaining))
    for index in 0..<list.count {
      elements.append(
        try element.read(list.element, &input, at: Site(decoder: parent, step: .index(index))))
    }
    return elements
  }
}

/// Reads arrays of scalars.
final class PackedReader<Element: ReadableScalar>: TypeReader<[Element]> {
  private let element = ScalarReader<Element>()

  override func read(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> [Element] {
    let list = try openList(plan, &input, at: site)
    if list.width > 0, list.element.code == Element.code,
      let elements = try Element.readPacked(count: list.count, width: list.width, &input)
    {
      return elements
    }
    var parent = site.decoder.graph.takeDecoder(at: site)
    defer { site.decoder.graph.give(&parent) }
    var elements: [Element] = []
    elements.reserveCapacity(Swift.min(list.count, input.remaining))
    for index in 0..<list.count {
      elements.append(
        try element.read(list.element, &input, at: Site(decoder: parent, step: .index(index))))
    }
    return elements
  }
}
