/// The keys of a struct, of one level of a class, or of one case of an enum, as far as they are known.
///
/// Keys are numbered in the order in which the program first uses them; those of them that class entries have
/// stand in ``order``.
// Safe: exclusivity need not be checked, as an encoder is for one thread, and nothing is called while a property changes.
final class LevelShape {
  /// A key.
  struct KeyState {
    let name: String
    let intValue: Int?
    /// The number of the plan of its type, once it stands in an entry.
    var type = -1
    var isOptional = false
    /// The class version that introduced the key, where the program does not know it.
    var since: Int?
    /// Whether class entries have the key.
    var isDefined = false
  }

  /// The archive name.
  let name: String
  /// What the program declares.
  let declaration: ArchiveClass?
  @safe @exclusivity(unchecked) var keys: [KeyState] = []
  /// The keys that class entries have, in their order.
  @safe @exclusivity(unchecked) private(set) var order: [Int] = []
  /// The highest version of the levels whose unknown keys have been kept.
  private var keptVersion = 1
  /// The retired keys that have been kept.
  private var keptRetired: [Key] = []
  /// Whether what has been kept is not in the last entry.
  @safe @exclusivity(unchecked) private(set) var needsEntry = false
  /// How often keys or their types changed.
  @safe @exclusivity(unchecked) private(set) var revision = 0
  /// The shapes of nested containers, by the name of the key under which they stand.
  private var nestedShapes: [ExactString: ValueShape] = [:]
  /// The literal keys, in the order in which they are written.
  @safe @exclusivity(unchecked) private var staticKeys: [StaticKey] = []
  @safe @exclusivity(unchecked) private var numbers = ShortTable<ExactString, Int>()
  /// The last entry of a class level under each entry of the superclass.
  @safe @exclusivity(unchecked) private var entries = ShortTable<
    Int, (number: Int, revision: Int)
  >()

  /// How many revisions may have further keys.
  static let keyRevisionLimit = 8
  /// How many literal keys are compared one by one.
  static let staticKeyLimit = 64
  /// The key that takes the keys of later revisions.
  static let overflowName = "*"

  init(name: String, declaration: ArchiveClass? = nil) {
    self.name = name
    self.declaration = declaration
  }

  /// Whether all that is known comes from one body, which the program wrote by calls for its keys.
  var isPredictable: Bool {
    revision == 1 && !needsEntry && keptVersion == 1 && keptRetired.isEmpty && nestedShapes.isEmpty
  }

  /// Forgets all but the first keys, which are as if they had just been used for the first time.
  func restart(keyCount: Int) {
    let names = keys.prefix(keyCount).map { ($0.name, $0.intValue) }
    keys = []
    numbers.removeAll()
    order = []
    revision = 0
    staticKeys.removeAll { $0.number >= keyCount }
    entries.removeAll()
    for (name, value) in names { _ = number(ofKey: name, value) }
  }

  /// The number of a key.
  func number(ofKey name: String, _ intValue: Int? = nil) -> Int {
    let key = ExactString(name)
    if let number = numbers[key] { return number }
    keys.append(KeyState(name: name, intValue: intValue))
    numbers.set(keys.count - 1, for: key)
    return keys.count - 1
  }

  /// The number of a key that is a literal.
  func number(ofStaticKey key: StaticString) -> Int {
    if let known = staticKeys.first(where: { $0.isSame(as: key) }) { return known.number }
    let number = number(ofKey: key.description)
    if staticKeys.count < Self.staticKeyLimit { staticKeys.append(StaticKey(key, number)) }
    return number
  }

  /// Whether further keys go into the key for such.
  var isFull: Bool { revision >= Self.keyRevisionLimit }

  /// The shape of a nested container.
  func nested(_ key: String) -> ValueShape {
    let place = ExactString(key)
    if let shape = nestedShapes[place] { return shape }
    let shape = ValueShape(LevelShape(name: name.isEmpty ? key : "\(name).\(key)"))
    nestedShapes[place] = shape
    return shape
  }

