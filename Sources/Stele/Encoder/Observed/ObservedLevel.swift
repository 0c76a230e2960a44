/// The keys that have been observed of a struct, of one level of a class, or of one case of an enum.
///
/// Keys are numbered in the order in which the program first uses them. ``order`` lists those that class entries have.
final class ObservedLevel {
  struct KeyState {
    let name: String
    let intValue: Int?
    /// The index of the type, once the key is in an entry.
    var type = -1
    /// Whether records may lack the key.
    ///
    /// A value of an optional type is another matter: every record has it.
    var isOptional = false
    /// The class version that introduced the key, if the program does not know it.
    var since: Int?
    /// Whether class entries have the key.
    var isDefined = false
  }

  /// The archive name.
  let name: String
  let declaration: TypeDeclaration?
  /// Whether the unknown keys of the type have been written.
  var hasUnknownKeys = false
  // Safe, for all with the mark: no access runs code of the program, or releases what the program has made.
  @safe @exclusivity(unchecked) private var content = Content()
  /// The types of nested containers, by the name of their key.
  private var nestedTypes: [ExactString: ObservedType] = [:]
  @safe @exclusivity(unchecked) private var numbers = ShortTable<ExactString, Int>()
  /// The number of keys of the archive; the keys after them are of the previous archive, see ``reset()``.
  private var keyCount = 0
  /// The first observation in the previous archive, as long as this one has the same keys.
  private var first: Observation?
  /// The defaults that have to fit the types of keys, by the names of these; made here because that runs code of the program.
  private let defaults: [ExactString: Any]

  fileprivate struct Content {
    var keys: [KeyState] = []
    /// The keys that class entries have, in their order.
    var order: [Int] = []
    /// The last entry of a class level under each entry of the superclass.
    var entries = ShortTable<Int, (number: Int, revision: Int)>()
    /// The number of changes of keys or their types.
    var revision = 0
    /// The number of changes that count towards the limits of entries.
    var changeCount = 0
    /// The number of changes that only gave a type to a key of type `never`.
    var completionCount = 0
    /// The highest version among the levels with kept unknown keys.
    var keptVersion = 1
    /// The retired keys that were kept, and their names.
    var keptRetired: [ArchiveKey] = []
    var keptNames: Set<ExactString> = []
    /// Whether the last entry lacks a version or retired key that was kept.
    var needsEntry = false
  }

  /// The number of changes after which new keys go to the overflow key, not counting those that only complete types.
  static let changesUntilOverflow = 8
  /// The number of changes after which every key is optional and of type `any`.
  static let changesUntilLoosening = 16
  /// The number of revisions that may only complete types: a class table in which each entry has all keys grows quadratically.
  static let completionLimit = 64

  init(name: String, declaration: TypeDeclaration? = nil) {
    self.name = name
    self.declaration = declaration
    var defaults: [ExactString: Any] = [:]
    for key in declaration?.archiveClass.keys ?? [] {
      if let value = key.plainDefault { defaults[ExactString(key.name)] = value }
    }
    self.defaults = defaults
  }

  /// The keys, by their numbers.
  var keys: [KeyState] {
    _read { yield content.keys }
    _modify { yield &content.keys }
  }

  var order: [Int] { content.order }

  var revision: Int { content.revision }

  var needsEntry: Bool { content.needsEntry }

  /// Returns the number of a key, which gets one if it is new.
  func number(ofKey name: String, _ intValue: Int? = nil) -> Int {
    let key = ExactString(name)
    if let number = numbers[key], number <= keyCount {
      if number == keyCount { keyCount = number + 1 }
      return number
    }
    forgetFurtherKeys()
    let new = KeyState(name: name, intValue: intValue)
    let number = keyCount
    if number == 0 { keys.reserveCapacity(4) }
    keys.append(new)
    numbers.set(number, for: key)
    keyCount = number + 1
    return number
  }

  /// Whether new keys go to the overflow key.
  var isFull: Bool { content.changeCount >= Self.changesUntilOverflow }

  /// Returns the type of the nested container under a key.
  func nested(_ key: String) -> ObservedType {
    let place = ExactString(key)
    if let known = nestedTypes[place] { return known }
    let made = ObservedType(named: name.isEmpty ? key : "\(name).\(key)", isNested: true)
    nestedTypes[place] = made
    return made
  }

