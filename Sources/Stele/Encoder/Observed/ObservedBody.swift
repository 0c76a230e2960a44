/// The schema that has been observed of a class, a struct or an enum case: its levels, and the layout of the last entry.
///
///     record   the first of a class                              later ones
///     begin    no layout                                         entry number, zeroed presence bytes
///     a key    bytes written; nothing is expected:               the token is the expected one: start remembered,
///              Piece(place, type, start)                         presence bit set, next key
///     end      assembled from its pieces                         all required keys passed: presence bits written
///                |
///                v
///              ObservedLevel: keys, types, optional?  -> entry n -> RecordLayout n, walked by an ExpectedKeyCursor
///
///     the second record finds its keys by name, and remembers their tokens; later ones compare these
///     a key is new or has another type, or a required one is missing: pieces again, entry n + 1;
///     after 8 such changes new keys go to "*", after 16 every key is optional and of type any
final class ObservedBody {
  /// The kind of type whose instances have the body.
  enum Kind {
    case `struct`
    /// A container in a value.
    case nested
    case `class`(TypeDeclaration)
    /// The payload of an enum, which defines the entries.
    case payload
  }

  let kind: Kind
  /// The levels, the topmost superclass first; one for a struct or case.
  let levels: [ObservedLevel]
  /// The classes of the levels; none for structs and cases.
  let levelTypes: [ObjectIdentifier]
  /// The index of the type, for a struct.
  let type: Int
  /// Whether a key that is written again replaces its earlier value instead of being an error.
  let replacesKeys: Bool
  /// The layout of the last entry.
  private(set) var layout: RecordLayout? {
    didSet { layoutIdentifier = layout.map { ObjectIdentifier($0) } }
  }
  private(set) var layoutIdentifier: ObjectIdentifier?
  /// The first type of coding keys that writes instances, usually the only one; unlike an array, it is read without a check for
  /// exclusive access.
  private(set) var firstAccess: KeyAccess?
  /// The other types of coding keys that write instances.
  private(set) var furtherAccesses: [KeyAccess] = []
  /// Whether there are ``furtherAccesses``, which takes no check.
  private(set) var hasFurtherAccesses = false

  init(_ kind: Kind, _ levels: [ObservedLevel], type: Int, replacesKeys: Bool = false) {
    self.kind = kind
    self.replacesKeys = replacesKeys
    self.levels = levels
    self.type = type
    if case .class(let declaration) = kind {
      levelTypes = declaration.levelTypes
    } else {
      levelTypes = []
    }
  }

  var isStructure: Bool {
    switch kind {
    case .struct, .nested: true
    case .class, .payload: false
    }
  }

  var isClass: Bool { !levelTypes.isEmpty }

  /// Whether more types of coding keys write instances than there are levels: usually because a type eraser passed its encoder on.
  var hasFurtherKeyTypes: Bool { furtherAccesses.count >= levels.count }

  /// The declarations of the levels, or none for values without their own type.
  var declarations: [TypeDeclaration] { levels.compactMap(\.declaration) }

  /// The position of the last level, which belongs to the class itself.
  var ownLevel: Int { levels.count - 1 }

  /// Returns the access by a type of coding keys, which is made once, and writes no level below a limit.
  @inline(__always)
  func access(
    by type: Any.Type, atMost limit: Int, _ make: (_ level: Int, _ number: Int) -> KeyAccess
  ) -> KeyAccess {
    if let firstAccess, firstAccess.isAccess(by: type, atMost: limit) { return firstAccess }
    return findAccess(by: type, atMost: limit, make)
  }

  @inline(never)
  private func findAccess(
    by type: Any.Type, atMost limit: Int, _ make: (_ level: Int, _ number: Int) -> KeyAccess
  ) -> KeyAccess {
    for known in furtherAccesses where known.isAccess(by: type, atMost: limit) { return known }
    var level = ownLevel
    if case .class(let declaration) = kind { level = declaration.levelIndex(ofKeyType: type) }
    guard firstAccess != nil else {
      let access = make(min(level, limit), 0)
      firstAccess = access
      return access
    }
    let access = make(min(level, limit), furtherAccesses.count + 1)
    furtherAccesses.append(access)
    hasFurtherAccesses = true
    return access
  }

