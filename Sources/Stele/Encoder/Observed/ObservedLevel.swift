/// The keys of a struct, of one level of a class, or of one case of an enum, as far as they are known.
///
/// Keys are numbered in the order in which the program first uses them; those of them that class entries have
/// stand in ``order``.
final class ObservedLevel {
  /// A key.
  struct KeyState {
    let name: String
    let intValue: Int?
    /// The index of its type, once it stands in an entry.
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
  let declaration: TypeDeclaration?
  var keys: [KeyState] = []
  /// The keys that class entries have, in their order.
  private(set) var order: [Int] = []
  /// The highest version of the levels whose unknown keys have been kept.
  private var keptVersion = 1
  /// The retired keys that have been kept.
  private var keptRetired: [ArchiveKey] = []
  /// Whether what has been kept is not in the last entry.
  private(set) var needsEntry = false
  /// How often keys or their types changed.
  private(set) var revision = 0
  /// How many of these changes count towards the limits of entries.
  private var growth = 0
  /// How many changes only gave a type to what had been of type `never`.
  private var completionCount = 0
  /// The shapes of nested containers, by the name of the key under which they stand.
  private var nestedShapes: [ExactString: ObservedType] = [:]
  private var numbers = ShortTable<ExactString, Int>()
  /// The last entry of a class level under each entry of the superclass.
  private var entries = ShortTable<
    Int, (number: Int, revision: Int)
  >()

  /// How many revisions may have further keys, those left out that only complete types.
  static let keyRevisionLimit = 8
  /// How many revisions may only complete types: a class table in which each entry has all keys grows with the square.
  static let completionLimit = 64
  /// The key that takes the keys of later revisions.
  static let overflowName = RegisteredName.furtherKeys

  init(name: String, declaration: TypeDeclaration? = nil) {
    self.name = name
    self.declaration = declaration
  }

  /// The number of a key.
  func number(ofKey name: String, _ intValue: Int? = nil) -> Int {
    let key = ExactString(name)
    if let number = numbers[key] { return number }
    keys.append(KeyState(name: name, intValue: intValue))
    numbers.set(keys.count - 1, for: key)
    return keys.count - 1
  }

  /// Whether further keys go into the key for such.
  var isFull: Bool { growth >= Self.keyRevisionLimit }

  /// The shape of a nested container.
  func nested(_ key: String) -> ObservedType {
    let place = ExactString(key)
    if let shape = nestedShapes[place] { return shape }
    let shape = ObservedType(ObservedLevel(name: name.isEmpty ? key : "\(name).\(key)"))
    nestedShapes[place] = shape
    return shape
  }

  /// Takes up the keys of one more instance.
  ///
  /// - Parameters:
  ///   - pieces: The pieces of the level, by key number; those that overflow are left out.
  ///   - types: All types.
  /// - Throws: ``SteleCodingError`` when the program has retired a key with another type, or a rule of descriptors.
  func take(_ pieces: some Sequence<Piece>, types: inout TypeTable) throws {
    var isChanged = revision == 0 || needsEntry
    var isCompleted = false
    needsEntry = false
    let isFirst = revision == 0
    var isSeen = [Bool](repeating: false, count: keys.count)
    for piece in pieces {
      let number = piece.key
      if !piece.isAbsent { isSeen[number] = true }
      if keys[number].isDefined {
        let old = keys[number].type
        let new =
          piece.isAbsent
          ? try types.compatible(old, piece.type) ?? old
          : try types.joined(old, with: piece.type)
        if new != old {
          keys[number].type = new
          if types.isCompletion(new, of: old) { isCompleted = true } else { isChanged = true }
        }
      } else {
        keys[number].type = piece.type
        keys[number].isOptional = piece.isOptional || !isFirst
        keys[number].isDefined = true
        order.append(number)
        isChanged = true
      }
      try checkRetired(number, types)
      try checkDefault(number, types)
    }
    for number in order where !keys[number].isOptional && !isSeen[number] {
      keys[number].isOptional = true
      isChanged = true
    }
    guard isChanged || isCompleted else { return }
    revision += 1
    if !isChanged, completionCount < Self.completionLimit {
      completionCount += 1
    } else {
      growth += 1
      if growth >= 2 * Self.keyRevisionLimit { loosen() }
    }
  }

  /// Makes the keys optional and of any type, so that only a new key can need another revision.
  private func loosen() {
    for number in order {
      keys[number].isOptional = true
      guard !keys[number].name.isExactly(Self.overflowName) else { continue }
      keys[number].type = TypeCode.any.typeIndex
    }
  }

