/// The literal keys by which a program reads one level of an entry, in the order in which it does, and where the
/// values of each are.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
@safe
final class FieldPlaces {
  /// A key that has been read before.
  @safe
  struct Known {
    /// Where the literal is, or 0 for none.
    fileprivate var address: UInt = 0
    /// The number of its bytes; all bits are inverted while it has not been asked for in the archive.
    fileprivate var byteCount = 0
    /// The place in the body, or a negative number when the key is not there.
    fileprivate(set) var place = -1
    /// Whether its value is always there, and stands as it is read.
    fileprivate(set) var isDirect = false
    /// The code of the type of values that stand as they are, without anything else to be looked at before, or 0.
    fileprivate var plain: UInt8 = 0
    /// The code of the type inside of values that are optional ones of such a type, or 0.
    fileprivate var plainOptional: UInt8 = 0
    /// The code of the type of the elements of lists, or 0.
    fileprivate var plainElement: UInt8 = 0
    /// The class that references were read as, when their values are always there.
    fileprivate(set) var objectType: ObjectIdentifier?
    // Safe: the graph keeps what reads references, and the body of the values keeps the type.
    /// What reads them, and their type in the archive.
    fileprivate(set) var reference:
      (reading: Unmanaged<ObjectReading>, plan: Unmanaged<ReadingPlan>)?

    /// Whether a literal is the very same one, and its value stands at a place.
    @inline(__always)
    func isCopy(of key: StaticString, at place: Int) -> Bool {
      key.hasPointerRepresentation && address == UInt(bitPattern: unsafe key.utf8Start)
        && byteCount == key.utf8CodeUnitCount && self.place == place
    }

    /// The same, of one that has not been asked for in the archive.
    @inline(__always)
    func isSleepingCopy(of key: StaticString, at place: Int) -> Bool {
      key.hasPointerRepresentation && address == UInt(bitPattern: unsafe key.utf8Start)
        && byteCount == ~key.utf8CodeUnitCount && self.place == place
    }

    /// Whether values are plain ones of a type.
    @inline(__always)
    func isPlain(_ code: TypeCode) -> Bool { plain == code.rawValue }

    /// Whether values are optional plain ones of a type.
    @inline(__always)
    func isPlainOptional(_ code: TypeCode) -> Bool { plainOptional == code.rawValue }

    /// Whether values are lists of a type.
    @inline(__always)
    func isPlainList(of code: TypeCode) -> Bool { plainElement == code.rawValue }
  }

  /// How many keys are remembered.
  private static let limit = 32

  // Safe: there are `limit` keys and an empty one behind them, all made in `init`; they stay where they are as long as
  // this object lives, and whoever looks at one goes on to the next only when it is not empty.
  private let known: UnsafeMutablePointer<Known>
  @safe @exclusivity(unchecked) private var literals: [StaticString] = []

  init() {
    unsafe known = .allocate(capacity: Self.limit + 1)
    unsafe known.initialize(repeating: Known(), count: Self.limit + 1)
  }

  deinit { unsafe known.deallocate() }

  /// Forgets which of the keys have been asked for: what is known of one is used again when it is.
  func restart() {
    for position in literals.indices where unsafe known[position].byteCount >= 0 {
      unsafe known[position].byteCount = ~known[position].byteCount
    }
  }

  /// Uses a key again that has not been asked for in the archive, and gives its place.
  @unsafe
  func wake(_ literal: UnsafePointer<Known>) -> Int {
    let position = unsafe literal - UnsafePointer(known)
    if unsafe known[position].byteCount < 0 {
      unsafe known[position].byteCount = ~known[position].byteCount
    }
    return unsafe known[position].place
  }

  /// Remembers how references of the key in front of another one are read as objects of a class.
  @unsafe
  func note(
    _ reading: ObjectReading, _ plan: ReadingPlan, for type: AnyObject.Type,
    before expected: UnsafePointer<Known>
  ) {
    let position = unsafe expected - UnsafePointer(known) - 1
    guard literals.indices.contains(position), unsafe known[position].isDirect else { return }
    unsafe known[position].objectType = ObjectIdentifier(type)
    unsafe known[position].reference = unsafe (.passUnretained(reading), .passUnretained(plan))
  }

  /// The keys from the first on, with an empty one at the end.
  @unsafe var first: UnsafePointer<Known> { unsafe UnsafePointer(known) }

  /// The place of a key in the body, or a negative number when it is not there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - expected: The key that is expected; afterwards the one behind.
  ///   - level: What knows the names of all keys.
  ///   - body: The body.
  /// - Returns: The place.
  @unsafe
  func place(
    of key: StaticString, at expected: inout UnsafePointer<Known>, in level: LevelKeys,
    _ body: ReadingBody?
  ) -> Int {
    let cursor = unsafe expected - UnsafePointer(known)
    if cursor < literals.count, literals[cursor].isCopy(of: key) {
      unsafe expected = UnsafePointer(known + cursor + 1)
      return unsafe wake(known + cursor)
    }
    // What one object leaves out or reads in another order, the next one may not.
    for (position, literal) in literals.enumerated() where literal.isSame(as: key) {
      unsafe expected = UnsafePointer(known + position + 1)
      return unsafe wake(known + position)
    }
    let place = level.place(of: key.description) ?? -1
    guard literals.count < Self.limit else { return place }
    unsafe known[literals.count] = Known(key, place, in: level, body)
    literals.append(key)
    unsafe expected = UnsafePointer(known + literals.count)
    return place
  }
}

extension FieldPlaces.Known {
  fileprivate init(_ key: StaticString, _ place: Int, in level: LevelKeys, _ body: ReadingBody?) {
    if key.hasPointerRepresentation {
      address = UInt(bitPattern: unsafe key.utf8Start)
      byteCount = key.utf8CodeUnitCount
    }
    self.place = place
    guard place >= 0, let slot = body?.slots[place], slot.bit == nil, !level.hasHistory else {
      return
    }
    isDirect = true
    let plan = slot.plan
    if plan.isPlain, !plan.isWrapped { plain = plan.code.rawValue }
    if plan.isWrapped, plan.code == .optional {
      plainOptional = plan.first?.code.rawValue ?? 0
    }
    if plan.isPlain, plan.code == .list { plainElement = plan.first?.code.rawValue ?? 0 }
  }
}

extension StaticString {
  /// Whether a literal is the very same one.
  fileprivate func isCopy(of other: StaticString) -> Bool {
    guard hasPointerRepresentation, other.hasPointerRepresentation else { return false }
    return unsafe utf8Start == other.utf8Start && utf8CodeUnitCount == other.utf8CodeUnitCount
  }

  /// Whether a literal is this key: mostly it is the same one, otherwise its content decides.
  fileprivate func isSame(as other: StaticString) -> Bool {
    isCopy(of: other) || description.isExactly(other.description)
  }
}

/// The keys of a level, for those who keep them in another way.
// Safe: whoever has one keeps the keys, which keep the literals.
@unsafe
struct KnownFields {
  /// The keys.
  let keys: Unmanaged<LevelKeys>
  /// The first of the literals by which they are read.
  let first: UnsafePointer<FieldPlaces.Known>

  init(_ keys: LevelKeys) {
    unsafe self.keys = .passUnretained(keys)
    unsafe first = keys.fields.first
  }
}
