/// Reads the keys of one object, whose names are known only when the program runs.
package struct ObjectDecoder {
  private let decoder: ValueDecoder
  private let keys: LevelKeys
  private static let level = 0

  init(_ decoder: ValueDecoder) throws {
    self.decoder = decoder
    keys = decoder.levelKeys(Self.level, in: try decoder.openBody())
    if keys.hasHistory { try decoder.migrate(Self.level, keys) }
  }

  /// The number of the object in the archive.
  package var objectNumber: Int { decoder.object }

  /// The archive names of the class and its superclasses, the class first.
  package var classNames: [String] {
    let classes = decoder.graph.store.context.classes
    return classes.chain(of: decoder.entry).reversed().compactMap { classes[$0]?.name }
  }

  /// The class of the outermost object that is being made, and the keys that lead from there to this one.
  package var way: (className: String, keys: [String]) { decoder.graph.way(to: decoder.object) }

  /// The names of all keys that have a value, as the program calls them.
  package var names: [String] {
    get throws { try decoder.names(keys, level: Self.level) }
  }

  /// Whether a key has a value, even if that is nil.
  package func contains(_ key: String) throws -> Bool {
    try decoder.hasValue(key, keys, level: Self.level)
  }

  /// Whether a key has no value, or a nil of any kind; no object is made.
  package func isNil(_ key: String) throws -> Bool {
    guard case (let plan, var input)? = try open(key) else { return true }
    guard plan.isReference || plan.code == .ref || plan.code == .optional || plan.code == .weak
    else { return false }
    return try decoder.graph.readReference(plan, &input) == 0
  }

  /// Whether a key has a weak reference.
  package func isWeak(_ key: String) throws -> Bool { try open(key)?.plan.code == .weak }

  /// Finds the value of a key, and in it the value of a type of its own, or nil when there is none.
  private func open(_ key: String) throws -> (plan: ReadingPlan, input: CheckedBytes)? {
    guard let value = try decoder.whole(at: decoder.find(key, keys, level: Self.level)) else {
      return nil
    }
    var input = decoder.input
    try input.move(to: value.offset)
    guard value.plan.isWrapped else { return (value.plan, input) }
    return try decoder.graph.unwrap(value.plan, &input).map { ($0, input) }
  }

  /// The type that the archive has for a key, or nil when there is none.
  package func type(of key: String) throws -> TypeDescriptor? {
    try decoder.whole(at: decoder.find(key, keys, level: Self.level))?.plan.type
  }

  /// Reads a key as a value of a type.
  ///
  /// - Returns: The value, or nil when there is none.
  /// - Throws: `DecodingError` when it is not of the type.
  package func decode<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    if keys.hasHistory {
      return try decoder.readIfPresentWithHistory(type, key, keys, Self.level)
    }
    return try decoder.read(type, at: try decoder.find(key, keys, level: Self.level), key)
  }

  /// Reads a key as a value of whatever type it is.
  ///
  /// - Parameters:
  ///   - request: What is asked of objects.
  ///   - key: The key.
  /// - Returns: The value, or nil when there is none.
  /// - Throws: `DecodingError` when an object is not what is asked for, or cannot be made.
  package func decode(_ request: ObjectRequest, forKey key: String) throws -> AnyValue? {
    let place = try decoder.find(key, keys, level: Self.level)
    guard let value = try decoder.whole(at: place) else { return nil }
    var input = decoder.input
    try input.move(to: value.offset)
    let result = try request.reader.read(
      value.plan, &input, at: decoder.site(at: place, key))
    if case .slot(let number) = place { decoder.complete(number, at: input.offset) }
    return result
  }

  /// Leaves word to read the object once more, when no initialiser is running any more.
  package func whenAllAreMade(_ finish: @escaping (ObjectDecoder) throws -> Void) {
    let number = decoder.object
    decoder.graph.secondPhase.append { graph in
      try graph.withDecoder(ofMade: number) { try finish(ObjectDecoder($0)) }
    }
  }
}

extension GraphDecoder {
  /// Gives a decoder of an object that has been made.
  fileprivate func withDecoder(
    ofMade number: Int, _ body: (ValueDecoder) throws -> Void
  ) throws {
    let (entry, content) = try store.record(number)
    guard let objectClass = classes[entry] else { throw GraphCodingError(.noObject(number)) }
    var decoder = takeDecoder(for: .object)
    defer { give(&decoder) }
    try decoder.begin(
      object: number, objectClass, bodies.body(ofEntry: entry), entry: entry, content)
    try enter(decoder)
    defer { leave() }
    try body(decoder)
  }
}