  private func checkRetired(_ number: Int, _ types: TypeTable) throws {
    guard let declaration, !declaration.archiveClass.keys.isEmpty else { return }
    let key = keys[number]
    var names = NameNumbers()
    for history in declaration.archiveClass.keys where history.name.isExactly(key.name) {
      guard let retired = history.retiredType,
        retired.completed(with: types.schema.descriptor(key.type), names: &names) != retired
      else { continue }
      throw SteleCodingError(.retiredKey(key.name), className: name, keyPath: key.name)
    }
  }

  private func checkDefault(_ number: Int, _ types: TypeTable) throws {
    guard let declaration, !declaration.unfitDefaults.isEmpty else { return }
    let key = keys[number]
    guard let unfit = declaration.unfitDefault(of: key.name),
      unfit.isOfOtherKind(than: types.schema.descriptor(key.type))
    else { return }
    throw SteleCodingError(.invalidDeclaration(unfit.flaw), className: name, keyPath: key.name)
  }

  /// The declared keys of a class or struct that no instance has asked for, and that are no stored properties.
  func unusedKeys() -> [String] {
    guard revision > 0, let declaration, !declaration.archiveClass.keys.isEmpty,
      let properties = StoredProperty.own(of: declaration.type)
    else { return [] }
    let names = keys.map(\.name) + properties.map(\.storageName) + properties.compactMap(\.name)
    return declaration.archiveClass.keys.lazy.filter { $0.retiredType == nil }.map(\.name)
      .filter { name in !names.contains { $0.isExactly(name) } }
  }

  /// The class version of entries.
  private var version: Int { max(declaration?.archiveClass.version ?? 1, keptVersion) }

  /// Takes note of an archive from which unknown keys have been kept.
  func keep(version: Int, retired: some Sequence<ArchiveKey>) {
    if version > keptVersion {
      keptVersion = version
      needsEntry = needsEntry || version > declaration?.archiveClass.version ?? 1
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
  func entryKeys(_ types: TypeTable) -> [ArchiveKey] {
    var result = order.map { number in
      let key = keys[number]
      let since =
        declaration?.archiveClass.keys.first { $0.name.isExactly(key.name) }?.since
        ?? key.since ?? 1
      return ArchiveKey(
        key.name, types.schema.descriptor(key.type), since: min(max(1, since), version),
        presence: key.isOptional ? .optional : .required)
    }
    for history in declaration?.archiveClass.keys ?? [] {
      guard let type = history.retiredType,
        !result.contains(where: { $0.name.isExactly(history.name) })
      else { continue }
      result.append(
        ArchiveKey(
          history.name, type, since: min(max(1, history.since), version), presence: .retired))
    }
    for key in keptRetired where !result.contains(where: { $0.name.isExactly(key.name) }) {
      result.append(key)
    }
    return result
  }

  /// The entry of a struct, or of a class level under an entry of the superclass.
  func entry(
    _ kind: ArchiveClassEntry.Kind, under superclass: Int, _ tables: inout ClassTableWriter
  ) throws(ArchiveWritingError) -> Int {
    if let last = entries[superclass], last.revision == revision { return last.number }
    let keys = entryKeys(tables.types)
    let entry: ArchiveClassEntry =
      kind == .class
      ? .class(name, version: version, superclass: superclass == 0 ? nil : superclass, keys: keys)
      : .structure(name, version: version, keys: keys)
    let number = try tables.define(entry)
    entries.set((number, revision), for: superclass)
    return number
  }
}

/// The place of a key among those of a hierarchy: its level and its number there, in one integer.
///
/// Each has half of the bits, which is enough on machines of 32 bits as well: a level takes further keys under one name long before.
enum KeyPlace {
  private static let half = Int.bitWidth / 2

  @inline(__always)
  static func at(level: Int, key: Int) -> Int { level &<< half | key }

  @inline(__always)
  static func level(of place: Int) -> Int { place &>> half }

  @inline(__always)
  static func key(of place: Int) -> Int { place & ((1 &<< half) &- 1) }
}

/// The value of one key of an instance that is assembled, as its keys did not come as expected.
struct Piece {
  /// The position of the level in the class hierarchy.
  let level: Int
  /// The number of the key in its level.
  let key: Int
  /// The index of the type.
  var type: Int
  /// The container inside that has the value, by its position, or -1.
  var child = -1
  /// Whether records need not have the key.
  var isOptional = false
  /// Whether the program does not know the key; the value gives way to one that it does know.
  var isKept = false
  /// Whether there is no value.
  var isAbsent = false
  /// Where the bytes of the value begin; they end where the next piece begins.
  var start: Int

  /// The place of the key among all keys of the hierarchy.
  var place: Int { KeyPlace.at(level: level, key: key) }
}
