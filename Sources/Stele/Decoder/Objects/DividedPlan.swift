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
