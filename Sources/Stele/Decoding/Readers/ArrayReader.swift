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
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
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
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Element] {
    let list = try openList(plan, &input, at: site)
    return try element.readElements(list, &input, at: site)
  }
}

/// Reads arrays of scalars.
final class PackedReader<Element: ReadableScalar>: TypeReader<[Element]> {
  private let element = ScalarReader<Element>()

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Element] {
    if plan.isPlain, plan.code == .list, plan.first?.code == Element.code {
      let start = input
      if let elements = try Element.readElements(&input) { return elements }
      input = start
    }
    let list = try openList(plan, &input, at: site)
    if list.element.code == Element.code {
      let elements =
        list.width > 0
        ? try Element.readPacked(count: list.count, width: list.width, &input)
        : try Element.readList(count: list.count, &input)
      if let elements { return elements }
    }
    return try element.readElements(list, &input, at: site)
  }
}