  /// Observes the pieces of one more instance, sorted by place, and returns a layout that has room for them.
  func observe(_ pieces: [Piece], _ tables: inout ClassTableWriter) throws -> RecordLayout {
    for (index, level) in levels.enumerated() {
      try level.observe(pieces.lazy.filter { $0.level == index }, types: &tables)
    }
    let layout = RecordLayout(
      entry: try entry(&tables), levels: levels, type: type, isStructure: isStructure,
      tables.schema.types, after: self.layout)
    self.layout = layout
    return layout
  }

  private func entry(_ tables: inout ClassTableWriter) throws -> Int {
    switch kind {
    case .payload: return 0
    case .struct, .nested: return try levels[0].entry(.struct, under: 0, &tables)
    case .class:
      var number = 0
      for level in levels { number = try level.entry(.class, under: number, &tables) }
      return number
    }
  }
}

// MARK: Many archives

extension ObservedBody {
  /// Whether other archives may have the body as well, and this one has no instance of it yet.
  var isNewInSeries: Bool {
    guard layout == nil else { return false }
    switch kind {
    case .struct, .class: return levels.allSatisfy { $0.revision == 0 }
    case .nested, .payload: return false
    }
  }

  /// Repeats the first observation in another archive if the pieces have the same effect, and returns the layout, or nil.
  func observe(_ pieces: [Piece], again first: FirstObservation) -> RecordLayout? {
    guard first.body === self, first.pieces.count == pieces.count,
      pieces.indices.allSatisfy({ pieces[$0].isSame(as: first.pieces[$0]) }),
      levels.indices.allSatisfy({ levels[$0].hasKeys(before: first.levels[$0]) })
    else { return nil }
    for index in levels.indices { levels[index].observe(again: first.levels[index]) }
    layout = first.layout
    return first.layout
  }

  /// Forgets the layout; the keys are those of ``levels``.
  func reset() { layout = nil }
}

/// The observation of the first instance of a body, which archives of a series share.
final class FirstObservation: ReusedDefinition {
  fileprivate let body: ObservedBody
  fileprivate let pieces: [Piece]
  fileprivate let levels: [ObservedLevel.Observation]
  fileprivate let layout: RecordLayout

  /// Remembers an observation that has just been made, or returns nil if other archives cannot repeat it.
  init?(_ body: ObservedBody, _ pieces: [Piece], _ layout: RecordLayout) {
    self.body = body
    self.pieces = pieces
    levels = body.levels.compactMap { $0.firstObservation() }
    self.layout = layout
    guard levels.count == body.levels.count else { return nil }
  }

  func reset() { layout.reset() }
}

/// The access to the keys of a level by one type of coding keys.
class KeyAccess {
  private final let type: ObjectIdentifier
  /// The lowest level that the keys may belong to.
  private final let limit: Int
  final let level: Int
  /// The number among the accesses to the same body, which distinguishes its keys from the keys of other types.
  final let number: Int

  init(_ type: Any.Type, limit: Int, level: Int, number: Int) {
    self.type = ObjectIdentifier(type)
    self.limit = limit
    self.level = level
    self.number = number
  }

  @inline(__always)
  final func isAccess(by type: Any.Type, atMost limit: Int) -> Bool {
    self.type == ObjectIdentifier(type) && self.limit == limit
  }
}

