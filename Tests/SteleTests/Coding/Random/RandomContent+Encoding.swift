import Stele

extension RandomContent {
  /// Writes a value.
  func encode(_ tree: RandomTree, to encoder: any Encoder) throws {
    switch tree {
    case .keyed(let fields):
      var container = encoder.container(keyedBy: AnyKey.self)
      try encode(fields, to: &container)
    case .unkeyed(let fields):
      var container = encoder.unkeyedContainer()
      try encode(fields, to: &container)
    default:
      var container = encoder.singleValueContainer()
      if case .null = tree { return try container.encodeNil() }
      try write(tree) { try container.encode($0) }
    }
  }

  /// Writes the keys of a container.
  func encode<Key: CodingKey>(
    _ fields: [RandomField], to container: inout KeyedEncodingContainer<Key>
  ) throws {
    for field in fields {
      guard let key = Key(stringValue: field.key) else { continue }
      switch (field.style, field.tree) {
      case (.nested, .keyed(let inner)):
        var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        try encode(inner, to: &nested)
      case (.nested, .unkeyed(let inner)):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try encode(inner, to: &nested)
      case (.super, _): try encode(field.tree, to: container.superEncoder(forKey: key))
      case (_, .null): try container.encodeNil(forKey: key)
      case (.first, .maybe(let value)): try container.encodeIfPresent(value, forKey: key)
      default: try write(field) { try container.encode($0, forKey: key) }
      }
    }
  }

  private func encode(
    _ fields: [RandomField], to container: inout any UnkeyedEncodingContainer
  ) throws {
    for field in fields {
      switch (field.style, field.tree) {
      case (.nested, .keyed(let inner)):
        var nested = container.nestedContainer(keyedBy: AnyKey.self)
        try encode(inner, to: &nested)
      case (.nested, .unkeyed(let inner)):
        var nested = container.nestedUnkeyedContainer()
        try encode(inner, to: &nested)
      case (.super, _): try encode(field.tree, to: container.superEncoder())
      case (_, .null): try container.encodeNil()
      default: try write(field) { try container.encode($0) }
      }
    }
  }

  /// Writes a value by a container: one that takes containers of its own as one of the types that write anything.
  private func write(_ field: RandomField, _ write: (any Encodable) throws -> Void) throws {
    switch field.tree {
    case .null, .keyed, .unkeyed: try self.write(.single(field.tree, field.style), write)
    default: try self.write(field.tree, write)
    }
  }

  private func write(_ tree: RandomTree, _ write: (any Encodable) throws -> Void) throws {
    switch tree {
    case .null, .keyed, .unkeyed: try write(RandomValue<RandomFirst>(tree, self))
    case .flag(let value): try write(value)
    case .number(let value): try write(value)
    case .real(let value): try write(value)
    case .text(let value): try write(value)
    case .maybe(let value): try write(value)
    case .maybeMaybe(let value): try write(value)
    case .numbers(let value): try write(value)
    case .texts(let value): try write(value)
    case .table(let value): try write(reordered(value))
    case .names(let value): try write(reordered(value))
    case .group(let value): try write(reordered(value))
    case .choice(let value): try write(value)
    case .single(let inner, .second): try write(RandomValue<RandomSecond>(inner, self))
    case .single(let inner, .third): try write(RandomValue<RandomThird>(inner, self))
    case .single(let inner, _): try write(RandomValue<RandomFirst>(inner, self))
    case .list(let inner, .second): try write(inner.map { RandomValue<RandomSecond>($0, self) })
    case .list(let inner, .third): try write(inner.map { RandomValue<RandomThird>($0, self) })
    case .list(let inner, _): try write(inner.map { RandomValue<RandomFirst>($0, self) })
    case .parts(let numbers):
      try write(reordered(Set(ordered(numbers).map { RandomPart($0, self) })))
    case .partTable(let numbers):
      let pairs = ordered(numbers).map { (RandomPart($0.key, self), RandomPart($0.value, self)) }
      try write(reordered(Dictionary(uniqueKeysWithValues: pairs)))
    case .object(let number): try write(object(number))
    case .optionalObject(let number): try write(number.map { object($0) })
    }
  }

  /// The elements of a set or dictionary that is made anew each time: one at most, if the order has to be the same.
  private func ordered<Elements: Collection>(_ elements: Elements) -> Elements.SubSequence {
    elements.prefix(isStable ? 1 : elements.count)
  }

  /// The same set in another order.
  private func reordered<Element>(_ set: Set<Element>) -> Set<Element> {
    if isStable { return set }
    var copy = Set<Element>(minimumCapacity: capacity)
    for element in set { copy.insert(element) }
    return copy
  }

  /// The same dictionary in another order.
  private func reordered<Key, Value>(_ map: [Key: Value]) -> [Key: Value] {
    if isStable { return map }
    var copy = [Key: Value](minimumCapacity: capacity)
    for (key, value) in map { copy[key] = value }
    return copy
  }
}
