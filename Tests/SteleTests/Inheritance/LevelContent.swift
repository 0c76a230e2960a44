import Stele

/// What each class of a hierarchy has.
struct LevelContent {
  var number = -1
  var text: String?
  var friend: LevelFriend?
  var peer = BackReference<Level1>()
}

/// An object that others share.
final class LevelFriend: Codable {
  let name: String
  init(_ name: String) { self.name = name }
}

extension LevelContent {
  /// The key of `userInfo` for the ``HierarchyStyle``.
  static let styleKey: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "style") else {
      preconditionFailure("a text makes a key")
    }
    return key
  }()

  fileprivate static func style(
    ofLevel level: Int, _ userInfo: [CodingUserInfoKey: Any]
  ) -> LevelStyle {
    guard let style = userInfo[styleKey] as? HierarchyStyle else {
      preconditionFailure("the test says the style")
    }
    return style.levels[level - 1]
  }
}

/// The keys that all classes share.
enum SharedLevelKeys: String, CodingKey {
  case number, number1, number2, number3, number4
  case text, text1, text2, text3, text4
  case friend, friend1, friend2, friend3, friend4
  case peer, peer1, peer2, peer3, peer4
  case `super`, base1, base2, base3, base4
  case keyed1, keyed2, keyed3, keyed4
  case unkeyed1, unkeyed2, unkeyed3, unkeyed4
}

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

extension CodingKey {
  fileprivate static func named(_ name: String) -> Self {
    guard let key = Self(stringValue: name) else { preconditionFailure("there is no key \(name)") }
    return key
  }
}

/// The names of the keys of a class.
private struct LevelNames {
  let style: LevelStyle
  let level: Int

  func key<Key: CodingKey>(_ name: String) -> Key {
    .named(style.isSameName ? name : "\(name)\(level)")
  }

  func part<Key: CodingKey>(_ name: String) -> Key { .named("\(name)\(level)") }
}

/// What a function does with a type of coding keys.
private protocol KeyTypeUse {
  associatedtype Result
  func callAsFunction<Key: CodingKey>(_ type: Key.Type) throws -> Result
}

