// Objects of the archive that the program reads as values
//
//     archive    ref #7 ----> #7 Place { x, y }          an object, which others may refer to, too
//     program    Place(x:y:)                             a struct: each reference has a copy of its own

/// Counts the objects that are read as values.
///
/// A value has a copy of each object that it leads to. A few objects can be more values than there is memory for, so that the
/// number of copies has a limit.
struct CopyCounter {
  /// A state of the counter.
  struct Mark {
    fileprivate let depth: Int
    fileprivate let count: Int
  }

  /// The objects that are being read, the outermost first.
  private(set) var open: [Int] = []
  /// How many copies the values have that have been decoded.
  private var count = 0

  var mark: Mark { Mark(depth: open.count, count: count) }

  /// Counts copies; returns `false` if there are more than a limit.
  mutating func add(_ copies: Int, limit: Int) -> Bool {
    guard copies <= limit - count else { return false }
    count += copies
    return true
  }

  mutating func begin(_ number: Int) { open.append(number) }

  /// Ends the reading of the objects that has begun since a mark.
  @inline(__always)
  mutating func end(_ mark: Mark) {
    if open.count > mark.depth { open.removeLast(open.count - mark.depth) }
  }

  /// Ends the reading of an object that no mark ends.
  mutating func end(_ number: Int) {
    if let index = open.lastIndex(of: number) { open.remove(at: index) }
  }

  /// Whether the first object whose reading has begun since a mark, and has not ended, is a certain one.
  func hasBegun(_ number: Int, since mark: Mark) -> Bool {
    open.count > mark.depth && open[mark.depth] == number
  }

  /// How many copies have been counted since a mark.
  func count(since mark: Mark) -> Int { count - mark.count }
}

/// The values of one type that objects have been read as: each object is read once, however many references lead to it.
struct ObjectCopies<Value> {
  private var known: [Int: (value: Value, count: Int)] = [:]

  /// The value that the object of a reference has been read as, or nil.
  ///
  /// - Parameters:
  ///   - type: The type of the reference.
  ///   - input: The reference; afterwards its end if there is a value.
  ///   - session: What decodes the archive.
  /// - Returns: The value, or nil.
  /// - Throws: `DecodingError` if there are too many copies, or if the program has to tell objects and values apart.
  func value(
    of type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value? {
    var reader = input
    guard let (value, count) = known[reader.readNumber()] else { return nil }
    try session.noteConversion(to: Value.self, from: type, at: input.offset)
    try session.count(copies: count)
    input = reader
    return value
  }

  /// Keeps the value that an object has been read as.
  mutating func keep(
    _ value: Value, of number: Int, since mark: CopyCounter.Mark, _ session: DecodingSession
  ) {
    known[number] = (value, session.copies.count(since: mark))
  }
}

extension DecodingSession {
  /// The record of an object that is read as a value.
  struct Copy {
    let number: Int
    let entry: Int
    let content: ValidCursor
  }

  /// Counts copies.
  fileprivate func count(copies count: Int) throws {
    // Each reference of the archive takes a byte or more, so that objects may be shared in many places.
    let limit = max(1 << 20, store.byteCount.multipliedReportingOverflow(by: 16).partialValue)
    guard copies.add(count, limit: limit) else { throw failure(.tooManyCopies(limit: limit)) }
  }

  /// Begins to read the object that a reference leads to as a value; the caller ends it.
  ///
  /// - Parameters:
  ///   - type: The type of the reference, which is a strong one.
  ///   - input: The reference; afterwards its end.
  ///   - wanted: The type that is decoded.
  /// - Returns: The record.
  /// - Throws: `DecodingError` if the object contains itself, if there are too many copies, or if the program has to tell
  ///   objects and values apart.
  func beginCopy(
    _ type: ArchivedType, _ input: inout ValidCursor, as wanted: Any.Type
  ) throws -> Copy {
    let offset = input.offset
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    let number = input.readNumber()
    guard number > 0, number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let (entry, content) = try store.record(number)
    guard !store.isLazy || isMember(entry, of: type) else {
      throw ArchiveError.wrongClass(number, entry, type.className, types.schema, at: offset)
    }
    try noteConversion(to: wanted, from: type, at: offset)
    guard !copies.open.contains(number) else { throw circle(ofCopy: number, at: offset) }
    try checkDepth()
    try count(copies: 1)
    copies.begin(number)
    return Copy(number: number, entry: entry, content: content)
  }

  /// Decodes what a class has written without keys, as a type that is no class.
  ///
  /// - Parameters:
  ///   - decoder: What decodes the type.
  ///   - type: The type of the reference to the object.
  ///   - input: The reference; afterwards its end.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the object has keys, or what the decoder throws.
  @inline(never)
  func decodeSingle<Value>(
    _ decoder: TypeDecoder<Value>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> Value {
    let offset = input.offset
    guard let type = unwrap(type, &input) else { throw noValue(Value.self, at: offset) }
    let mark = copies.mark
    try enter()
    defer {
      leave()
      copies.end(mark)
    }
    let copy = try beginCopy(type, &input, as: Value.self)
    let levels = anonymousLevels(ofRecord: copy.entry)
    var keys = KeyCursor(levels, copy.content, self)
    guard keys.names() == [""], let whole = keys.whole("") else {
      throw wrongType(Value.self, type, at: offset)
    }
    var value = whole.input
    return try decoder.decode(whole.type, &value, self)
  }

  /// Whether an object that a reference leads to was written without keys.
  func isSingle(_ type: ArchivedType, _ input: ValidCursor) -> Bool {
    var input = input
    guard let (entry, content) = try? store.record(store.readReference(type, &input)) else {
      return false
    }
    var keys = KeyCursor(anonymousLevels(ofRecord: entry), content, self)
    return keys.names() == [""]
  }
}
