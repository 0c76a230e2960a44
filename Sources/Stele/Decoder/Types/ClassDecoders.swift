/// Objects of a class that is `Codable` in the usual way.
final class CodablePlan<Class: Decodable>: RecordPlan {
  /// The state of the last object, for the next one.
  private var idle: DecodingValue?

  override func close() {
    idle?.close()
    idle = nil
  }

  override func make(
    _ number: Int, _ content: ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    let open = idle.take() ?? DecodingValue(session, isReused: true)
    open.begin(self, content)
    defer {
      if open.end() {
        // Objects that are made inside of each other have one each.
        if idle == nil, !session.isClosed { idle = open } else { open.close() }
      }
    }
    let object = try Class(from: open.handle)
    try open.completeRecord()
    if !isValidated { try validate("init(from:)", session) }
    // Safe: this is made for classes only, and a value of a class is one pointer to an object.
    return unsafe unsafeBitCast(object, to: AnyObject.self)
  }
}

/// Objects of a class that reads its keys by hand.
final class FieldPlan<Class: FieldDecodable>: RecordPlan {
  override func make(
    _ number: Int, _ content: ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    var fields = FieldDecoder(KeyCursor(keys, content, session), isObject: true)
    try fields.keys.migrate()
    let object = try Class(from: &fields)
    try fields.keys.completeRecord()
    if !isValidated { try validate("init(from:)", session) }
    // Safe: as above.
    return unsafe unsafeBitCast(object, to: AnyObject.self)
  }
}

/// Objects of a class that are made first and filled later.
final class TwoPhasePlan<Class: TwoPhaseDecodable>: RecordPlan {
  override func makeShell() -> AnyObject { Class() }

  override func fill(
    _ object: AnyObject, _ content: ValidCursor, _ session: DecodingSession
  ) throws {
    var fields = FieldDecoder(KeyCursor(keys, content, session), isObject: true)
    try fields.keys.migrate()
    // Safe: the object was made by `makeShell`.
    try unsafe unsafeDowncast(object, to: Class.self).decode(from: &fields)
    try fields.keys.completeRecord()
    if !isValidated { try validate("decode(from:) first", session) }
  }
}

/// Objects of an entry that is older than its class, which chooses the class of each by its values.
///
///     archive    #1 Shape v1 { kind: "circle", ... }     #2 Shape v1 { kind: "square", ... }
///     program    Circle                                  Square
///
/// A choice holds for all references to the object.
final class DividedPlan: RecordPlan {
  private let own: AllowedClass
  /// The plans of the classes that have been chosen.
  private var plans: [ObjectIdentifier: RecordPlan] = [:]
  /// The plan of each object that has been asked for, or why it has none.
  private var chosen: [Int: Result<RecordPlan, any Error>] = [:]
  /// The objects for which the class is choosing.
  private var choosing: Set<Int> = []

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - own: The class of the entry.
  ///   - entry: The number of the entry.
  ///   - session: What decodes the archive.
  init(_ own: AllowedClass, entry: Int, _ session: DecodingSession) {
    self.own = own
    super.init(
      own.type, own.declaration, entry: entry, isTwoPhase: false, isDivided: true, session)
  }

  override func close() {
    for plan in plans.values { plan.close() }
  }

  override func plan(of number: Int, _ session: DecodingSession) throws -> RecordPlan {
    if let known = chosen[number] { return try known.get() }
    let plan = Result {
      let type = try choose(number, session)
      let plan = plans[ObjectIdentifier(type.type)] ?? type.makePlan(entry, session)
      plans[ObjectIdentifier(type.type)] = plan
      return plan
    }
    chosen[number] = plan
    return try plan.get()
  }

  override func plan(with levels: KeyLevels) -> RecordPlan? {
    plans.values.first { $0.keys === levels }
  }

  /// Asks the class which one to make.
  private func choose(_ number: Int, _ session: DecodingSession) throws -> AllowedClass {
    guard let successor = declaration.archiveClass.successor else { return own }
    let content = try session.store.record(number).content
    let depth = session.path.count
    session.path.push(.object(number))
    defer { session.path.count = depth }
    guard choosing.insert(number).inserted else {
      var error = session.error(.strongCycle([]), at: content.offset)
      error.detail = "the class of the object depends on a value that refers to the object"
      error.hint = "Read no references there that lead back."
      throw DecodingError.dataCorrupted(error.decodingContext(session.codingPath))
    }
    defer { choosing.remove(number) }
    try session.enter()
    defer { session.leave() }
    var values = KeyCursor(keys, content, session)
    guard let type = try values.showOldValues({ try successor($0) }) else { return own }
    if let allowed = session.registry[type] { return allowed }
    var error = session.error(
      .classNotAllowed(try session.directory.declaration(of: type).archiveClass.name),
      at: content.offset)
    error.hint = "Call decoder.allow(\(TypeName.inSource(type)).self)."
    throw DecodingError.dataCorrupted(error.decodingContext(session.codingPath))
  }
}