  /// Takes up the keys of one more instance.
  ///
  /// - Parameters:
  ///   - pieces: The pieces of the level, by key number; those that overflow are left out.
  ///   - types: The plans of all types.
  /// - Throws: ``GraphCodingError`` when the program has retired a key with another type, or a rule of descriptors.
  func take(_ pieces: some Sequence<Piece>, types: inout TypeTable) throws {
    var isChanged = revision == 0 || needsEntry
    needsEntry = false
    let isFirst = revision == 0
    var isSeen = [Bool](repeating: false, count: keys.count)
    for piece in pieces {
      let number = Int(piece.key)
      if !piece.isAbsent { isSeen[number] = true }
      if keys[number].isDefined {
        let old = types.all[keys[number].type]
        let new: TypePlan =
          piece.isAbsent
          ? try types.compatible(old, types.all[Int(piece.type)]) ?? old
          : try types.joined(old, with: types.all[Int(piece.type)])
        if new !== old {
          keys[number].type = new.number
          // A guess that comes true does not change the entry.
          if new.bytes != old.bytes { isChanged = true }
        }
      } else {
        keys[number].type = Int(piece.type)
        keys[number].isOptional = piece.isOptional || !isFirst
        keys[number].isDefined = true
        order.append(number)
        isChanged = true
      }
      try examineRetired(number, types)
    }
    for number in order where !keys[number].isOptional && !isSeen[number] {
      keys[number].isOptional = true
      isChanged = true
    }
    if isChanged {
      revision += 1
      if revision >= 2 * Self.keyRevisionLimit { loosen() }
    }
  }

  /// Makes keys so that no instance can need another revision, but for the first further key.
  private func loosen() {
    for number in order {
      keys[number].isOptional = true
      guard !keys[number].name.isExactly(Self.overflowName) else { continue }
      keys[number].type = TypeCode.any.planNumber
    }
  }

  private func examineRetired(_ number: Int, _ types: TypeTable) throws {
    guard let declaration, !declaration.keys.isEmpty else { return }
    let key = keys[number]
    for history in declaration.keys where history.name.isExactly(key.name) {
      guard let retired = history.retiredType, retired != types.all[key.type].descriptor else {
        continue
      }
      throw GraphCodingError(.retiredKey(key.name), className: name, keyPath: key.name)
    }
  }

  /// The class version of entries.
  private var version: Int { max(declaration?.version ?? 1, keptVersion) }

  /// Takes note of an archive from which unknown keys have been kept.
  func keep(version: Int, retired: some Sequence<Key>) {
    if version > keptVersion {
      keptVersion = version
      needsEntry = needsEntry || version > declaration?.version ?? 1
    }
    for key in retired where !keptRetired.contains(key) {
      keptRetired.append(key)
      needsEntry = true
    }
  }

  /// Says which class version introduced a key that the program does not know.
  func keep(since: Int, ofKey number: Int) {
    if keys[number].since == nil { keys[number].since = since }
  }

  /// The keys as entries have them.
  func entryKeys(_ types: TypeTable) -> [Key] {
    var result = order.map { number in
      let key = keys[number]
      let since =
        declaration?.keys.first { $0.name.isExactly(key.name) }?.since
        ?? key.since ?? 1
      return Key(
        key.name, types.all[key.type].descriptor, since: min(max(1, since), version),
        presence: key.isOptional ? .optional : .required)
    }
    for history in declaration?.keys ?? [] {
      guard let type = history.retiredType,
        !result.contains(where: { $0.name.isExactly(history.name) })
      else { continue }
      result.append(
        Key(
          history.name, type, since: min(max(1, history.since), version), presence: .retired))
    }
    for key in keptRetired where !result.contains(where: { $0.name.isExactly(key.name) }) {
      result.append(key)
    }
    return result
  }

  /// The entry of a struct, or of a class level under an entry of the superclass.
  func entry(
    _ kind: ClassEntry.Kind, under superclass: Int, _ tables: inout ClassTableWriter
  ) throws(GraphError) -> Int {
    if let last = entries[superclass], last.revision == revision { return last.number }
    let keys = entryKeys(tables.types)
    let entry: ClassEntry =
      kind == .class
      ? .class(name, version: version, superclass: superclass == 0 ? nil : superclass, keys: keys)
      : .structure(name, version: version, keys: keys)
    let number = try tables.define(entry)
    entries.set((number, revision), for: superclass)
    return number
  }
}
