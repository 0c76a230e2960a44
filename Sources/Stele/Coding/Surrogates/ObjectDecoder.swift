/// Reads the keys of one object, whose names are known only when the program runs.
package struct ObjectDecoder {
  private let decoder: ValueDecoder
  private let keys: LevelKeys
  private let level: Int

  /// Reads the keys of all levels; of keys of one name it finds that of the lowest.
  init(_ decoder: ValueDecoder) throws {
    self.decoder = decoder
    level = 0
    keys = decoder.levelKeys(level, in: try decoder.openBody())
    if keys.hasHistory { try decoder.migrate(level, keys) }
  }

  private init(_ decoder: ValueDecoder, level: Int) throws {
    self.decoder = decoder
    self.level = level
    keys = decoder.levelKeys(level, in: try decoder.openBody())
  }

  /// The place of the entry of the object in the class table.
  package var entry: Int { decoder.entry }

  /// How many levels the class has in the archive.
  package var levelCount: Int {
    get throws { try decoder.openBody().levelCount }
  }

  /// Reads the keys of one level of the archive, counted from the topmost superclass.
  package func at(level: Int) throws -> ObjectDecoder {
    try levelCount == 1 ? self : ObjectDecoder(decoder, level: 1 + level)
  }

  /// Reads the keys of one level of the archive and of those above it.
  package func upTo(level: Int) throws -> ObjectDecoder {
    let count = try levelCount
    return level + 1 >= count ? self : try ObjectDecoder(decoder, level: 1 + count + level)
  }

  /// Whether the entry says which keys its objects may have; otherwise each object does.
  package var knowsKeys: Bool { keys.overflow == nil }

  /// Whether the entry has a key, or, where it does not say, the object.
  package func mayHave(_ key: String) throws -> Bool {
    try knowsKeys ? keys.place(of: key) != nil : contains(key)
  }

  /// Whether the objects of the entry have all of their keys at the lowest level.
  package var isFlat: Bool {
    get throws {
      let body = try decoder.openBody()
      return (0..<body.levelCount - 1).allSatisfy { body.level($0).isEmpty }
    }
  }

  /// Whether the program has declared what a key was before, or migrates old objects.
  package func hasHistory(_ key: String) -> Bool {
    keys.hasHistory && (keys.history(of: key) != nil || keys.migration != nil)
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
    get throws { try decoder.names(keys, level: level) }
  }

  /// Whether a key has a value, even if that is nil.
  package func contains(_ key: String) throws -> Bool {
    try decoder.hasValue(key, keys, level: level)
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
    guard let value = try decoder.whole(at: decoder.find(key, keys, level: level)) else {
      return nil
    }
    var input = decoder.input
    try input.move(to: value.offset)
    guard value.plan.isWrapped else { return (value.plan, input) }
    return try decoder.graph.unwrap(value.plan, &input).map { ($0, input) }
  }

  /// The type that the archive has for a key, or nil when there is none.
  package func type(of key: String) throws -> TypeDescriptor? {
    try decoder.whole(at: decoder.find(key, keys, level: level))?.plan.type
  }

  /// Reads a key as a value of a type.
  ///
  /// - Returns: The value, or nil when there is none.
  /// - Throws: `DecodingError` when it is not of the type.
  package func decode<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    if keys.hasHistory {
      return try decoder.readIfPresentWithHistory(type, key, keys, level)
    }
    return try decoder.read(type, at: try decoder.find(key, keys, level: level), key)
  }

  /// Reads a key as a value of whatever type it is.
  ///
  /// - Parameters:
  ///   - request: What is asked of objects.
  ///   - key: The key.
  ///   - isHashed: Whether the elements of the value are to be hashed, as those of a list that stands for a set.
  /// - Returns: The value, or nil when there is none. What is to be hashed in it is complete.
  /// - Throws: `DecodingError` when an object is not what is asked for, cannot be made, or is to be hashed and cannot be
  ///   complete.
  package func decode(
    _ request: ObjectRequest, forKey key: String, isHashed: Bool = false
  ) throws -> AnyValue? {
    let place = try decoder.find(key, keys, level: level)
    guard let value = try decoder.whole(at: place) else { return nil }
    var input = decoder.input
    try input.move(to: value.offset)
    let result = try request.reader.read(
      value.plan, &input, at: decoder.site(at: place, key))
    if isHashed || value.plan.mayHash {
      try decoder.graph.completeHashed(
        value.plan, at: value.offset, input, decoder.site(at: place, key), isAll: isHashed)
    }
    if case .slot(let number) = place { decoder.complete(number, at: input.offset) }
    return result
  }

  /// Leaves word to read the object once more, when no initialiser is running any more.
  package func whenAllAreMade(_ finish: @escaping (ObjectDecoder) throws -> Void) {
    let number = decoder.object
    decoder.graph.secondPhase.add(number) { [level] graph in
      try graph.withDecoder(ofMade: number) {
        let all = try ObjectDecoder($0)
        try finish(level == 0 ? all : ObjectDecoder($0, level: level))
      }
    }
  }

  /// Leaves word to look at something when no object changes any more, with the keys of this one.
  package func whenAllAreComplete(_ check: @escaping (ObjectDecoder) throws -> Void) {
    let number = decoder.object
    decoder.graph.secondPhase.add(check: { graph in
      try graph.withDecoder(ofMade: number) { try check(ObjectDecoder($0)) }
    })
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