extension KeyTypeUse {
  fileprivate func run<Owner, Nested: CodingKey>(
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

extension LevelContent {
  /// Writes the content of one class.
  ///
  /// - Parameters:
  ///   - owner: The class.
  ///   - level: Its number, the topmost being 1.
  ///   - keys: The keys that are declared in it.
  ///   - encoder: The encoder that it got.
  ///   - superclass: Writes its superclass.
  /// - Throws: What the encoder throws.
  func encode<Owner, Nested: CodingKey>(
    _ owner: Owner.Type, _ level: Int, _ keys: Nested.Type, to encoder: any Encoder,
    _ superclass: @escaping (any Encoder) throws -> Void = { _ in }
  ) throws {
    let style = Self.style(ofLevel: level, encoder.userInfo)
    let writing = LevelWriting(
      content: self, names: LevelNames(style: style, level: level), encoder: encoder,
      superclass: superclass)
    switch style.container {
    case .keyed: try writing.run(style, of: owner, keys)
    case .unkeyed: try writing.writeElements()
    case .single:
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }
}

private struct LevelWriting: KeyTypeUse {
  let content: LevelContent
  let names: LevelNames
  let encoder: any Encoder
  let superclass: (any Encoder) throws -> Void

  private var style: LevelStyle { names.style }

  func callAsFunction<Key: CodingKey>(_ type: Key.Type) throws {
    guard names.level > 1 else {
      var container = encoder.container(keyedBy: type)
      return try write(to: &container)
    }
    if style.write == .encoder {
      if style.isSuperFirst { try superclass(encoder) }
      var container = encoder.container(keyedBy: type)
      try write(to: &container)
      if !style.isSuperFirst { try superclass(encoder) }
      return
    }
    var container = encoder.container(keyedBy: type)
    if !style.isSuperFirst { try write(to: &container) }
    switch style.write {
    case .encoder: break
    case .superEncoder: try superclass(container.superEncoder())
    case .superKey: try superclass(container.superEncoder(forKey: .named("super")))
    case .base: try superclass(container.superEncoder(forKey: names.part("base")))
    case .nestedKeyed:
      var nested = container.nestedContainer(keyedBy: type, forKey: names.part("keyed"))
      try superclass(nested.superEncoder())
    case .nestedBase:
      var nested = container.nestedContainer(keyedBy: type, forKey: names.part("keyed"))
      try superclass(nested.superEncoder(forKey: names.part("base")))
    case .nestedUnkeyed:
      var nested = container.nestedUnkeyedContainer(forKey: names.part("unkeyed"))
      try superclass(nested.superEncoder())
    }
    if style.isSuperFirst { try write(to: &container) }
  }

  private func write<Key: CodingKey>(to container: inout KeyedEncodingContainer<Key>) throws {
    try container.encode(content.number, forKey: names.key("number"))
    try container.encodeIfPresent(content.text, forKey: names.key("text"))
    try container.encode(content.friend, forKey: names.key("friend"))
    try container.encode(content.peer, forKey: names.key("peer"))
  }

  func writeElements() throws {
    var container = encoder.unkeyedContainer()
    if !style.isSuperFirst { try write(to: &container) }
    if names.level > 1 {
      switch style.write {
      case .superEncoder: try superclass(container.superEncoder())
      case .nestedKeyed:
        var nested = container.nestedContainer(keyedBy: SharedLevelKeys.self)
        try superclass(nested.superEncoder())
      case .nestedUnkeyed:
        var nested = container.nestedUnkeyedContainer()
        try superclass(nested.superEncoder())
      default: try superclass(encoder)
      }
    }
    if style.isSuperFirst { try write(to: &container) }
  }

  private func write(to container: inout any UnkeyedEncodingContainer) throws {
    try container.encode(content.number)
    try container.encode(content.text)
    try container.encode(content.friend)
    try container.encode(content.peer)
  }
}

/// The reading of the content of one class, which may come after that of its superclass.
struct LevelReading {
  private let style: LevelStyle
  private let read: () throws -> LevelContent
  private let findSuperclass: () throws -> any Decoder
  private var content = LevelContent()

  /// Opens the container of a class.
  ///
  /// - Parameters:
  ///   - owner: The class.
  ///   - level: Its number, the topmost being 1.
  ///   - keys: The keys that are declared in it.
  ///   - decoder: The decoder that it got.
  /// - Throws: What the decoder throws.
  init<Owner, Nested: CodingKey>(
    _ owner: Owner.Type, _ level: Int, _ keys: Nested.Type, _ decoder: any Decoder
  ) throws {
    style = LevelContent.style(ofLevel: level, decoder.userInfo)
    let opening = LevelOpening(names: LevelNames(style: style, level: level), decoder: decoder)
    switch style.container {
    case .keyed: (read, findSuperclass) = try opening.run(style, of: owner, keys)
    case .unkeyed: (read, findSuperclass) = try opening.elements()
    case .single:
      let container = try decoder.singleValueContainer()
      read = { LevelContent(number: try container.decode(Int.self)) }
      findSuperclass = { decoder }
    }
  }

  /// The content, unless the superclass comes first.
  mutating func early() throws -> LevelContent {
    if !style.isSuperFirst { content = try read() }
    return content
  }

  /// The decoder of the superclass.
  func superclass() throws -> any Decoder { try findSuperclass() }

  /// The content.
  func late() throws -> LevelContent { style.isSuperFirst ? try read() : content }
}

private struct LevelOpening: KeyTypeUse {
  let names: LevelNames
  let decoder: any Decoder

  private var style: LevelStyle { names.style }

  func callAsFunction<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> (() throws -> LevelContent, () throws -> any Decoder) {
    let (names, decoder, style) = (names, decoder, style)
    let container = try decoder.container(keyedBy: type)
    func read() throws -> LevelContent {
      var content = LevelContent()
      content.number = try container.decode(Int.self, forKey: names.key("number"))
      content.text = try container.decodeIfPresent(String.self, forKey: names.key("text"))
      content.friend = try container.decode(LevelFriend?.self, forKey: names.key("friend"))
      content.peer = try container.decode(
        BackReference<Level1>.self, forKey: names.key("peer"))
      return content
    }
    func superclass() throws -> any Decoder {
      switch style.read {
      case .encoder: return decoder
      case .superEncoder: return try container.superDecoder()
      case .superKey: return try container.superDecoder(forKey: .named("super"))
      case .base: return try container.superDecoder(forKey: names.part("base"))
      case .nestedKeyed:
        let nested = try container.nestedContainer(keyedBy: type, forKey: names.part("keyed"))
        return try nested.superDecoder()
      case .nestedBase:
        let nested = try container.nestedContainer(keyedBy: type, forKey: names.part("keyed"))
        return try nested.superDecoder(forKey: names.part("base"))
      case .nestedUnkeyed:
        var nested = try container.nestedUnkeyedContainer(forKey: names.part("unkeyed"))
        return try nested.superDecoder()
      }
    }
    return (read, superclass)
  }

  func elements() throws -> (() throws -> LevelContent, () throws -> any Decoder) {
    let (decoder, style) = (decoder, style)
    var container = try decoder.unkeyedContainer()
    func read() throws -> LevelContent {
      var content = LevelContent()
      content.number = try container.decode(Int.self)
      content.text = try container.decodeIfPresent(String.self)
      content.friend = try container.decode(LevelFriend?.self)
      content.peer = try container.decode(BackReference<Level1>.self)
      return content
    }
    func superclass() throws -> any Decoder {
      switch style.read {
      case .superEncoder: return try container.superDecoder()
      case .nestedKeyed:
        return try container.nestedContainer(keyedBy: SharedLevelKeys.self).superDecoder()
      case .nestedUnkeyed:
        var nested = try container.nestedUnkeyedContainer()
        return try nested.superDecoder()
      default: return decoder
      }
    }
    return (read, superclass)
  }
}
