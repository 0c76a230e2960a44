import Stele
import SteleKeyedArchive
import TestSupport

/// A keyed archive whose objects can have any value under any key.
struct HostileList {
  private var nodes: [PropertyListGraph.Node]
  private let root: Int
  /// The number of the node that has the objects.
  private let table: Int

  /// Takes the file that an archiver has written.
  init?(_ bytes: [UInt8]) {
    guard let list = try? PropertyListGraph(parsing: bytes),
      let table = list.value(of: "$objects", in: list.root), case .array = list[table]
    else { return nil }
    (nodes, root, self.table) = (list.nodes, list.root, table)
  }

  /// A value in a record.
  enum Member {
    case uid(Int)
    case list([Int])
    case node(PropertyListGraph.Node)
  }

  /// The number of objects, with the one that stands for none.
  var objectCount: Int { objects.count }

  /// Adds all objects of another list.
  mutating func append(_ other: HostileList) {
    let (nodeOffset, objectOffset) = (nodes.count, objects.count - 1)
    nodes += other.nodes.map { node in
      switch node {
      case .uid(let number) where number > 0: .uid(number + UInt64(objectOffset))
      case .array(let members): .array(members.map { $0 + nodeOffset })
      case .set(let members): .set(members.map { $0 + nodeOffset })
      case .dictionary(let keys, let values):
        .dictionary(keys: keys.map { $0 + nodeOffset }, values: values.map { $0 + nodeOffset })
      default: node
      }
    }
    objects += other.objects.dropFirst().map { $0 + nodeOffset }
  }

  /// Adds an object that is no record.
  mutating func append(object: PropertyListGraph.Node) { objects.append(add(object)) }

  /// Adds a record of a class, which may be the root.
  mutating func addRecord(_ className: String, _ members: [String: Member], isRoot: Bool) {
    let chain = add(.array([add(.string(className)), add(.string("NSObject"))]))
    let names = [add(.string("$classname")), add(.string("$classes"))]
    objects.append(add(.dictionary(keys: names, values: [add(.string(className)), chain])))
    var (keys, values) = ([add(.string("$class"))], [add(.uid(UInt64(objects.count - 1)))])
    for (key, member) in members.sorted(by: { $0.key < $1.key }) {
      keys.append(add(.string(key)))
      switch member {
      case .uid(let number): values.append(add(.uid(UInt64(number))))
      case .list(let numbers):
        let references = numbers.map { add(.uid(UInt64($0))) }
        values.append(add(.array(references)))
      case .node(let node): values.append(add(node))
      }
    }
    objects.append(add(.dictionary(keys: keys, values: values)))
    guard isRoot, case .dictionary(let names, var parts) = nodes[root],
      let place = names.firstIndex(where: { isText("$top", $0) })
    else { return }
    parts[place] = add(
      .dictionary(keys: [add(.string("root"))], values: [add(.uid(UInt64(objects.count - 1)))]))
    nodes[root] = .dictionary(keys: names, values: parts)
  }

  private var objects: [Int] {
    get {
      guard case .array(let members) = nodes[table] else { return [] }
      return members
    }
    set { nodes[table] = .array(newValue) }
  }

  /// Changes something.
  mutating func change(_ random: inout RandomSource, keys: [String], classNames: [String]) {
    let dictionaries = objects.filter {
      if case .dictionary = nodes[$0] { true } else { false }
    }
    guard
      let object = random.isOne(in: 2)
        ? dictionaries.first : dictionaries.randomElement(using: &random),
      case .dictionary(var names, var values) = nodes[object]
    else { return }
    let value = HostileValues.value(&random, objectCount: objects.count)
    switch random.next() % 12 {
    case 0...7:
      guard let place = values.indices.randomElement(using: &random) else { return }
      values[place] = add(value, isObject: random.isOne(in: 2))
    case 8:
      guard let place = values.indices.randomElement(using: &random) else { return }
      values.remove(at: place)
      names.remove(at: place)
    case 9, 10:
      let key = random.pick(keys, or: "$0")
      guard !names.contains(where: { isText(key, $0) }) else { return }
      names.append(add(.string(key)))
      values.append(add(value, isObject: random.isOne(in: 2)))
    default:
      // The name of a class is a text among the others.
      let place = names.firstIndex { isText("$classname", $0) }
      guard let place else { return }
      values[place] = add(.string(random.pick(classNames, or: "")))
    }
    nodes[object] = .dictionary(keys: names, values: values)
  }

  private func isText(_ text: String, _ node: Int) -> Bool {
    if case .string(let other) = nodes[node] { other == text } else { false }
  }

  private mutating func add(_ node: PropertyListGraph.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Adds a value, by itself or as an object of the archive.
  private mutating func add(_ value: HostileValues.Value, isObject: Bool) -> Int {
    let node = add(node(for: value.value))
    guard isObject, case .uid = nodes[node] else {
      guard isObject else { return node }
      objects.append(node)
      return add(.uid(UInt64(objects.count - 1)))
    }
    return node
  }

  private mutating func node(for value: ArchiveValue) -> PropertyListGraph.Node {
    switch value {
    case .integer(let number): .integer(number)
    case .unsigned(let number): .integer(Int128(truncatingIfNeeded: number))
    case .float64(let number): .real64(number)
    case .string(let text): .string(text)
    case .bytes(let bytes): .data(bytes)
    case .date(let seconds): .date(seconds)
    case .bool(let isTrue): .bool(isTrue)
    case .reference(let number): .uid(UInt64(number))
    case .any(_, let value): node(for: value)
    case .list(let elements): array(elements)
    case .map(let pairs): dictionary(pairs)
    default: .uid(0)
    }
  }

  private mutating func array(_ elements: [ArchiveValue]) -> PropertyListGraph.Node {
    var members: [Int] = []
    for element in elements {
      let node = node(for: element)
      members.append(add(node))
    }
    return .array(members)
  }

  private mutating func dictionary(_ pairs: [ArchiveMapPair]) -> PropertyListGraph.Node {
    var (keys, values): ([Int], [Int]) = ([], [])
    for pair in pairs {
      let (key, value) = (node(for: pair.key), node(for: pair.value))
      keys.append(add(key))
      values.append(add(value))
    }
    return .dictionary(keys: keys, values: values)
  }

  /// The file, or nil if it cannot be written.
  var bytes: [UInt8]? {
    try? PropertyListGraph(nodes: nodes, root: root).binaryBytes(layout: .coreFoundation)
  }
}
