/// How the objects of one entry of the class table are made.
///
/// There is one plan for each entry, made when the first reference to such an object is accepted:
///
///     CodablePlan    init(from: any Decoder)             the objects that it refers to come first
///     FieldPlan      init(from: inout FieldDecoder)      as above
///     TwoPhasePlan   init(), decode(from:)               a shell that others may refer to, filled later
///     SurrogatePlan  what a surrogate says               either
///     DividedPlan    another plan for each record        the class has been split since
class RecordPlan {
  /// The class.
  let type: Any.Type
  /// The declaration of the class.
  let declaration: TypeDeclaration
  /// The declarations of its levels, the topmost superclass first.
  let declaredLevels: [TypeDeclaration]
  /// The number of the entry.
  let entry: Int
  /// The keys of the records.
  let keys: KeyLevels
  /// Whether an object can be referred to before it is filled.
  let isTwoPhase: Bool
  /// Whether objects refer to no others.
  let isSelfContained: Bool
  /// Whether each record has a plan of its own.
  let isDivided: Bool
  /// Awakes an object, for a class that wants to know when decoding is complete.
  let awaken: ((AnyObject) throws -> Void)?
  /// Whether that is so.
  let isAwoken: Bool
  /// The indices of the types in which a reference leads to the objects that may be made ahead.
  private let referenceTypes: [Int32]
  /// Whether something may have to be made before an object, as far as `edges` of the session tell.
  private var ahead = (edges: -1, isLeading: false)
  private var levelsOfKeyTypes: [ObjectIdentifier: Int] = [:]
  private var lastKeyType: (type: ObjectIdentifier, level: Int)?
  /// Whether an object has been searched for superclasses that were not called.
  var isValidated: Bool

  init(
    _ type: Any.Type, _ declaration: TypeDeclaration, entry: Int, isTwoPhase: Bool,
    isSurrogate: Bool = false, isDivided: Bool = false, _ session: DecodingSession
  ) {
    self.type = type
    self.isDivided = isDivided
    self.declaration = declaration
    declaredLevels = isSurrogate ? [declaration] : declaration.levels
    self.entry = entry
    self.isTwoPhase = isTwoPhase
    let schema = session.types.schema
    let body = schema.record(ofEntry: entry)
    let ranges = schema.levels(body)
    keys =
      isSurrogate
      ? KeyLevels(body, ranges, ofSurrogate: declaration, session)
      : KeyLevels(
        body, ranges, declaredLevels,
        sharesKeys: session.plan(ofEntry: entry)?.isDivided != true, session)
    awaken = isSurrogate ? nil : (type as? any AwakeAfterDecoding.Type)?.awakening
    isAwoken = awaken != nil
    isValidated = declaredLevels.count == 1 || declaration.archiveClass.allowsLostProperties
    let graphKeys = ranges.flatMap { level in
      schema.keys[level.body.keys].filter { $0.type.concernsGraph && $0.type.code != .weak }
    }
    isSelfContained = graphKeys.isEmpty
    referenceTypes = graphKeys.map(\.typeIndex)
  }

  /// How an object of the entry is made.
  ///
  /// - Throws: What the class throws that has been split, or `DecodingError` if it chooses a class that is not allowed.
  func plan(of number: Int, _ session: DecodingSession) throws -> RecordPlan { self }

  /// How the objects are made whose keys are looked up in `levels`.
  func plan(with levels: KeyLevels) -> RecordPlan? { self }

  /// Makes an object that is complete.
  func make(_ number: Int, _ content: ValidCursor, _ session: DecodingSession) throws -> AnyObject {
    throw SteleCodingError(.noObject(number))
  }

  /// Makes an object that has not been filled.
  func makeShell() -> AnyObject { self }

  /// Fills an object of the class.
  func fill(_ object: AnyObject, _ content: ValidCursor, _ session: DecodingSession) throws {}

  /// Lets go of what is kept from one object to the next.
  func close() {}

  /// The level that a type of coding keys belongs to.
  func level(ofKeyType type: Any.Type) -> Int {
    if declaredLevels.count == 1 { return 0 }
    let identity = ObjectIdentifier(type)
    if let lastKeyType, lastKeyType.type == identity { return lastKeyType.level }
    let level =
      levelsOfKeyTypes[identity]
      ?? {
        let owner = declaration.level(ofKeyType: type)
        return declaredLevels.firstIndex { $0 === owner } ?? declaredLevels.count - 1
      }()
    levelsOfKeyTypes[identity] = level
    lastKeyType = (identity, level)
    return level
  }

  /// Whether objects can be among those that are made ahead: not in two phases, and with references to others.
  var isMadeAhead: Bool { !isTwoPhase && !isSelfContained }

  /// Looks for a superclass that has keys in the archive, and properties of their names, and has not been called.
  ///
  /// - Parameters:
  ///   - function: The function that should have been called, and when.
  ///   - session: What decodes the archive.
  /// - Throws: `DecodingError`.
  @inline(never)
  final func validate(_ function: String, _ session: DecodingSession) throws {
    isValidated = true
    for (level, declared) in zip(keys.levels, declaredLevels).dropLast() {
      let table = level.table
      guard table.count > 0, table.unaskedCount == table.count, table.migrations.isEmpty else {
        continue
      }
      // A class may write keys of its superclass at its own level; the record then lacks these.
      let names = (0..<table.count).filter {
        !table.isMoved(.listed($0)) && (isTwoPhase || table.isAlwaysPresent($0))
      }.compactMap(table.programName)
      let lost = LostProperties.ofSuperclass(declared, keys: names)
      guard lost.isEmpty else {
        var error = session.error(.lostProperties(lost), at: nil)
        error.detail = "the class has read nothing of \(declared.type)"
        error.hint =
          "Call super.\(function), mark what may be lost with @Transient, "
          + "or let \(type) be ArchiveDeclaring, with allowsLostProperties: true."
        throw DecodingError.dataCorrupted(error.decodingContext(session.codingPath))
      }
    }
  }

  /// Whether something may have to be made or filled before an object; the answer holds until more is known about the
  /// references of the archive.
  @inline(__always)
  func leadsAhead(_ session: DecodingSession) -> Bool {
    if isSelfContained { return false }
    return ahead.edges == session.edgeCount ? ahead.isLeading : findAhead(session)
  }

  @inline(never)
  private func findAhead(_ session: DecodingSession) -> Bool {
    let isLeading = referenceTypes.contains { session.leadsAhead(Int($0)) }
    ahead = (session.edgeCount, isLeading)
    return isLeading
  }
}

extension DecodingSession {
  /// Whether something may have to be made before an object that has a value of a type.
  fileprivate func leadsAhead(_ index: Int) -> Bool {
    var type = types[index]
    while type.code == .list || (type.code == .optional && !type.isReference) {
      type = types.first(of: type)
    }
    guard type.concernsGraph, type.code != .weak else { return false }
    guard type.isReference else { return true }
    return edge(type)?.leadsAhead ?? false
  }
}

extension AwakeAfterDecoding {
  /// Awakes an object of the class.
  static var awakening: (AnyObject) throws -> Void {
    // Safe: it is passed objects of the class.
    { object in try unsafe unsafeDowncast(object, to: Self.self).awake() }
  }
}