/// The body that has been observed of the values of a type, or of a nested container: a struct or an enum.
final class ObservedType {
  /// The keys; of an enum with payloads, the cases.
  let level: ObservedLevel
  /// Whether the type is an enum; nil until a value has been seen.
  var isEnum: Bool?
  /// The body of a struct, once there is a value.
  private(set) var structure: ObservedBody?
  /// The index of the type of an enum, once there is a value.
  private var enumType: Int?
  /// The cases of an enum, in the order in which they have been observed.
  private var cases: [(name: String, body: ObservedBody)] = []
  /// The last entry of an enum, and the sum of revisions for which it was made.
  private var last: (entry: Int, revision: Int)?
  /// The body of a struct in the previous archive.
  private var earlier: ObservedBody?
  /// Whether the level belongs to this type alone.
  private let ownsLevel: Bool
  private let isNested: Bool
  /// The number of bytes of stack that a decoder takes for a value.
  private(set) var stackByteCount = StackBound.byteCount(ofLevelOfSize: 0)

  /// Makes a type whose level has been made for its declaration.
  init<T>(_ level: ObservedLevel, of type: T.Type) {
    self.level = level
    stackByteCount = StackBound.byteCount(ofLevelOfSize: MemoryLayout<T>.size)
    (ownsLevel, isNested) = (false, false)
  }

  /// Makes a type with its own level; a nested one is the type of a container in a value.
  init(named name: String, isNested: Bool = false) {
    level = ObservedLevel(name: name)
    (ownsLevel, self.isNested) = (true, isNested)
  }

  /// Returns the body of a struct.
  func makeStructure(_ types: inout ClassTableWriter) throws(ArchiveWritingError) -> ObservedBody {
    if let structure { return structure }
    let type = try types.index(of: .struct, named: level.name)
    let known = earlier.flatMap { $0.type == type ? $0 : nil }
    let made = known ?? ObservedBody(isNested ? .nested : .struct, [level], type: type)
    structure = made
    return made
  }

  /// Forgets what has been observed of the values, so that another archive can use the type.
  func reset() {
    if let structure {
      structure.reset()
      earlier = structure
    }
    structure = nil
    (enumType, cases, last) = (nil, [], nil)
    if ownsLevel { level.reset() }
  }
}

// MARK: Enums with payloads

// Spec §4.4.

extension ObservedType {
  /// Returns the index of the type of an enum.
  func makeEnumType(_ types: inout ClassTableWriter) throws(ArchiveWritingError) -> Int {
    if let enumType { return enumType }
    let made = try types.index(of: .enum, named: level.name)
    enumType = made
    return made
  }

  /// Returns the index of a case, which is added if it is new.
  func index(ofCase name: String, payload: ObservedLevel) -> Int {
    if let index = cases.firstIndex(where: { $0.name.isExactly(name) }) { return index }
    cases.append((name, ObservedBody(.payload, [payload], type: -1)))
    return cases.count - 1
  }

  func body(ofCase index: Int) -> ObservedBody { cases[index].body }

  /// Returns the number of an entry that has all cases as they are now.
  func entry(_ tables: inout ClassTableWriter) throws(ArchiveWritingError) -> Int {
    let revision = cases.reduce(cases.count) { $0 + $1.body.levels[0].revision }
    if let last, last.revision == revision { return last.entry }
    let declaration = level.declaration?.archiveClass
    // Kept keys of a payload may be of a later version.
    let version = cases.reduce(max(1, declaration?.version ?? 1)) {
      max($0, $1.body.levels[0].version)
    }
    var result = cases.map { item in
      let since = level.declaration?.history(of: item.name)?.since ?? 1
      return WrittenCase(
        name: item.name, since: min(max(1, since), version),
        keys: item.body.levels[0].entryKeys())
    }
    for history in declaration?.keys ?? []
    where history.retiredType != nil && !history.name.contains(".") {
      guard !result.contains(where: { $0.name.isExactly(history.name) }) else { continue }
      result.append(
        WrittenCase(
          name: history.name, since: min(max(1, history.since), version), isRetired: true))
    }
    let number = try tables.define(
      WrittenEntry(kind: .enum, name: level.name, version: version, cases: result))
    last = (number, revision)
    return number
  }
}
