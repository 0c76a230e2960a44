/// Values that the program reads as values of another kind: integers as floats, objects as structs.
///
///     archive    ref #7 ----> #7 Place { x, y }          an object, which others may refer to, too
///     program    Place(x:y:)                             a struct: each reference has its own copy
///
/// A value has a copy of each object that it reaches. A few objects can become more copies than there is memory for, so their
/// number has a limit.
struct KindConversions {
  /// The number of objects that are being read as values, and that of the copies.
  typealias Mark = (depth: Int, copyCount: Int)

  /// The number of values that have been converted.
  fileprivate(set) var count = 0
  /// Whether the conversions that are declared for a key have been tried, so that the library's own may be.
  var hasTriedDeclared = false
  /// The objects that are being read as values, the outermost first.
  fileprivate(set) var open: [Int] = []
  /// The number of copies in the values that have been decoded.
  fileprivate var copyCount = 0

  var mark: Mark { (open.count, copyCount) }

  /// Ends the reading of the objects that has begun since a mark.
  @inline(__always)
  mutating func end(_ mark: Mark) {
    if open.count > mark.depth { open.removeLast(open.count - mark.depth) }
  }

  /// Ends the reading of an object that no mark ends.
  mutating func end(_ number: Int) {
    if let index = open.lastIndex(of: number) { open.remove(at: index) }
  }

  /// Returns whether a certain object is the first whose reading has begun since a mark and has not ended.
  func hasBegun(_ number: Int, since mark: Mark) -> Bool {
    open.count > mark.depth && open[mark.depth] == number
  }
}

extension DecodingSession {
  /// Remembers that a value is converted to another kind.
  ///
  /// - Throws: `DecodingError` if the value is that of a key of an enum that reads its keys by hand: the type determines the
  ///   case by the kind of the value.
  func rememberConversion(to type: Any.Type, from found: ArchivedType, at offset: Int) throws {
    guard !path.refusesConversion(ofDeclaredKeys: !conversions.hasTriedDeclared) else {
      throw wrongType(type, found, at: offset)
    }
    conversions.count &+= 1
  }
}

extension PathStack {
  /// Returns whether the value, or the collection that has it, is that of a key of an enum that reads its keys by hand, or of a
  /// key with declared conversions that have not been tried.
  fileprivate func refusesConversion(ofDeclaredKeys refusesDeclared: Bool) -> Bool {
    for depth in (0..<count).reversed() {
      switch self[depth] {
      case .index: continue
      case .slot(let levelPlan, let index):
        return levelPlan.use { levelPlan in
          levelPlan.isOfHandWrittenEnum || refusesDeclared && levelPlan.hasConversions(index)
        }
      default: return false
      }
    }
    return false
  }
}

// Objects that are read as values

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
    known[number] = (value, session.conversions.copyCount - mark.copyCount)
  }
}

extension DecodingSession {
  /// Counts copies, and refuses too many.
  fileprivate func count(copies count: Int) throws {
    // Each reference of the archive takes a byte or more, so that objects may be shared by many references.
    let limit = max(1 << 20, store.byteCount.multipliedReportingOverflow(by: 16).partialValue)
    guard count <= limit - conversions.copyCount else {
      throw failure(.tooManyCopies(limit: limit))
    }
    conversions.copyCount += count
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
    conversions.open.append(number)
    return (number, entry, content)
  }
}
