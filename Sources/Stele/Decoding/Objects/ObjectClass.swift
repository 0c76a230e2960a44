/// A class of the program whose objects may be made.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ObjectClass {
  /// The class.
  let type: Any.Type
  /// What the program declares.
  let declaration: TypeDeclaration
  /// The declarations of its levels, the topmost superclass first.
  let levels: [TypeDeclaration]
  /// Makes objects with the initialiser of the class.
  let maker: ObjectMaker
  /// How objects are made and filled, for a class that does it in two steps.
  let twoPhase: TwoPhaseClass?
  /// Whether a surrogate decodes the objects: the first of their levels has all keys, then there is one for each level of the
  /// archive, and then one for each of these with those above it.
  let isSurrogate: Bool
  /// Wakes an object, for a class that wants to know when decoding is complete.
  let awaken: ((AnyObject) throws -> Void)?
  /// Whether that is so.
  let isAwoken: Bool
  /// A decoder of its objects that is not in use.
  @safe @exclusivity(unchecked) var idle: ValueDecoder?
  private var levelsOfKeyTypes: [ObjectIdentifier: Int] = [:]
  @safe @exclusivity(unchecked) private var lastKeyType: (type: ObjectIdentifier, level: Int)?
  private var keys: [Int: [LevelKeys]] = [:]
  @safe @exclusivity(unchecked) private var lastKeys: (entry: Int, keys: [LevelKeys])?

  init<Class: Decodable>(_ type: Class.Type, _ declaration: TypeDeclaration) {
    self.type = type
    self.declaration = declaration
    isSurrogate = false
    levels = declaration.levels
    maker = (type as? any FieldCodable.Type)?.objectMaker ?? CodableMaker<Class>()
    twoPhase = (type as? any TwoPhaseCodable.Type)?.twoPhaseClass
    awaken = (type as? any AwakeAfterDecoding.Type)?.awakening
    isAwoken = awaken != nil
  }

  init(_ surrogate: SurrogateClass) {
    type = surrogate.type
    declaration = surrogate.declaration
    isSurrogate = true
    levels = [declaration]
    maker = SurrogateMaker(surrogate.make)
    twoPhase = surrogate.twoPhase
    awaken = nil
    isAwoken = false
  }

  /// The level that a type of coding keys belongs to.
  func level(ofKeyType type: Any.Type) -> Int {
    let identity = ObjectIdentifier(type)
    if let lastKeyType, lastKeyType.type == identity { return lastKeyType.level }
    let level =
      levelsOfKeyTypes[identity]
      ?? {
        let owner = declaration.level(ofKeyType: type)
        return levels.firstIndex { $0 === owner } ?? levels.count - 1
      }()
    levelsOfKeyTypes[identity] = level
    lastKeyType = (identity, level)
    return level
  }

  /// How the names of the program lead to the keys of a level.
  func keys(
    ofLevel level: Int, of body: ReadingBody, entry: Int, in graph: GraphDecoder
  ) -> LevelKeys {
    if let lastKeys, lastKeys.entry == entry { return lastKeys.keys[level] }
    let all =
      keys[entry]
      ?? matchLevels(of: body, graph.store.context.classes.chain(of: entry), in: graph)
    // Keys that are in use stay.
    if let lastKeys { keys[lastKeys.entry] = lastKeys.keys }
    lastKeys = (entry, all)
    return all[level]
  }

  /// Forgets the archive, and which keys have been asked for.
  func forgetArchive() {
    idle?.forgetArchive()
    for keys in lastKeys?.keys ?? [] { keys.restart() }
    for keys in keys.values.joined() { keys.restart() }
  }

  /// Finds the declared levels among those of an entry, by name or alias.
  ///
  /// Spec §8.2.
  private func matchLevels(
    of body: ReadingBody, _ chain: [Int], in graph: GraphDecoder
  ) -> [LevelKeys] {
    let classes = graph.store.context.classes
    if isSurrogate {
      let all = LevelKeys(
        body, range: 0..<body.slots.count, entry: chain.last.flatMap { classes[$0] },
        declaration: declaration)
      guard chain.count > 1 else { return [all] }
      return [all]
        + chain.indices.map {
          LevelKeys(body, range: body.level($0), entry: classes[chain[$0]], declaration: nil)
        }
        + chain.indices.map {
          LevelKeys(body, range: 0..<body.level($0).upperBound, entry: nil, declaration: nil)
        }
    }
    return levels.map { level in
      let names = [level.archiveClass.name] + level.archiveClass.aliases
      for name in names {
        for (place, number) in chain.enumerated() {
          guard let entry = classes[number], entry.name.isExactly(name) else { continue }
          return LevelKeys(
            body, range: body.level(place), entry: entry, declaration: level)
        }
      }
      return LevelKeys(body, range: 0..<0, entry: nil, declaration: level)
    }
  }
}
