internal import Stele
package import SteleModel

/// Changes graphs in ways that leave the canonical form as it is.
package struct Shuffling {
  private var random: RandomSource
  /// The new number of each object, object 1 first.
  private var numbers: [Int] = []
  private var classes = ArchiveClassTable()

  package init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// A graph with other object numbers, root order, and order of sets and maps.
  package mutating func shuffled(_ graph: ArchiveGraph) -> ArchiveGraph {
    var result = graph
    classes = graph.classes
    let order = Array(graph.objects.indices).shuffled(using: &random)
    numbers = Array(repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { numbers[old] = new + 1 }
    result.objects = order.map { old in
      let object = graph.objects[old]
      let keys = graph.classes.storedKeys(of: object.entry)
      return ArchiveObject(entry: object.entry, values: shuffled(object.values, keys))
    }
    result.roots = named(graph.roots)
    if let metadata = graph.metadata { result.metadata = named(metadata) }
    return result
  }

  private mutating func named(_ items: [ArchiveNamedValue]) -> [ArchiveNamedValue] {
    items.shuffled(using: &random).map {
      ArchiveNamedValue($0.name, $0.type, shuffled($0.value, $0.type))
    }
  }

  private mutating func shuffled(_ values: [ArchiveValue?], _ keys: [ArchiveKey]) -> [ArchiveValue?]
  {
    zip(values, keys.filter(\.isStored)).map { value, key in
      value.map { shuffled($0, key.type) }
    }
  }

  private mutating func shuffled(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor)
    -> ArchiveValue
  {
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
          ArchiveMapPair(key: shuffled($0.key, key), value: shuffled($0.value, part))
        })
    case (.struct, .struct(let value)):
      .struct(
        ArchiveStructValue(
          entry: value.entry, values: shuffled(value.values, classes[value.entry]?.keys ?? [])))
    case (.enum, .enum(let value)):
      .enum(
        ArchiveEnumValue(
          entry: value.entry, caseIndex: value.caseIndex,
          values: shuffled(value.values, classes[value.entry]?.cases[value.caseIndex].keys ?? [])))
    default: value
    }
  }
}
