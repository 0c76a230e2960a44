import Stele
import SteleModel

/// Makes the nodes of a keyed archive of a graph.
///
/// Spec §E.6.
struct KeyedArchiveExport {
  let graph: ArchiveGraph
  let limits: KeyedArchiveLimits
  /// The difference between an object's number and its UID.
  let shift: Int
  var arena = NodeArena()
  /// The entries that have been used so far.
  private var entries: [ExportEntry?]

  init(_ graph: ArchiveGraph, limits: KeyedArchiveLimits) throws(KeyedArchiveError) {
    self.graph = graph
    self.limits = limits
    shift = graph.metadata?.contains { $0.name.isExactly(MappedName.null) } == true ? 1 : 0
    entries = Array(repeating: nil, count: graph.classes.count)
  }

  /// Makes the outermost dictionary with its content, and reports the number of each object.
  mutating func root(_ progress: (Int) -> Void) throws(KeyedArchiveError) -> Int {
    var items: [(key: String, item: ArchiveNamedValue)] = []
    var keys: [String]?
    for item in graph.metadata ?? [] {
      if item.name.isExactly(MappedName.keys), case .list(let values) = item.value {
        keys = values.compactMap { if case .string(let key) = $0 { key } else { nil } }
      } else if !item.name.isExactly(MappedName.null) {
        items.append((MappedName.key(ofItem: item.name), item))
      }
    }
    guard let keys else { throw .notImported }
    let known = Set(keys.map(ExactString.init))
    for key in [MappedName.top, MappedName.objects] where !known.contains(ExactString(key)) {
      throw KeyedArchiveError(.missingKey(key), at: MappedName.keys)
    }
    // Items that were added to the metadata after the import come last.
    let added = items.map(\.key).filter { !known.contains(ExactString($0)) }
    var itemOfKey: [ExactString: ArchiveNamedValue] = [:]
    for (key, item) in items { itemOfKey[ExactString(key)] = item }
    var keyNodes: [Int] = []
    var values: [Int] = []
    for key in keys + added {
      keyNodes.append(arena.add(key))
      if key.isExactly(MappedName.top) {
        values.append(try top())
      } else if key.isExactly(MappedName.objects) {
        values.append(try objects(progress))
      } else if let item = itemOfKey[ExactString(key)] {
        values.append(try node(of: item.value, item.type, inMetadata: true, at: [.key(key)]))
      } else {
        throw KeyedArchiveError(.missingMetadata(MappedName.itemName(ofKey: key)))
      }
    }
    return arena.add(.dictionary(keys: keyNodes, values: values))
  }

  private mutating func top() throws(KeyedArchiveError) -> Int {
    var keys: [Int] = []
    var values: [Int] = []
    for root in graph.roots {
      keys.append(arena.add(root.name))
      values.append(
        try node(
          of: root.value, root.type, inMetadata: false, at: [.key(MappedName.top), .key(root.name)])
      )
    }
    return arena.add(.dictionary(keys: keys, values: values))
  }

  private mutating func objects(_ progress: (Int) -> Void) throws(KeyedArchiveError) -> Int {
    var members = shift == 0 ? [arena.add(MappedName.null)] : []
    members.reserveCapacity(graph.objects.count + 1)
    for (index, object) in graph.objects.enumerated() {
      progress(index + 1)
      members.append(
        try node(of: object, at: [.key(MappedName.objects), .index(index + 1 - shift)]))
    }
    return arena.add(.array(members))
  }

  private mutating func node(
    of object: ArchiveObject, at place: [PlaceStep]
  ) throws(KeyedArchiveError) -> Int {
    guard graph.classes[object.entry]?.kind == .class else {
      throw KeyedArchiveError(.wrongEntry(object.entry), at: place.path)
    }
    let entry = try self.entry(object.entry, valueCount: object.values.count, at: place)
    var keys: [Int] = []
    var values: [Int] = []
    var hasClass = false
    for (slot, value) in object.values.enumerated() {
      guard let value else { continue }
      let key = entry.keys[slot]
      if key.name.isExactly(MappedName.classKey) {
        hasClass = true
        if entry.isOfRecords { try checkClass(value, at: place) }
      }
      keys.append(entry.keyNodes[slot])
      let valuePlace = entry.isOfBareValues ? place : place + [.key(key.name)]
      values.append(try node(of: value, key.type, inMetadata: false, at: valuePlace))
    }
    if entry.isOfBareValues {
      guard MappedName.bareClasses.contains(entry.name), values.count == 1 else {
        throw KeyedArchiveError(.reservedClassName(entry.name), at: place.path)
      }
      return values[0]
    }
    guard hasClass || !entry.isOfRecords else {
      throw KeyedArchiveError(.classReference, at: place.path)
    }
    return arena.add(.dictionary(keys: keys, values: values))
  }

  private func checkClass(_ value: ArchiveValue, at place: [PlaceStep]) throws(KeyedArchiveError) {
    guard case .reference(let number) = value, graph.objects.indices.contains(number - 1),
      let name = graph.classes[graph.objects[number - 1].entry]?.name,
      name.isExactly(MappedName.classKey)
    else {
      throw KeyedArchiveError(.classReference, at: (place + [.key(MappedName.classKey)]).path)
    }
  }

  /// Returns the entry of an object or struct, which must have a given number of values.
  mutating func entry(
    _ number: Int, valueCount: Int, at place: [PlaceStep]
  ) throws(KeyedArchiveError) -> ExportEntry {
    guard entries.indices.contains(number - 1) else {
      throw KeyedArchiveError(.wrongEntry(number), at: place.path)
    }
    guard let entry = entries[number - 1] ?? ExportEntry(number, of: graph, arena: &arena) else {
      throw KeyedArchiveError(.wrongEntry(number), at: place.path)
    }
    entries[number - 1] = entry
    guard entry.keys.count == valueCount else {
      throw KeyedArchiveError(.valueCount(valueCount, keyCount: entry.keys.count), at: place.path)
    }
    return entry
  }
}
