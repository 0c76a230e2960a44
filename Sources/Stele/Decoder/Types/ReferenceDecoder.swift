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
  /// The decoder of references to the class, unless a surrogate decodes them.
  weak var decoder: AnyTypeDecoder?
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

  /// Requests objects of any class that is allowed, as values of a protocol type.
  init(anyClassAs type: Any.Type, entryCount: Int) {
    self.type = type
    exactClass = nil
    asksSurrogate = false
    admits = { $0 is AnyClass }
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

  /// Whether all objects of an entry have been found to be of the class.
  @inline(__always)
  func accepts(_ entry: Int) -> Bool { accepted[entry] ?? false }

  /// Remembers that all objects of an entry are of the class.
  func accept(_ entry: Int, leadsAhead: Bool) {
    if leadsAhead { self.leadsAhead = true }
    accepted.set(true, at: entry)
  }

  /// Remembers that objects can be among those that are made ahead; returns whether that was not known.
  func noteLeadsAhead() -> Bool {
    defer { leadsAhead = true }
    return !leadsAhead
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
      guard let decoder = request.decoder, type.code != .enum else {
        throw wrongType(request.type, type, at: start)
      }
      return try decoder.decodeObject(of: type, &input, self)
    }
    let number = store.readReference(type, &input)
    note(request, for: type)
    return number == 0 ? nil : try object(number, request, through: type, at: start)
  }
}

extension DecodingSession {
  /// Decodes the elements of a list of references, none of which may be one to nothing.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - input: The first element; afterwards the end of the last.
  ///   - request: The class that is asked for.
  ///   - elements: Memory for the elements.
  ///   - count: The number of elements that have been decoded, also when an error is thrown.
  /// - Throws: What the initialiser of an object throws.
  @unsafe
  func decodeReferences(
    _ list: OpenList, _ input: inout ValidCursor, _ request: RequestedClass,
    to elements: UnsafeMutablePointer<AnyObject>, _ count: inout Int
  ) throws {
    let depth = path.count
    if list.element.isReference { note(request, for: list.element) }
    // What is moved only here need not be looked for in memory.
    var reader = input
    for index in 0..<list.count {
      if list.element.isReference, let object = readyObject(&reader, request) {
        unsafe (elements + index).initialize(to: object)
      } else {
        path.put(.index(index), at: depth)
        let start = reader.offset
        guard let object = try reference(list.element, &reader, request) else {
          throw noValue(request.type, at: start)
        }
        unsafe (elements + index).initialize(to: object)
      }
      count = index + 1
    }
    input = reader
    path.count = depth
  }
}

/// Decodes references to objects of a class.
///
/// Spec §5.3, §8.4, line 8.
final class ReferenceDecoder<Value: Decodable>: TypeDecoder<Value> {
  private let request: RequestedClass
  /// Decodes what is a value in the archive.
  private var values: CodableDecoder<Value>?

  init(entryCount: Int) {
    request = RequestedClass(Value.self, entryCount: entryCount)
    super.init(references: request)
    request.decoder = self
  }

  override func close() {
    values?.close()
    values = nil
  }

  override func decodeObject(
    of type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> AnyObject {
    let decoder = try values ?? CodableDecoder(session, makesObjects: true)
    values = decoder
    try session.validateListed(Value.self)
    try session.noteConversion(to: Value.self, from: type, at: input.offset)
    let holder = session.path.object(to: session.path.count)
    // Safe: as below.
    let object = unsafe unsafeBitCast(try decoder.decode(type, &input, session), to: AnyObject.self)
    if let object = object as? any AwakeAfterDecoding {
      session.valueAwakenings[holder, default: []].append { try object.awake() }
    }
    return object
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
    // Safe: references to objects of `Value` are as those to any objects (see above), and the buffer has room for all.
    try unsafe [Value](unsafeUninitializedCapacity: list.count) { elements, count in
      guard let start = UnsafeMutableRawPointer(elements.baseAddress) else { return }
      try unsafe session.decodeReferences(
        list, &input, request, to: start.assumingMemoryBound(to: AnyObject.self), &count)
    }
  }
}
