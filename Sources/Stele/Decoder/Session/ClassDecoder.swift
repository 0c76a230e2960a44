/// Decodes the objects of one entry of the class table.
///
/// There is one for each entry, made when the first reference to such an object is admitted:
///
///     CodableClassDecoder    init(from: any Decoder)             the objects that it refers to come first
///     FieldClassDecoder      init(from: inout FieldDecoder)      as above
///     TwoPhaseClassDecoder   init(), decode(from:)               a shell that others may refer to, filled later
///     SurrogateClassDecoder  functions of a framework            either
///     SplitClassDecoder      another decoder for each record     the class has been split since
class ClassDecoder {
  let type: Any.Type
  let declaration: TypeDeclaration
  /// The declarations of its levels, the topmost superclass first.
  let declaredLevels: [TypeDeclaration]
  let entry: Int
  let plan: ReadPlan
  /// Whether an object can be referred to before it is filled.
  let isTwoPhase: Bool
  /// Whether objects refer to no others.
  let isSelfContained: Bool
  /// Whether a surrogate decodes the objects.
  let isSurrogate: Bool
  /// Whether each record has its own decoder.
  let isSplit: Bool
  /// Awakes an object, for a class that conforms to ``AwakeAfterDecoding``.
  let awaken: ((AnyObject) throws -> Void)?
  /// Whether ``awaken`` is not nil.
  let isAwoken: Bool
  /// The indices of the types of references to objects that may be made ahead.
  private let referenceTypes: [Int32]
  /// Whether objects may have to be made before one of these, by a revision of the known targets.
  private var ahead = (revision: -1, isLeading: false)
  /// Whether an object has been searched for superclasses that were not called.
  final var hasCheckedProperties = false

  init(
    _ type: Any.Type, _ declaration: TypeDeclaration, entry: Int, isTwoPhase: Bool,
    isSurrogate: Bool = false, isSplit: Bool = false, _ session: DecodingSession
  ) {
    self.type = type
    self.isSurrogate = isSurrogate
    self.isSplit = isSplit
    self.declaration = declaration
    declaredLevels = isSurrogate ? [declaration] : declaration.levels
    self.entry = entry
    self.isTwoPhase = isTwoPhase
    let schema = session.types.schema
    let body = schema.record(ofEntry: entry)
    let ranges = schema.levels(body)
    plan =
      isSurrogate
      ? ReadPlan(body, ranges, ofSurrogate: declaration, session.plans)
      : ReadPlan(
        body, ranges, declaredLevels,
        isSplit: !isSplit && session.classes.decoder(ofEntry: entry)?.isSplit == true,
        session.plans)
    awaken = isSurrogate ? nil : (type as? any AwakeAfterDecoding.Type)?.awakening
    isAwoken = awaken != nil
    let graphKeys = ranges.flatMap { level in
      schema.keys[level.body.keys].filter { $0.type.concernsGraph && $0.type.code != .weak }
    }
    isSelfContained = graphKeys.isEmpty
    referenceTypes = graphKeys.map(\.typeIndex)
    hasCheckedProperties =
      declaredLevels.count == 1 || declaration.archiveClass.allowsLostProperties
  }

  /// Begins another archive with the same class table.
  final func reset() { ahead = (-1, false) }

  /// Returns the decoder of an object of the entry.
  ///
  /// - Throws: The error of a class that has been split, or `DecodingError` if it chooses a class that is not allowed.
  func decoder(of number: Int, _ session: DecodingSession) throws -> ClassDecoder { self }

  /// Returns the decoder of the objects whose keys are looked up by a plan, or nil if they are those of a value.
  func decoder(with plan: ReadPlan) -> ClassDecoder? { plan === self.plan ? self : nil }

  /// Makes an object that is complete.
  func make(_ number: Int, _ content: ValidCursor, _ session: DecodingSession) throws -> AnyObject {
    throw SteleCodingError(.noObject(number))
  }

  /// Makes an object that has not been filled; only called for decoders in two phases, which override it.
  func makeShell() -> AnyObject { self }

  func fill(_ object: AnyObject, _ content: ValidCursor, _ session: DecodingSession) throws {}

  /// Releases the state that is reused from one object to the next.
  func close() {}

  final func level(ofKeyType type: Any.Type) -> Int {
    declaredLevels.count == 1 ? 0 : declaration.levelIndex(ofKeyType: type)
  }

  /// Whether objects can be among those that are made ahead: not in two phases, and with references to others.
  final var isMadeAhead: Bool { !isTwoPhase && !isSelfContained }

  /// Returns whether objects may have to be made or filled before one of these; the answer holds until more is known about the
  /// references of the archive.
  @inline(__always)
  final func leadsAhead(_ classes: AllowedClasses) -> Bool {
    if isSelfContained { return false }
    return ahead.revision == classes.targetRevision ? ahead.isLeading : findAhead(classes)
  }

  @inline(never)
  private func findAhead(_ classes: AllowedClasses) -> Bool {
    let isLeading = referenceTypes.contains { classes.leadsAhead(Int($0)) }
    ahead = (classes.targetRevision, isLeading)
    return isLeading
  }
}

extension AwakeAfterDecoding {
  fileprivate static var awakening: (AnyObject) throws -> Void {
    // Safe: it is passed objects of the class.
    { object in try unsafe unsafeDowncast(object, to: Self.self).awake() }
  }
}
