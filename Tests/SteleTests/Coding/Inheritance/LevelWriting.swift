import Stele

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
