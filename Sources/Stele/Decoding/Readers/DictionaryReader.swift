extension Dictionary: SelfReading where Key: Decodable, Value: Decodable {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    DictionaryReader(try graph.reader(of: Key.self), try graph.reader(of: Value.self))
  }
}

/// Reads dictionaries, whatever their keys.
///
/// Spec §8.4, line 13.
final class DictionaryReader<Key: Hashable & Decodable, Content: Decodable>:
  TypeReader<[Key: Content]>
{
  private let key: TypeReader<Key>
  private let content: TypeReader<Content>
  private var fallback: CodableReader<[Key: Content]>?

  init(_ key: TypeReader<Key>, _ content: TypeReader<Content>) {
    self.key = key
    self.content = content
  }

  override func forget() { fallback?.forget() }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Key: Content] {
    let start = input.offset
    let graph = site.decoder.graph
    guard let plan = try graph.unwrap(plan, &input) else {
      throw site.noValue([Key: Content].self, at: start)
    }
    // Objects that are keys have to be complete, which nobody sees to in a list.
    if plan.code == .struct || (plan.code == .list && !(Key.self is AnyClass)) {
      return try readByContainer(plan, &input, at: site)
    }
    guard plan.code == .map, let keyPlan = plan.first, let contentPlan = plan.second else {
      throw site.wrongType([Key: Content].self, plan, at: start)
    }
    let count = try input.readCount(bytesEach: 2)
    var parent = graph.takeDecoder(at: site)
    defer { graph.give(&parent) }
    var pairs = [Key: Content](minimumCapacity: Swift.min(count, input.remaining))
    for index in 0..<count {
      let offset = input.offset
      let keyPlace = Site(decoder: parent, step: .index(index))
      let key = try key.read(keyPlan, &input, at: keyPlace)
      try graph.completeHashed(keyPlan, at: offset, input, keyPlace)
      let step = Self.step(to: key, at: index)
      let content = try content.read(
        contentPlan, &input, at: Site(decoder: parent, step: step))
      guard pairs.updateValue(content, forKey: key) == nil else {
        throw keyPlace.failure(
          .duplicateAfterConversion, at: offset,
          "The program finds this key of a dictionary equal to an earlier one.")
      }
    }
    return pairs
  }

  private static func step(to key: Key, at index: Int) -> PathStep {
    if let name = key as? String { return .key(name) }
    if let number = key as? Int { return .key("\(number)") }
    return .index(index)
  }

  /// Reads what a dictionary wrote that was handed an encoder, or any other value with keys.
  private func readByContainer(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Key: Content] {
    let graph = site.decoder.graph
    let reader = try fallback ?? CodableReader(in: graph)
    fallback = reader
    let start = input
    let pairs = try reader.read(plan, &input, at: site)
    let decoder = ValueDecoder(graph: graph, for: .value)
    decoder.begin(plan, start, nil, at: site)
    let count =
      plan.code == .struct
      ? try decoder.container(keyedBy: NameKey.self).allKeys.count
      : (try decoder.unkeyedContainer().count ?? 0) / 2
    guard pairs.count == count else {
      throw site.failure(
        .duplicateAfterConversion, at: start.offset,
        "The program finds two keys of the dictionary equal.")
    }
    return pairs
  }
}

/// Any name of a key.
private struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