  /// Observes the keys of one more instance: its pieces of the level, by key number, without those that overflow.
  ///
  /// - Throws: ``SteleCodingError`` when the program has retired a key with another type, or a rule of descriptors.
  func observe(_ pieces: some Sequence<Piece>, types: inout ClassTableWriter) throws {
    forgetFurtherKeys()
    var isChanged = revision == 0 || needsEntry
    var isCompleted = false
    content.needsEntry = false
    let isFirst = revision == 0
    if isFirst, !hasUnknownKeys, let flaw = declaration?.unreadUnknownKeys { throw flaw }
    if isFirst { content.order.reserveCapacity(keys.count) }
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
          let type = types.schema.descriptor(new)
          if type.completes(types.schema.descriptor(old)) {
            isCompleted = true
          } else {
            isChanged = true
          }
        }
      } else {
        keys[number].type = piece.type
        keys[number].isOptional = piece.isOptional || !isFirst
        keys[number].isDefined = true
        content.order.append(number)
        isChanged = true
      }
      try compareWithHistory(keys[number], types)
    }
    for number in order where !keys[number].isOptional && !isSeen[number] {
      keys[number].isOptional = true
      isChanged = true
    }
    guard isChanged || isCompleted else { return }
    content.revision += 1
    if !isChanged, content.completionCount < Self.completionLimit {
      content.completionCount += 1
    } else {
      content.changeCount += 1
      if content.changeCount >= Self.changesUntilLoosening { loosen() }
    }
  }

  /// Makes all keys optional and of any type, so that only a new key can need another revision.
  private func loosen() {
    for number in order {
      keys[number].isOptional = true
      guard !keys[number].name.isExactly(RegisteredName.overflow) else { continue }
      keys[number].type = TypeCode.any.typeIndex
    }
  }

  /// Refuses a key that the program has retired with another type, or whose declared default is of another kind than its values.
  private func compareWithHistory(_ key: KeyState, _ types: ClassTableWriter) throws {
    guard let history = declaration?.history(of: key.name) else { return }
    let type = types.schema.descriptor(key.type)
    if let retired = history.retiredType, !retired.completes(type) {
      throw SteleCodingError(.retiredKey(key.name), className: name, keyPath: key.name)
    }
    if let value = defaults[ExactString(key.name)],
      let flaw = history.flaw(of: value, writtenAs: type)
    {
      throw SteleCodingError(.invalidDeclaration(flaw), className: name, keyPath: key.name)
    }
  }

  /// Returns the declared keys of a class or struct that no instance has written and that are not stored properties.
  func unusedKeys() -> [String] {
    guard revision > 0, let declaration, !declaration.archiveClass.keys.isEmpty,
      let properties = StoredProperty.own(of: declaration.type)
    else { return [] }
    let names = keys.map(\.name) + properties.map(\.storageName) + properties.compactMap(\.name)
    return declaration.archiveClass.keys.lazy.filter { $0.retiredType == nil }.map(\.name)
      .filter { name in !names.contains { $0.isExactly(name) } }
  }

  /// The class version of entries.
  var version: Int { max(declaration?.archiveClass.version ?? 1, content.keptVersion) }

  /// Remembers the version and retired keys of an entry with kept unknown keys.
  func keep(_ entry: ArchiveClassEntry) {
    first = nil
    if entry.version > content.keptVersion {
      content.keptVersion = entry.version
      content.needsEntry = needsEntry || entry.version > declaration?.archiveClass.version ?? 1
    }
    for key in entry.keys
    where !key.isStored && content.keptNames.insert(ExactString(key.name)).inserted {
      content.keptRetired.append(key)
      content.needsEntry = true
    }
  }

  /// Remembers the class version that introduced a key that the program does not know.
  func keep(since: Int, ofKey number: Int) {
    first = nil
    if keys[number].since == nil { keys[number].since = since }
  }

  /// Returns the keys in the form of an entry.
  func entryKeys() -> [WrittenKey] {
    var result = order.map { number in
      let key = keys[number]
      let since = declaration?.history(of: key.name)?.since ?? key.since ?? 1
      return WrittenKey(
        name: key.name, type: key.type, since: min(max(1, since), version),
        presence: key.isOptional ? .optional : .required)
    }
    for history in declaration?.archiveClass.keys ?? [] {
      guard let type = history.retiredType,
        !result.contains(where: { $0.name.isExactly(history.name) })
      else { continue }
      result.append(
        WrittenKey(
          ArchiveKey(
            history.name, type, since: min(max(1, history.since), version), presence: .retired)))
    }
    for key in content.keptRetired
    where numbers[ExactString(key.name)].map({ keys[$0].isDefined }) != true
      && declaration?.history(of: key.name)?.retiredType == nil
    {
      result.append(WrittenKey(key))
    }
    return result
  }

  /// Returns the number of the entry of a struct, or of a class level under an entry of the superclass.
  func entry(
    _ kind: ArchiveClassEntry.Kind, under superclass: Int, _ tables: inout ClassTableWriter
  ) throws(ArchiveWritingError) -> Int {
    if let last = content.entries[superclass], last.revision == revision { return last.number }
    let number = try tables.define(
      WrittenEntry(
        kind: kind, name: name, version: version, superclass: superclass == 0 ? nil : superclass,
        keys: entryKeys()))
    content.entries.set((number, revision), for: superclass)
    return number
  }
}

