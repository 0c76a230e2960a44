/// How the names that a program uses for the keys of one level lead to those that the archive has.
///
/// Spec §8.2.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class LevelKeys {
  /// The name of the optional key that holds what did not fit into the entries of a type.
  static let overflowName = "*"
  /// How many names are compared one by one.
  private static let searchLimit = 16

  /// What the program declares, or nil for values that have no type of their own.
  let declaration: TypeDeclaration?
  /// The level in the archive, or nil when it does not have it.
  let entry: ClassEntry?
  /// Which keys of the body belong to the level.
  let range: Range<Int>
  /// The place of the key that holds what did not fit.
  let overflow: Int?
  /// Whether there is a key for what a class writes that does not ask for keys.
  let mayHoldWhole: Bool
  /// Whether the program has declared anything that reading has to heed.
  let hasHistory: Bool
  /// The keys that are read by hand.
  var fields: FieldPlaces {
    if let knownFields { return knownFields }
    let fields = FieldPlaces()
    knownFields = fields
    return fields
  }
  @safe @exclusivity(unchecked) private var knownFields: FieldPlaces?
  /// Which keys of the level the program has asked for, in this or another value.
  @safe @exclusivity(unchecked) private var asked: [Bool]
  /// How many keys of the level the program has never asked for.
  @safe @exclusivity(unchecked) private(set) var unaskedCount: Int
  /// The keys that the program has asked for and that are not among those of the level.
  private var askedNames: Set<ExactString> = []
  /// The names of the keys of the level.
  private let names: [String]
  /// The places of all names that the program may use, when they are not just those of the level, or are many.
  private let places: [ExactString: Int]?
  private var histories: [ExactString: KeyHistory] = [:]
  /// Whether the level is several ones of the archive, of which more than one has a key of the same name; the name is then that
  /// of the lowest.
  let repeatsNames: Bool

  init(
    _ body: ReadingBody, range: Range<Int>, entry: ClassEntry?, declaration: TypeDeclaration?
  ) {
    self.declaration = declaration
    self.entry = entry
    self.range = body.isMap ? 0..<0 : range
    asked = Array(repeating: false, count: self.range.count)
    unaskedCount = self.range.count
    let names = self.range.map { body.slots[$0].name }
    self.names = names
    repeatsNames =
      names.count > (entry?.keys.count ?? names.count)
      && Set(names.map { ExactString($0) }).count < names.count
    overflow =
      body.isMap
      ? 0
      : self.range.last {
        body.slots[$0].name.isExactly(Self.overflowName)
          && body.slots[$0].plan.type == .map(key: .string, value: .any)
      }
    mayHoldWhole = names.contains("") || overflow != nil
    let declared = declaration?.archiveClass
    hasHistory = declared.map { !$0.keys.isEmpty || $0.migration != nil } ?? false
    guard hasHistory || repeatsNames || names.count > Self.searchLimit else {
      places = nil
      return
    }
    var places: [ExactString: Int] = [:]
    for place in self.range { places[ExactString(body.slots[place].name)] = place }
    for history in declared?.keys ?? [] {
      let name = ExactString(history.name)
      histories[name] = history
      guard places[name] == nil, history.retiredType == nil else { continue }
      places[name] = history.aliases.lazy.compactMap { places[ExactString($0)] }.first
    }
    self.places = places
  }

  /// Forgets which keys have been asked for.
  func restart() {
    for place in asked.indices { asked[place] = false }
    unaskedCount = range.count
    if !askedNames.isEmpty { askedNames = [] }
    knownFields?.restart()
  }

  /// Uses a literal again that a program has read an earlier archive by.
  @unsafe
  func wake(_ literal: UnsafePointer<FieldPlaces.Known>) {
    let place = unsafe fields.wake(literal)
    if unaskedCount > 0 { note(asked: place) }
  }

  /// Notes that the program has asked for a key of the level.
  func note(asked place: Int) {
    guard range.contains(place), !asked[place - range.lowerBound] else { return }
    asked[place - range.lowerBound] = true
    unaskedCount -= 1
  }

  /// Notes that the program has asked for a key that is not among those of the level.
  func note(asked name: String) { askedNames.insert(ExactString(name)) }

  /// Whether the program has asked for a key of the level.
  func hasAsked(_ place: Int) -> Bool { range.contains(place) && asked[place - range.lowerBound] }

  /// Whether the program has asked for a key that is not among those of the level.
  func hasAsked(_ name: String) -> Bool { askedNames.contains(ExactString(name)) }

  /// The place of a key in the body, or nil when it is missing.
  func place(of name: String) -> Int? {
    if let places { return places[ExactString(name)] }
    return names.firstIndex { $0.isExactly(name) }.map { range.lowerBound + $0 }
  }

  /// What the program declares of a key.
  func history(of name: String) -> KeyHistory? {
    hasHistory ? histories[ExactString(name)] : nil
  }

  /// The name that the program uses for a key of the archive, or nil when it has retired it.
  func programName(of slot: ReadingSlot, at place: Int) -> String? {
    guard hasHistory else { return slot.name }
    if let history = histories[ExactString(slot.name)] {
      return history.retiredType == nil ? history.name : nil
    }
    return places?.first { $0.value == place && !$0.key.string.isExactly(slot.name) }?.key.string
      ?? slot.name
  }

  /// The migration hook, when the level was written with a smaller version or is not there.
  var migration: (@Sendable (inout OldValues) throws -> Void)? {
    guard let declared = declaration?.archiveClass, let migration = declared.migration,
      entry?.version ?? 0 < declared.version
    else { return nil }
    return migration
  }
}
