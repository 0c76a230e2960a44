/// What a graph tells about entries that were learned from values, in whatever order these came.
///
/// An encoder does not know the keys of a type beforehand, nor the cases of an enum: entries have them in the order
/// in which they were met, and where the first values were nil the entry has a guess for a type. Both depend on the
/// order of sets and dictionaries, which is another one in each process. Here it is found out what does not.
struct LearnedEntries {
  /// A list of keys in the class table.
  private struct Body: Hashable {
    let entry: Int
    /// The case of an enum, or -1.
    let caseIndex: Int
  }

  /// What the values of a stored key were, in ascending order of what they tell.
  private enum Use: Comparable {
    case absent
    case onlyNil
    case value
  }

  private var uses: [Body: [Use]] = [:]

  /// Looks at all values that roots reach.
  init(of graph: Graph, reached: [Bool]) {
    var walk = ValueWalk(graph.classes)
    func visit(_ event: ValueWalk.Event) {
      guard case .inlineBody(let entry, let caseIndex, let values) = event else { return }
      note(values[...], Body(entry: entry, caseIndex: caseIndex))
    }
    for root in graph.roots { walk.walk(root.value, root.type, visit) }
    var levels: [Int: [(body: Body, keys: [Key])]] = [:]
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

  private mutating func note(_ values: ArraySlice<Value?>, _ body: Body) {
    let new: [Use] = values.map { value in
      switch value {
      case nil: .absent
      case .nil: .onlyNil
      default: .value
      }
    }
    guard let old = uses[body] else {
      uses[body] = new
      return
    }
    for (index, use) in new.enumerated() where use > old[index] { uses[body]?[index] = use }
  }

  /// The entries of one lineage, without types that no value has when another entry knows better.
  func settled(_ members: [(number: Int, entry: ClassEntry)]) -> [ClassEntry] {
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

  private func settled(_ bodies: [(body: Body, keys: [Key])]) -> [[Key]] {
    var types: [ExactString: TypeDescriptor] = [:]
    for (body, keys) in bodies {
      for (key, use) in zip(keys.filter(\.isStored), uses[body] ?? []) where use == .value {
        let name = ExactString(key.name)
        types[name] = types[name]?.joined(with: key.type) ?? key.type
      }
    }
    return bodies.map { body, keys in
      var index = -1
      return keys.map { key in
        guard key.isStored else { return key }
        index += 1
        var key = key
        guard let type = types[ExactString(key.name)] else { return key }
        switch uses[body].map({ index < $0.count ? $0[index] : .absent }) ?? .absent {
        case .value: break
        case .absent: key.type = type
        case .onlyNil:
          if case .optional(.any) = key.type {
            key.type = type.code == .optional ? type : .optional(type)
          }
        }
        return key
      }
    }
  }

  /// Puts keys and cases into the order of their names, the only one that does not depend on the values.
  func sort(_ entry: inout ClassEntry) {
    func sorted(_ keys: [Key]) -> [Key] {
      keys.sorted { ExactString($0.name) < ExactString($1.name) }
    }
    entry.keys = sorted(entry.keys)
    entry.cases.sort { ExactString($0.name) < ExactString($1.name) }
    for index in entry.cases.indices { entry.cases[index].keys = sorted(entry.cases[index].keys) }
  }
}
