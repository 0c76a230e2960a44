import Stele
import TestSupport

extension RandomContent {
  /// Reads a value that was written as a tree, and returns its own tree.
  func decode(_ tree: RandomTree, from decoder: any Decoder) throws -> RandomTree {
    switch tree {
    case .keyed(let fields):
      return .keyed(try decode(fields, from: decoder.container(keyedBy: AnyKey.self)))
    case .unkeyed(let fields):
      var container = try decoder.unkeyedContainer()
      return .unkeyed(try decode(fields, from: &container))
    default:
      let container = try decoder.singleValueContainer()
      if tree.isNil != container.decodeNil() { return .text("decodeNil is wrong") }
      if case .null = tree { return .null }
      return try read(tree, SingleSource(container: container))
    }
  }

  /// Reads the keys of a container.
  func decode<Key: CodingKey>(
    _ fields: [RandomField], from container: KeyedDecodingContainer<Key>
  ) throws -> [RandomField] {
    try fields.map { field in
      guard let key = Key(stringValue: field.key) else { return field }
      let source = KeyedSource(container: container, key: key)
      let tree: RandomTree
      switch (field.style, field.tree) {
      case (.nested, .keyed(let inner)):
        let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        tree = .keyed(try decode(inner, from: nested))
      case (.nested, .unkeyed(let inner)):
        var nested = try container.nestedUnkeyedContainer(forKey: key)
        tree = .unkeyed(try decode(inner, from: &nested))
      case (.super, _): tree = try decode(field.tree, from: container.superDecoder(forKey: key))
      case (.first, .maybe):
        tree = .maybe(try container.decodeIfPresent(Int.self, forKey: key))
      default:
        let isNil = try container.decodeNil(forKey: key)
        if isNil != field.tree.isNil {
          tree = .text("decodeNil is wrong")
        } else if case .null = field.tree {
          tree = .null
        } else {
          tree = try read(field, source)
        }
      }
      return RandomField(key: field.key, tree: tree, style: field.style)
    }
  }

  private func decode(
    _ fields: [RandomField], from container: inout any UnkeyedDecodingContainer
  ) throws -> [RandomField] {
    var copy: [RandomField] = []
    for field in fields {
      let tree: RandomTree
      switch (field.style, field.tree) {
      case (.nested, .keyed(let inner)):
        let nested = try container.nestedContainer(keyedBy: AnyKey.self)
        tree = .keyed(try decode(inner, from: nested))
      case (.nested, .unkeyed(let inner)):
        var nested = try container.nestedUnkeyedContainer()
        tree = .unkeyed(try decode(inner, from: &nested))
      case (.super, _): tree = try decode(field.tree, from: container.superDecoder())
      case (_, .null): tree = try container.decodeNil() ? .null : .text("decodeNil is wrong")
      default:
        let source = UnkeyedSource(container)
        tree = try read(field, source)
        container = source.container
      }
      copy.append(RandomField(key: field.key, tree: tree, style: field.style))
    }
    guard container.isAtEnd else { throw RandomMismatch(description: "there are more elements") }
    return copy
  }

  private func read(_ field: RandomField, _ source: some RandomSourceOfValues) throws -> RandomTree
  {
    switch field.tree {
    case .null, .keyed, .unkeyed:
      guard case .single(let inner, _) = try read(.single(field.tree, field.style), source) else {
        return .null
      }
      return inner
    default: return try read(field.tree, source)
    }
  }

  private func read(_ tree: RandomTree, _ source: some RandomSourceOfValues) throws -> RandomTree {
    switch tree {
    case .null, .keyed, .unkeyed:
      return try value(tree, RandomFirst.self, source)
    case .flag: return .flag(try source.decode(Bool.self))
    case .number: return .number(try source.decode(Int.self))
    case .real: return .real(try source.decode(Double.self))
    case .text: return .text(try source.decode(String.self))
    case .maybe: return .maybe(try source.decode(Int?.self))
    case .maybeMaybe: return .maybeMaybe(try source.decode(Int??.self))
    case .numbers: return .numbers(try source.decode([Int].self))
    case .texts: return .texts(try source.decode([String].self))
    case .table: return .table(try source.decode([String: Int].self))
    case .names: return .names(try source.decode([Int: String].self))
    case .group: return .group(try source.decode(Set<String>.self))
    case .choice: return .choice(try source.decode(RandomChoice.self))
    case .single(let inner, .second):
      return .single(try value(inner, RandomSecond.self, source), .second)
    case .single(let inner, .third):
      return .single(try value(inner, RandomThird.self, source), .third)
    case .single(let inner, let style):
      return .single(try value(inner, RandomFirst.self, source), style)
    case .list(let inner, .second):
      return .list(try values(inner, RandomSecond.self, source), .second)
    case .list(let inner, .third):
      return .list(try values(inner, RandomThird.self, source), .third)
    case .list(let inner, let style):
      return .list(try values(inner, RandomFirst.self, source), style)
    case .parts:
      let parts = try source.decode(Set<RandomPart>.self)
      return .parts(Set(parts.map(\.number)))
    case .partTable:
      let parts = try source.decode([RandomPart: RandomPart].self)
      return .partTable(Dictionary(uniqueKeysWithValues: parts.map { ($0.number, $1.number) }))
    case .object: return .object(try known(source.decode(RandomThing.self)))
    case .optionalObject:
      return .optionalObject(try source.decode(RandomThing?.self).map { try known($0) })
    }
  }

  /// The number of an object, which has to be the only one with it.
  private func known(_ object: RandomThing) throws -> Int {
    guard isTree || decoded[object.number] === object else {
      throw RandomMismatch(description: "object \(object.number) is there twice")
    }
    return object.number
  }

  private func value<Tag>(
    _ tree: RandomTree, _ tag: Tag.Type, _ source: some RandomSourceOfValues
  ) throws -> RandomTree {
    expected.append(tree)
    return try source.decode(RandomValue<Tag>.self).tree
  }

  private func values<Tag>(
    _ trees: [RandomTree], _ tag: Tag.Type, _ source: some RandomSourceOfValues
  ) throws -> [RandomTree] {
    expected += trees.reversed()
    return try source.decode([RandomValue<Tag>].self).map(\.tree)
  }
}

extension RandomTree {
  /// Whether the value is a nil for a container.
  var isNil: Bool {
    switch self {
    case .null, .maybe(nil), .maybeMaybe(nil), .optionalObject(nil): true
    case .single(let inner, _): inner.isNil
    default: false
    }
  }
}

/// The source of a value: a container, and a position in it.
protocol RandomSourceOfValues {
  func decode<T: Decodable>(_ type: T.Type) throws -> T
}

private struct SingleSource: RandomSourceOfValues {
  let container: any SingleValueDecodingContainer
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type) }
}

private struct KeyedSource<Key: CodingKey>: RandomSourceOfValues {
  let container: KeyedDecodingContainer<Key>
  let key: Key
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type, forKey: key) }
}

private final class UnkeyedSource: RandomSourceOfValues {
  var container: any UnkeyedDecodingContainer
  init(_ container: any UnkeyedDecodingContainer) { self.container = container }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try container.decode(type) }
}
