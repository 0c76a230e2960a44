extension Set: SelfReading where Element: Decodable {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    SetReader(try graph.reader(of: Element.self))
  }
}

/// Reads sets.
///
/// Spec §8.4, line 12.
final class SetReader<Element: Hashable>: TypeReader<Set<Element>> {
  private let element: TypeReader<Element>

  init(_ element: TypeReader<Element>) {
    self.element = element
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Set<Element> {
    let start = input.offset
    let graph = site.decoder.graph
    guard let plan = try graph.unwrap(plan, &input) else {
      throw site.noValue(Set<Element>.self, at: start)
    }
    let isList = plan.code == .list
    guard isList || plan.code == .set, var part = plan.first else {
      throw site.wrongType(Set<Element>.self, plan, at: start)
    }
    let count: Int
    if isList {
      // What was an array, or a set that was handed an encoder, is a list.
      let list = try graph.openList(of: part, &input)
      part = list.element
      count = list.count
    } else {
      count = try input.readCount()
    }
    var parent = graph.takeDecoder(at: site)
    defer { graph.give(&parent) }
    var elements = Set<Element>(minimumCapacity: Swift.min(count, input.remaining))
    for index in 0..<count {
      let place = Site(decoder: parent, step: .index(index))
      let offset = input.offset
      let value = try element.read(part, &input, at: place)
      try graph.completeHashed(part, at: offset, input, place)
      guard elements.insert(value).inserted else {
        throw place.failure(
          .duplicateAfterConversion, at: offset,
          "The program finds this element of a set equal to an earlier one.")
      }
    }
    return elements
  }
}
