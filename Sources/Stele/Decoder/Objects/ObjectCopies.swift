/// The values of one type that objects have been read as; each object is read once, however many references refer to it.
struct ObjectCopies<Value> {
  private var known: [Int: (value: Value, count: Int)] = [:]

  /// Returns the value that the object of a reference has been read as, or nil; the reference is read only if there is a value.
  ///
  /// - Throws: `DecodingError` if there are too many copies, or if the program has to tell objects and values apart.
  func value(
    of type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value? {
    var reader = input
    guard let (value, count) = known[reader.readNumber()] else { return nil }
    try session.rememberConversion(to: Value.self, from: type, at: input.offset)
    try session.count(copies: count)
    input = reader
    return value
  }

  /// Keeps the value that an object has been read as.
  mutating func keep(
    _ value: Value, of number: Int, since mark: KindConversions.Mark, _ session: DecodingSession
  ) {
    known[number] = (value, session.conversions.copyCount(since: mark))
  }
}

extension DecodingSession {
  /// Counts copies, and refuses too many.
  fileprivate func count(copies count: Int) throws {
    // Each reference of the archive takes a byte or more, so that objects may be shared by many references.
    let limit = max(1 << 20, store.byteCount.multipliedReportingOverflow(by: 16).partialValue)
    guard conversions.add(copies: count, limit: limit) else {
      throw failure(.tooManyCopies(limit: limit))
    }
  }

  /// Begins to read the object of a strong reference as a value; the caller ends it.
  ///
  /// - Returns: The number of the object, and its record.
  /// - Throws: `DecodingError` if the object contains itself, if there are too many copies, or if the program has to tell
  ///   objects and values apart.
  func beginCopy(
    _ type: ArchivedType, _ input: inout ValidCursor, as expected: Any.Type
  ) throws -> (number: Int, entry: Int, content: ValidCursor) {
    let offset = input.offset
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    let number = input.readNumber()
    guard number > 0, number <= store.objectCount else {
      throw ArchiveError(.danglingReference, at: offset)
    }
    let (entry, content) = try store.record(number)
    guard !store.isLazy || types.isMember(entry, of: type) else {
      throw ArchiveError.wrongClass(number, entry, type.className, types.schema, at: offset)
    }
    try rememberConversion(to: expected, from: type, at: offset)
    guard !conversions.open.contains(number) else {
      throw cycle(ofCopy: number, at: offset)
    }
    try checkStack()
    try count(copies: 1)
    conversions.begin(number)
    return (number, entry, content)
  }
}
