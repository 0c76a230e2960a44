package import Stele

/// Changes graphs in ways that leave the canonical form as it is.
package struct Shuffling {
  private var random: RandomSource
  /// The new number of each object, object 1 first.
  private var numbers: [Int] = []
  private var classes = ClassTable()

  package init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  /// A graph with other object numbers, root order, and order of sets and maps.
  package mutating func shuffled(_ graph: Graph) -> Graph {
    var result = graph
    classes = graph.classes
    let order = Array(graph.objects.indices).shuffled(using: &random)
    numbers = Array(repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { numbers[old] = new + 1 }
    result.objects = order.map { old in
      let object = graph.objects[old]
      let keys = graph.classes.storedKeys(of: object.entry)
      return Object(entry: object.entry, values: shuffled(object.values, keys))
    }
    result.roots = named(graph.roots)
    if let metadata = graph.metadata { result.metadata = named(metadata) }
    return result
  }

  private mutating func named(_ items: [NamedValue]) -> [NamedValue] {
    items.shuffled(using: &random).map {
      NamedValue($0.name, $0.type, shuffled($0.value, $0.type))
    }
  }

  private mutating func shuffled(_ values: [Value?], _ keys: [Key]) -> [Value?] {
    zip(values, keys.filter(\.isStored)).map { value, key in
      value.map { shuffled($0, key.type) }
    }
  }

  private mutating func shuffled(_ value: Value, _ type: TypeDescriptor) -> Value {
    switch (type, value) {
    case (.reference, .reference(let number)), (.weakReference, .reference(let number)),
      (.optional(.reference), .reference(let number)):
      .reference(numbers[number - 1])
    case (.optional(let part), .some(let inner)): .some(shuffled(inner, part))
    case (.any, .any(let part, let inner)): .any(part, shuffled(inner, part))
    case (.list(let part), .list(let values)): .list(values.map { shuffled($0, part) })
    case (.set(let part), .set(let values)):
      .set(values.shuffled(using: &random).map { shuffled($0, part) })
    case (.map(let key, let part), .map(let pairs)):
      .map(
        pairs.shuffled(using: &random).map {
          MapPair(key: shuffled($0.key, key), value: shuffled($0.value, part))
        })
    case (.structure, .structure(let value)):
      .structure(
        StructValue(
          entry: value.entry,
          values: shuffled(value.values, classes[value.entry]?.keys ?? [])))
    case (.enumeration, .enumeration(let value)):
      .enumeration(
        EnumValue(
          entry: value.entry, caseIndex: value.caseIndex,
          values: shuffled(
            value.values, classes[value.entry]?.cases[value.caseIndex].keys ?? [])))
    default: value
    }
  }
}
