extension Dictionary: SelfReading where Key: Decodable, Value: Decodable {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    DictionaryReader(try graph.reader(of: Key.self), try graph.reader(of: Value.self))
  }
}

/// Reads dictionaries, whatever their keys.
///
/// Spec §8.4, line 13.
final class DictionaryReader<Key: Hashable, Content>: TypeReader<[Key: Content]> {
  private let key: TypeReader<Key>
  private let content: TypeReader<Content>

  init(_ key: TypeReader<Key>, _ content: TypeReader<Content>) {
    self.key = key
    self.content = content
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> [Key: Content] {
    let start = input.offset
    let graph = site.decoder.graph
    guard let plan = try graph.unwrap(plan, &input) else {
      throw site.noValue([Key: Content].self, at: start)
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
      let step: PathStep = if let name = key as? String { .key(name) } else { .index(index) }
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
}
