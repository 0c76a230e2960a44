import Stele

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
      content.peer = try container.decode(BackReference<Level1>.self, forKey: names.key("peer"))
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
