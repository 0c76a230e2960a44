/// A value of whatever type the archive has, with the objects that it refers to.
package enum AnyValue {
  /// A nil of any kind.
  case null
  /// A value of a scalar type.
  case scalar(Value, TypeCode)
  /// An object.
  case object(AnyObject)
  /// An object that a weak reference leads to, and that cannot be made before the one that refers to it.
  case unfinished(Int)
  /// The elements of a list.
  case list([AnyValue])
  /// The elements of a set.
  case set([AnyValue])
  /// The keys and values of a map.
  case map([(key: AnyValue, value: AnyValue)])
  /// A struct or enum, which only a `Decodable` type can read.
  case coded(TypeDescriptor)
}

/// Reads values of whatever type the archive has.
final class AnyValueReader: TypeReader<AnyValue> {
  private unowned let request: ObjectRequest

  init(_ request: ObjectRequest) { self.request = request }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> AnyValue {
    let graph = site.decoder.graph
    if plan.isReference { return try readReference(plan, &input, at: site) }
    guard let plan = plan.isWrapped ? try graph.unwrap(plan, &input) : plan else { return .null }
    switch plan.code {
    case .ref, .optional: return try readReference(plan, &input, at: site)
    case .weak: return try readWeak(plan, &input, at: site)
    case .list, .set, .map:
      try graph.enter(site)
      defer { graph.leave() }
      return try readContainer(plan, &input, at: site)
    case .struct, .enum:
      let type = plan.type
      try graph.skip(plan, &input)
      return .coded(type)
    default:
      let start = input.offset
      guard let scalar = try graph.readScalar(plan, &input) else {
        throw site.wrongType(AnyValue.self, plan, at: start)
      }
      return .scalar(scalar, plan.code)
    }
  }

  private func readContainer(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> AnyValue {
    guard plan.code == .map, let key = plan.first, let value = plan.second else {
      let elements = try readElements(openList(plan, &input, at: site), &input, at: site)
      return plan.code == .list ? .list(elements) : .set(elements)
    }
    var parent = site.decoder.graph.takeDecoder(at: site)
    defer { parent.graph.give(&parent) }
    var pairs: [(key: AnyValue, value: AnyValue)] = []
    for index in 0..<(try input.readCount(bytesEach: 2)) {
      let place = Site(decoder: parent, step: .index(index))
      pairs.append((try read(key, &input, at: place), try read(value, &input, at: place)))
    }
    return .map(pairs)
  }

  private func readReference(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> AnyValue {
    try request.reading.read(plan, &input, at: site).map { .object($0) } ?? .null
  }

  private func readWeak(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> AnyValue {
    let start = input.offset
    let graph = site.decoder.graph
    let number = try graph.readReference(plan, &input)
    guard number > 0 else { return .null }
    guard !graph.leadsToUnfinished(number) else { return .unfinished(number) }
    return .object(
      try graph.object(number, request.reading, through: plan, at: site, offset: start))
  }
}