// MARK: Many archives

extension ObservedLevel: ReusedDefinition {
  /// The first observation of a level in an archive.
  final class Observation {
    /// The keys before the observation.
    fileprivate let newKeys: [KeyState]
    /// The state after it.
    fileprivate let content: Content

    fileprivate init(_ content: Content) {
      newKeys = content.keys.map { KeyState(name: $0.name, intValue: $0.intValue) }
      self.content = content
    }
  }

  /// Returns the first observation, which has just been made, or nil if something else has changed the level.
  func firstObservation() -> Observation? {
    guard revision == 1, content.keptVersion == 1, content.keptRetired.isEmpty,
      keys.allSatisfy({ $0.since == nil })
    else { return nil }
    let observation = Observation(content)
    first = observation
    return observation
  }

  /// Returns whether the level has the keys that it had before an observation, and has not been observed in this archive.
  func hasKeys(before observation: Observation) -> Bool {
    first === observation && keyCount == observation.newKeys.count && content.revision == 0
      && content.keys.count == keyCount
  }

  /// Repeats the first observation.
  func observe(again observation: Observation) { content = observation.content }

  /// Forgets everything that has been observed; the next archive is expected to have the same keys first.
  func reset() {
    let keys = first?.newKeys ?? []
    if content.keys.count != keys.count { number(keys) }
    content = Content()
    content.keys = keys
    keyCount = 0
    if !nestedTypes.isEmpty { nestedTypes = [:] }
  }

  /// Forgets the keys of the previous archive that this one does not have.
  private func forgetFurtherKeys() {
    guard keyCount < content.keys.count else { return }
    first = nil
    content.keys.removeSubrange(keyCount...)
    number(content.keys)
  }

  private func number(_ keys: [KeyState]) {
    numbers.removeAll()
    for (number, key) in keys.enumerated() { numbers.set(number, for: ExactString(key.name)) }
  }
}

/// The place of a key in a class hierarchy: its level and its number there, in one integer.
///
/// Each has half of the bits, which suffices on machines of 32 bits as well: a level moves new keys to the overflow key long before.
enum KeyPlace {
  /// The place of the whole value.
  static let none = -1
  private static let half = Int.bitWidth / 2

  @inline(__always)
  static func at(level: Int, key: Int) -> Int { level &<< half | key }

  @inline(__always)
  static func level(of place: Int) -> Int { place &>> half }

  @inline(__always)
  static func key(of place: Int) -> Int { place & ((1 &<< half) &- 1) }
}

/// The value of one key in a record that is assembled because its keys did not come as expected.
struct Piece {
  /// Returns whether both have the same effect on a level that has not been observed before.
  func isSame(as other: Piece) -> Bool {
    // An optional key is in the entry whether it has a value or not.
    place == other.place && type == other.type && isOptional == other.isOptional
  }

  /// The place of the key among all keys of the hierarchy.
  let place: Int
  /// The index of the type.
  var type: Int
  /// The position of the child container that has the value, or -1.
  var child = -1
  /// Whether records may lack the key.
  var isOptional = false
  /// Whether the key was kept and is unknown to the program; a value that the program writes takes its place.
  var isKept = false
  /// Whether the key has no value.
  var isAbsent = false
  /// The position of the first byte of the value; the bytes end where the next piece begins.
  var start: Int

  /// The position of the level in the class hierarchy.
  var level: Int { KeyPlace.level(of: place) }
  /// The number of the key in its level.
  var key: Int { KeyPlace.key(of: place) }
}
