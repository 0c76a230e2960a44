/// Decodes objects of a class that is `Codable` in the usual way.
final class CodableClassDecoder<Class: Decodable>: ClassDecoder {
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
        // Nested objects have one each.
        if idle == nil, !session.isFinished { idle = open } else { open.close() }
      }
    }
    let object = try Class(from: open.handle)
    try open.keys.completeRecord()
    if !hasCheckedProperties {
      try checkProperties("init(from:)", isByHand: false, of: open.keys, session)
    }
    // Safe: this is made for classes only, and a value of a class is one pointer to an object.
    return unsafe unsafeBitCast(object, to: AnyObject.self)
  }
}

/// Decodes objects of a class that reads its keys by hand.
final class FieldClassDecoder<Class: FieldDecodable>: ClassDecoder {
  override func make(
    _ number: Int, _ content: ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    var fields = FieldDecoder(KeyCursor(plan, content, session))
    try fields.keys.migrate()
    let object = try Class(from: &fields)
    try fields.keys.completeRecord()
    if !hasCheckedProperties {
      try checkProperties("init(from:)", isByHand: true, of: fields.keys, session)
    }
    // Safe: this is made for classes only, and a value of a class is one pointer to an object.
    return unsafe unsafeBitCast(object, to: AnyObject.self)
  }
}

/// Decodes objects of a class that are made first and filled later.
final class TwoPhaseClassDecoder<Class: TwoPhaseDecodable>: ClassDecoder {
  override func makeShell() -> AnyObject { Class() }

  override func fill(
    _ object: AnyObject, _ content: ValidCursor, _ session: DecodingSession
  ) throws {
    var fields = FieldDecoder(KeyCursor(plan, content, session))
    try fields.keys.migrate()
    // Safe: the object was made by `makeShell`.
    try unsafe unsafeDowncast(object, to: Class.self).decode(from: &fields)
    try fields.keys.completeRecord()
    if !hasCheckedProperties {
      try checkProperties("decode(from:) first", isByHand: true, of: fields.keys, session)
    }
  }
}

extension ClassDecoder {
  /// Looks for a superclass that has keys in the archive, and properties of their names, and has not been called.
  ///
  /// `function` is the function that should have been called, and when.
  ///
  /// - Throws: `DecodingError`.
  @inline(never)
  fileprivate final func checkProperties(
    _ function: String, isByHand: Bool, of cursor: borrowing KeyCursor, _ session: DecodingSession
  ) throws {
    hasCheckedProperties = true
    for (level, declared) in zip(plan.levels, declaredLevels).dropLast() {
      let levelPlan = level.levelPlan
      let places = level.firstPlace..<(level.firstPlace + levelPlan.count)
      guard !places.isEmpty, levelPlan.migrations.isEmpty,
        !places.contains(where: { cursor.hasAsked($0) })
      else { continue }
      // A class may write keys of its superclass at its own level; the record then lacks these.
      let names = (0..<levelPlan.count).filter { isTwoPhase || levelPlan[$0].bit < 0 }
        .compactMap(levelPlan.programName)
      let lost = StoredProperty.lost(ofSuperclass: declared, keys: names)
      guard lost.isEmpty else {
        throw session.failure(
          .lostProperties(lost), "the class has read nothing of \(declared.type)",
          // The compiler cannot make the coding of a class with transient properties.
          hint: "Call super.\(function), "
            + (isByHand ? "mark what may be lost with @TransientValue, " : "")
            + "or let \(type) be ArchiveDeclaring, with allowsLostProperties: true.")
      }
    }
  }
}

/// Decodes objects of an entry that is older than its class, which chooses the class of each by its values.
///
///     archive    #1 Shape v1 { kind: "circle", ... }     #2 Shape v1 { kind: "square", ... }
///     program    Circle                                  Square
///
/// A choice holds for all references to the object.
final class SplitClassDecoder: ClassDecoder {
  private let own: AllowedClass
  /// The decoders of the classes that have been chosen.
  private var decoders: [ObjectIdentifier: ClassDecoder] = [:]
  /// The decoder of each object that has been requested, or the reason why it has none.
  private var chosen: [Int: Result<ClassDecoder, any Error>] = [:]
  /// The objects for which the class is choosing.
  private var choosing: Set<Int> = []

  init(_ own: AllowedClass, entry: Int, _ session: DecodingSession) {
    self.own = own
    super.init(
      own.type, own.declaration, entry: entry, isTwoPhase: false, isSplit: true, session)
  }

  override func close() {
    for decoder in decoders.values { decoder.close() }
    // The reasons may be errors of the program, which retain its objects.
    chosen = [:]
  }

  override func decoder(of number: Int, _ session: DecodingSession) throws -> ClassDecoder {
    if let known = chosen[number] { return try known.get() }
    let decoder = Result {
      let found = try choose(number, session)
      let decoder =
        decoders[ObjectIdentifier(found.type)]
        ?? session.options.factory.makeClassDecoder(
          of: found, entry: entry, isSplit: false, session)
      decoders[ObjectIdentifier(found.type)] = decoder
      return decoder
    }
    chosen[number] = decoder
    return try decoder.get()
  }

  override func decoder(with plan: ReadPlan) -> ClassDecoder? {
    decoders.values.first { $0.plan === plan }
  }

  /// Asks the class for the class of an object.
  private func choose(_ number: Int, _ session: DecodingSession) throws -> AllowedClass {
    guard let successor = declaration.archiveClass.successor else { return own }
    let content = try session.store.record(number).content
    let depth = session.path.count
    session.path.push(.object(number))
    defer { session.path.count = depth }
    guard choosing.insert(number).inserted else {
      throw session.failure(
        .strongCycle([]), at: content.offset,
        "the class of the object depends on a value that refers to the object",
        hint: "Read no references there that lead back.")
    }
    defer { choosing.remove(number) }
    try session.checkStack()
    var values = KeyCursor(plan, content, session)
    guard let type = try values.showOldValues({ try successor($0) }) else { return own }
    // Each reference has to admit the class.
    return AllowedClass(
      type: type, declaration: try session.classes.declaration(of: type), isListed: false)
  }
}
