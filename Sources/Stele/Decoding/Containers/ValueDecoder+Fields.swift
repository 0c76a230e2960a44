extension ValueDecoder {
  /// Reads the value at a place of the body, or gives nil when there is none.
  func field<T: Decodable>(_ type: T.Type, at place: Int) throws -> T? {
    guard let body, try body.slots[place].isPresent(presence, input) else { return nil }
    return try read(type, at: .slot(place), body.slots[place].name)
  }

  /// Reads the value of a key wherever it comes from: the archive, what is declared, or the type itself.
  ///
  /// Spec §8.2 to §8.4.
  func field<T: Decodable>(
    _ type: T.Type, _ name: String, _ keys: LevelKeys, _ level: Int
  ) throws -> T {
    if keys.hasHistory {
      if let value = try readWithHistory(type, name, keys, level) { return value }
    } else if let value = try read(type, at: find(name, keys, level: level), name) {
      return value
    }
    if let value = try graph.reader(of: type).absent { return value }
    throw missing(PathKey(stringValue: name, intValue: nil), keys)
  }

  /// Tells that there is no value for a key.
  func missing(_ key: any CodingKey, _ keys: LevelKeys) -> DecodingError {
    if let failure = failureOfUnknownCase() { return failure }
    let site = Site(decoder: self, step: .here)
    let className = keys.declaration?.archiveClass.name ?? keys.entry?.name ?? ""
    var text = "The archive has no value for the key \(key.stringValue)."
    if let since = keys.history(of: key.stringValue)?.since, let entry = keys.entry,
      since > entry.version
    {
      text += " The class \(className) has it since version \(since), and was written as version"
      text += " \(entry.version)."
    }
    var context = site.context(.missingKey(key.stringValue), at: start, text)
    if var error = context.underlyingError as? GraphCodingError {
      error.className = className
      context = DecodingError.Context(
        codingPath: context.codingPath, debugDescription: text, underlyingError: error)
    }
    return .keyNotFound(key, context)
  }
}
