/// What a graph tells about entries that were learned from values, in whatever order these came.
///
/// An encoder does not know the types of keys beforehand: where there was no value yet, such as inside of an untyped nil, the
/// entry has a guess. Which entry has one depends on the order of sets and dictionaries, which is another one in each
/// process. Here it is found out what does not.
struct LearnedEntries {
  /// A list of keys in the class table.
  private struct Body: Hashable {
    let entry: Int
    /// The case of an enum, or -1.
    let caseIndex: Int
  }

  /// The types of the stored keys, as far as values have shown them.
  private var types: [Body: [ShownType]] = [:]

  /// Visits all values that roots reach.
  init(of graph: ArchiveGraph, reached: [Bool]) {
    for (index, entry) in graph.classes.entries.enumerated() {
      add(entry.keys, Body(entry: index + 1, caseIndex: -1))
      for (caseIndex, item) in entry.cases.enumerated() {
        add(item.keys, Body(entry: index + 1, caseIndex: caseIndex))
      }
    }
    var walk = ValueWalk(graph.classes)
    func visit(_ event: ValueWalk.Event) {
      guard case .inlineBody(let entry, let caseIndex, let values) = event else { return }
      note(values[...], Body(entry: entry, caseIndex: caseIndex))
    }
    for root in graph.roots { walk.walk(root.value, root.type, visit) }
    var levels: [Int: [(body: Body, keys: [ArchiveKey])]] = [:]
    for (object, isReached) in zip(graph.objects, reached) where isReached {
      let chain =
        levels[object.entry]
        ?? graph.classes.chain(of: object.entry).map { number in
          (
            Body(entry: number, caseIndex: -1),
            graph.classes[number]?.keys.filter(\.isStored) ?? []
          )
        }
      levels[object.entry] = chain
      var rest = object.values[...]
      for (body, keys) in chain {
        let values = rest.prefix(keys.count)
        note(values, body)
        for (value, key) in zip(values, keys) {
          if let value { walk.walk(value, key.type, visit) }
        }
        rest = rest.dropFirst(keys.count)
      }
    }
  }

  private mutating func add(_ keys: [ArchiveKey], _ body: Body) {
    types[body] = keys.filter(\.isStored).map { ShownType($0.type) }
  }

  private mutating func note(_ values: ArraySlice<ArchiveValue?>, _ body: Body) {
    for (index, value) in values.enumerated() {
      guard let value, types[body]?.indices.contains(index) == true else { continue }
      types[body]?[index].note(value)
    }
  }

  /// The entries of one lineage, without types that no value has when another entry knows better.
  func settled(_ members: [(number: Int, entry: ArchiveClassEntry)]) -> [ArchiveClassEntry] {
    guard members.count > 1 else { return members.map(\.entry) }
    var entries = members.map(\.entry)
    let bodies = members.map { Body(entry: $0.number, caseIndex: -1) }
    let keys = settled(zip(bodies, entries).map { ($0, $1.keys) })
    for index in entries.indices { entries[index].keys = keys[index] }
    var places: [ExactString: [(entry: Int, caseIndex: Int)]] = [:]
    for (index, entry) in entries.enumerated() {
      for (caseIndex, item) in entry.cases.enumerated() {
        places[ExactString(item.name), default: []].append((index, caseIndex))
      }
    }
    for (_, places) in places {
      let payloads = settled(
        places.map { entry, caseIndex in
          (
            Body(entry: members[entry].number, caseIndex: caseIndex),
            entries[entry].cases[caseIndex].keys
          )
        })
      for (place, keys) in zip(places, payloads) {
        entries[place.entry].cases[place.caseIndex].keys = keys
      }
    }
    return entries
  }

  private func settled(_ bodies: [(body: Body, keys: [ArchiveKey])]) -> [[ArchiveKey]] {
    var names = NameNumbers()
    var joined: [ExactString: ShownType] = [:]
    for (body, keys) in bodies {
      for (key, type) in zip(keys.filter(\.isStored), types[body] ?? []) where type.hasValue {
        let name = ExactString(key.name)
        joined[name] = joined[name]?.joined(with: type, names: &names) ?? type
      }
    }
    return bodies.map { body, keys in
      var rest = (types[body] ?? [])[...]
      return keys.map { key in
        guard key.isStored, let type = rest.popFirst(),
          let better = joined[ExactString(key.name)]?.type
        else { return key }
        var key = key
        key.type = type.filled(from: better)
        return key
      }
    }
  }
}
