/// A class of the program that references are decoded as.
///
/// It remembers which entries of the archive make such objects.
final class RequestedClass {
  /// The type that is asked for.
  let type: Any.Type
  /// Whether a class is the one that is asked for, or a subclass.
  let admits: (Any.Type) -> Bool
  /// The type that is asked for if it is a class.
  private let exactClass: ObjectIdentifier?
  /// Whether a surrogate says which class a name stands for.
  let asksSurrogate: Bool
  /// Whether objects can be among those that are made ahead: not in two phases, and with references to others.
  private(set) var leadsAhead = false
  private let accepted: FixedTable<Bool>

  init<Value>(_ type: Value.Type, entryCount: Int) {
    self.type = type
    exactClass = (type as? AnyClass).map { ObjectIdentifier($0) }
    asksSurrogate = false
    admits = { $0 is Value.Type }
    accepted = FixedTable(repeating: false, count: entryCount)
  }

  /// Requests objects that a surrogate decodes.
  init(entryCount: Int, admits: @escaping (Any.Type) -> Bool) {
    type = AnyObject.self
    exactClass = nil
    asksSurrogate = true
    self.admits = admits
    accepted = FixedTable(repeating: false, count: entryCount)
  }

  /// Whether an object is of the very class, and no subclass.
  @inline(__always)
  func isClass(of object: AnyObject) -> Bool {
    ObjectIdentifier(Swift.type(of: object)) == exactClass
  }

  /// Whether objects of an entry have been found to be of the class.
  @inline(__always)
  func accepts(_ entry: Int) -> Bool { accepted[entry] ?? false }

  /// Remembers that objects of an entry are of the class.
  func accept(_ entry: Int, leadsAhead: Bool) {
    if leadsAhead { self.leadsAhead = true }
    accepted.set(true, at: entry)
  }
}

extension DecodingSession {
  /// Decodes a reference; returns nil if it is one to nothing.
  @inline(__always)
  func reference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ request: RequestedClass
  ) throws -> AnyObject? {
    guard type.isReference else { return try otherReference(type, &input, request) }
    note(request, for: type)
    let start = input.offset
    let number = input.readNumber()
    return number == 0 ? nil : try object(number, request, through: type, at: start)
  }

  @inline(never)
  private func otherReference(
    _ type: ArchivedType, _ input: inout ValidCursor, _ request: RequestedClass
  ) throws -> AnyObject? {
    let start = input.offset
    guard let type = unwrap(type, &input) else { return nil }
    guard type.isReference || type.code == .weak else {
      throw wrongType(request.type, type, at: start)
    }
    let number = store.readReference(type, &input)
    note(request, for: type)
    return number == 0 ? nil : try object(number, request, through: type, at: start)
  }
}

/// Decodes references to objects of a class.
///
/// Spec §5.3, §8.4, line 8.
final class ReferenceDecoder<Value>: TypeDecoder<Value> {
  private let request: RequestedClass

  init(entryCount: Int) {
    request = RequestedClass(Value.self, entryCount: entryCount)
    super.init(references: request)
  }

  override var decodesNil: Bool { true }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    let start = input.offset
    guard let object = try session.reference(type, &input, request) else {
      throw session.noValue(Value.self, at: start)
    }
    // Safe: `Value` is a class, because this decoder is made for classes only, and the object was found to be of
    // it; a reference to a class instance is one pointer whatever its static type.
    return unsafe unsafeBitCast(object, to: Value.self)
  }

  override func decodeOptional(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value? {
    guard let object = try session.reference(type, &input, request) else { return nil }
    // Safe: as above.
    return unsafe unsafeBitCast(object, to: Value.self)
  }

  override func decodeElements(
    _ list: OpenList, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Value] {
    let depth = session.path.count
    var elements: [Value] = []
    elements.reserveCapacity(list.count)
    let hasEdge = list.element.isReference && session.isEager
    if hasEdge { session.note(request, for: list.element) }
    // What is moved only here need not be looked for in memory.
    var reader = input
    for index in 0..<list.count {
      if hasEdge {
        var next = reader
        let number = next.readNumber()
        session.path.put(.index(index), at: depth)
        if number > 0 {
          let object = try session.object(
            number, request, through: list.element, at: reader.offset)
          reader = next
          // Safe: as above.
          elements.append(unsafe unsafeBitCast(object, to: Value.self))
          continue
        }
      }
      session.path.put(.index(index), at: depth)
      elements.append(try decode(list.element, &reader, session))
    }
    input = reader
    session.path.count = depth
    return elements
  }
}
