/// Keys that one class has alone, but that are not declared in it.
enum OwnLevelKeys<Owner>: String, CodingKey {
  case number, number1, number2, number3, number4
  case text, text1, text2, text3, text4
  case friend, friend1, friend2, friend3, friend4
  case peer, peer1, peer2, peer3, peer4
  case `super`, base1, base2, base3, base4
  case keyed1, keyed2, keyed3, keyed4
  case unkeyed1, unkeyed2, unkeyed3, unkeyed4
}

/// The keys that all classes share.
typealias SharedLevelKeys = OwnLevelKeys<Never>

extension CodingKey {
  static func named(_ name: String) -> Self {
    guard let key = Self(stringValue: name) else { preconditionFailure("there is no key \(name)") }
    return key
  }
}

/// The names of the keys of a class.
struct LevelNames {
  let style: LevelStyle
  let level: Int

  func key<Key: CodingKey>(_ name: String) -> Key {
    .named(style.isSameName ? name : "\(name)\(level)")
  }

  func part<Key: CodingKey>(_ name: String) -> Key { .named("\(name)\(level)") }
}

/// A function that is generic over a type of coding keys.
protocol KeyTypeUse {
  associatedtype Result
  func callAsFunction<Key: CodingKey>(_ type: Key.Type) throws -> Result
}

extension KeyTypeUse {
  func run<Owner, Nested: CodingKey>(
    _ style: LevelStyle, of owner: Owner.Type, _ nested: Nested.Type
  ) throws -> Result {
    switch style.keys {
    case .nested: try self(nested)
    case .shared: try self(SharedLevelKeys.self)
    case .own: try self(OwnLevelKeys<Owner>.self)
    case .text: try self(AnyKey.self)
    case .topmost: try self(Level1.Keys.self)
    }
  }
}
