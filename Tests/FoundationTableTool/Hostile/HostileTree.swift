import Stele
import SteleModel
import TestSupport

/// A value whose structs and enums have become maps, so that any key can have any value.
indirect enum HostileTree: Sendable {
  case keys([(name: String, value: HostileTree)])
  case elements([HostileTree], isSet: Bool)
  case leaf(HostileValues.Value)

  /// Takes the root of an archive without objects.
  init?(_ graph: ArchiveGraph) {
    guard let root = graph.roots.first, graph.objects.isEmpty else { return nil }
    self.init(root.type, root.value, graph.classes)
  }

  private init(_ type: ArchiveTypeDescriptor, _ value: ArchiveValue, _ classes: ArchiveClassTable) {
    func keys(_ keys: [ArchiveKey], _ values: [ArchiveValue?]) -> HostileTree {
      .keys(
        zip(keys, values).compactMap { key, value in
          value.map { (key.name, HostileTree(key.type, $0, classes)) }
        })
    }
    switch (type, value) {
    case (_, .any(let inner, let value)): self.init(inner, value, classes)
    case (.optional(let inner), .some(let value)): self.init(inner, value, classes)
    case (.list(let element), .list(let values)):
      self = .elements(values.map { HostileTree(element, $0, classes) }, isSet: false)
    case (.set(let element), .set(let values)):
      self = .elements(values.map { HostileTree(element, $0, classes) }, isSet: true)
    case (.map(key: .string, value: let element), .map(let pairs)):
      self = .keys(
        pairs.compactMap { pair in
          guard case .string(let name) = pair.key else { return nil }
          return (name, HostileTree(element, pair.value, classes))
        })
    case (_, .struct(let value)):
      self = keys(classes.storedKeys(of: value.entry), value.values)
    case (_, .enum(let value)):
      let cases = classes[value.entry]?.cases ?? []
      guard cases.indices.contains(value.caseIndex) else { fallthrough }
      let known = cases[value.caseIndex]
      self = .keys([(known.name, keys(known.keys, value.values))])
    default:
      self = .leaf(HostileValues.Value(type: type, value: value))
    }
  }

  /// The names of all keys.
  var names: [String] {
    switch self {
    case .keys(let keys): keys.flatMap { [$0.name] + $0.value.names }
    case .elements(let elements, _): elements.flatMap(\.names)
    case .leaf: []
    }
  }

  private var value: HostileValues.Value {
    switch self {
    case .keys(let keys):
      let pairs = keys.map { name, value in
        ArchiveMapPair(key: .string(name), value: .any(value.value.type, value.value.value))
      }
      return HostileValues.Value(type: .map(key: .string, value: .any), value: .map(pairs))
    case .elements(let elements, let isSet):
      let values = elements.map { ArchiveValue.any($0.value.type, $0.value.value) }
      return isSet
        ? HostileValues.Value(type: .set(.any), value: .set(values))
        : HostileValues.Value(type: .list(.any), value: .list(values))
    case .leaf(let value): return value
    }
  }

  /// The archive, or nil if it cannot be written.
  var bytes: [UInt8]? {
    var graph = ArchiveGraph()
    let value = value
    graph.roots = [ArchiveNamedValue("root", value.type, value.value)]
    return try? graph.encoded()
  }

  /// Changes something.
  mutating func change(_ random: inout RandomSource, names: [String]) {
    switch self {
    case .keys(var keys):
      guard let index = keys.indices.randomElement(using: &random), !random.isOne(in: 12) else {
        if let name = names.randomElement(using: &random),
          !keys.contains(where: { $0.name == name })
        {
          keys.append((name, Self.value(&random)))
        }
        break
      }
      switch random.next() % 8 {
      case 0: keys.remove(at: index)
      case 1: keys[index].value = Self.value(&random)
      default: keys[index].value.change(&random, names: names)
      }
      self = .keys(keys)
    case .elements(var elements, let isSet):
      let index = elements.indices.randomElement(using: &random)
      switch random.next() % 8 {
      case 0: elements.append(Self.value(&random))
      case 1: if let index { elements.append(elements[index]) }
      case 2: if let index { elements.remove(at: index) }
      case 3: elements.shuffle(using: &random)
      default:
        if let index {
          elements[index].change(&random, names: names)
        } else {
          elements.append(Self.value(&random))
        }
      }
      self = .elements(elements, isSet: isSet)
    case .leaf:
      self = Self.value(&random)
    }
  }

  private static func value(_ random: inout RandomSource) -> HostileTree {
    .leaf(HostileValues.value(&random, objectCount: 0))
  }
}
