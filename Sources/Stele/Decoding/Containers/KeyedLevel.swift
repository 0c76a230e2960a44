/// A level of a value that is read by keys: what the containers for one type of coding keys stand for.
///
/// Most such types are enums without payload, of one byte or none: that byte tells whether a key is the one that is due.
/// Others are compared by their names.
@safe
final class KeyedLevel {
  /// What is known of a key of the level.
  struct Known {
    /// The byte of the key of the program, once it is known, or -1.
    fileprivate var byte: Int16 = -1
    /// The code of the type of values that stand as they are, or 0.
    fileprivate var plain: UInt8 = 0
    /// The code of the type inside of values that are optional ones of such a type, or 0.
    fileprivate var plainOptional: UInt8 = 0
    /// The number of the presence bit of an optional key, or -1.
    fileprivate var bit: Int32 = -1
  }

  /// The position of the level in the class hierarchy.
  let number: Int
  /// The keys.
  let keys: LevelKeys
  /// Whether nothing has to be looked at before a container is handed out again.
  let isPlain: Bool
  // Safe: the decoder is being used as long as its value is decoded; when someone keeps a container beyond that, the decoder is
  // kept here.
  private let unretainedDecoder: Unmanaged<ValueDecoder>
  private var keptDecoder: ValueDecoder?
  private let isByte: Bool
  /// The place of the first key.
  let lowerBound: Int
  /// The end of the keys that may be read as soon as they are found to be due.
  private let upperBound: Int
  // Safe: there is one for each place from `lowerBound` to `upperBound`, made in `init` and gone in `deinit`.
  private let known: UnsafeMutablePointer<Known>

  /// Prepares a level.
  ///
  /// - Parameters:
  ///   - number: The position in the class hierarchy.
  ///   - keys: The keys.
  ///   - body: The body, which is open in the decoder.
  ///   - decoder: What has the value.
  ///   - isByte: Whether keys of the program are a byte, or nothing.
  ///   - isLimited: Whether the keys belong to another level when nothing limits it.
  init(
    _ number: Int, _ keys: LevelKeys, _ body: ReadingBody, of decoder: ValueDecoder, isByte: Bool,
    isLimited: Bool
  ) {
    self.number = number
    self.keys = keys
    self.isByte = isByte
    unsafe unretainedDecoder = .passUnretained(decoder)
    lowerBound = keys.range.lowerBound
    // What is declared of keys has to be heeded first.
    upperBound = keys.hasHistory ? lowerBound : keys.range.upperBound
    isPlain =
      number == 0 && !isLimited && !keys.hasHistory && !keys.mayHoldWhole && !body.isCase
    unsafe known = .allocate(capacity: upperBound - lowerBound)
    for place in lowerBound..<upperBound {
      unsafe (known + (place - lowerBound)).initialize(to: Known(body.slots[place]))
    }
  }

  deinit { unsafe known.deallocate() }

  /// What has the value.
  var decoder: ValueDecoder { unsafe unretainedDecoder.takeUnretainedValue() }

  /// Keeps the decoder for someone who keeps a container of it.
  func keepDecoder() { keptDecoder = decoder }
}

extension KeyedLevel.Known {
  fileprivate init(_ slot: ReadingSlot) {
    let plan = slot.plan
    if plan.isPlain, !plan.isWrapped { plain = plan.code.rawValue }
    if plan.code == .optional { plainOptional = plan.first?.code.rawValue ?? 0 }
    if let bit = slot.bit { self.bit = Int32(bit) }
  }
}

extension KeyedLevel {
  /// The place of a key when it is the one that is due, or a negative number.
  @inline(__always)
  func place<Key: CodingKey>(ofDue key: Key) -> Int {
    let place = unsafe unretainedDecoder._withUnsafeGuaranteedRef { $0.expected }
    guard place >= lowerBound, place < upperBound else { return -1 }
    guard isByte else { return hasName(key.stringValue, at: place) ? place : -1 }
    // Safe: the key is a byte, or nothing, and has no references.
    let byte = MemoryLayout<Key>.size == 0 ? 0 : Int16(unsafe unsafeBitCast(key, to: UInt8.self))
    // Safe: there is one for the place.
    let expected = unsafe known[place &- lowerBound].byte
    if expected == byte { return place }
    guard expected < 0, hasName(key.stringValue, at: place) else { return -1 }
    unsafe known[place &- lowerBound].byte = byte
    return place
  }

  @inline(never)
  private func hasName(_ name: String, at place: Int) -> Bool {
    decoder.body?.slots[place].name.isExactly(name) ?? false
  }

  /// Whether a key that is due has a value.
  @inline(__always)
  func isPresent(_ place: Int) throws -> Bool {
    // Safe: there is one for the place.
    let bit = unsafe known[place &- lowerBound].bit
    guard bit >= 0 else { return true }
    return try unsafe unretainedDecoder._withUnsafeGuaranteedRef { decoder in
      try decoder.input.byte(at: decoder.presence &+ Int(bit >> 3)) >> UInt8(bit & 7) & 1 == 1
    }
  }

  /// Passes over a key that is due and has no value, unless the value may be elsewhere.
  @inline(__always)
  func pass(_ place: Int) -> Bool {
    unsafe unretainedDecoder._withUnsafeGuaranteedRef { decoder in
      guard keys.overflow == nil, decoder.unknownCase == nil else { return false }
      note(place)
      if place == decoder.nextPlace { decoder.complete(place, at: decoder.nextOffset) }
      decoder.expected = place &+ 1
      return true
    }
  }

  /// Notes that the program asks for a key.
  @inline(__always)
  private func note(_ place: Int) {
    if keys.unaskedCount > 0 { keys.note(asked: place) }
  }
}

extension KeyedLevel {
  /// Reads a scalar that is due, when it stands where the next value does and is of the type itself, or gives nil.
  func readPlain<T: ReadableScalar>(_ type: T.Type, at place: Int) throws -> T? {
    // Safe: there is one for the place.
    guard unsafe known[place &- lowerBound].plain == T.code.rawValue, try isPresent(place) else {
      return nil
    }
    return try readNext(at: place) { input throws(ArchiveError) in try T.readPlain(&input) }
  }

  /// Reads a scalar that may be nil, or may not be there, in the same way; gives no answer where it is not so.
  func readPlainIfPresent<T: ReadableScalar>(
    _ type: T.Type, at place: Int
  ) throws -> T?? {
    guard try isPresent(place) else { return pass(place) ? .some(nil) : nil }
    // Safe: there is one for the place.
    let known = unsafe self.known[place &- lowerBound]
    if known.plain == T.code.rawValue {
      return try readNext(at: place) { input throws(ArchiveError) in try T.readPlain(&input) }
    }
    guard known.plainOptional == T.code.rawValue else { return nil }
    return try readNext(at: place) { input throws(ArchiveError) -> T? in
      try input.readByte() == 0 ? nil : try T.readPlain(&input)
    }
  }

  /// Reads a value when it is the next one.
  @inline(__always)
  private func readNext<T>(
    at place: Int, _ read: (inout CheckedBytes) throws(ArchiveError) -> T
  ) throws -> T? {
    try unsafe unretainedDecoder._withUnsafeGuaranteedRef { decoder -> T? in
      guard decoder.nextPlace == place else { return nil }
      note(place)
      var input = decoder.input
      try input.move(to: decoder.nextOffset)
      let value = try read(&input)
      decoder.complete(place, at: input.offset)
      return value
    }
  }

  /// Reads a value that is due and there, when it has been read as the same type before, or gives nil.
  ///
  /// What is read goes straight to the caller: a place for it here would have to be made for each type anew.
  @unsafe
  @inline(__always)
  func reader(
    of type: Any.Type, at place: Int, isOptional: Bool
  ) -> (reader: Unmanaged<AnyTypeReader>, plan: Unmanaged<ReadingPlan>)? {
    unsafe unretainedDecoder._withUnsafeGuaranteedRef { decoder in
      isOptional
        ? unsafe decoder.directReaderIfPresent(of: type, at: place)
        : unsafe decoder.directReader(of: type, at: place)
    }
  }

  /// Reads a value that is due with what has read it before.
  ///
  /// What is read goes straight to the caller: a place for it here would have to be made for each type anew.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - plan: The type in the archive.
  ///   - place: The place of the key.
  ///   - type: The type that the reader is one of.
  /// - Returns: The value.
  /// - Throws: What the reader throws.
  @unsafe
  @inline(__always)
  func read<T>(
    _ reader: Unmanaged<AnyTypeReader>, _ plan: Unmanaged<ReadingPlan>, at place: Int,
    as type: T.Type
  ) throws -> T {
    note(place)
    return try unsafe unretainedDecoder._withUnsafeGuaranteedRef { decoder in
      var input = try decoder.input(at: place)
      var hasFailed = false
      defer { if !hasFailed { decoder.complete(place, at: input.offset) } }
      do {
        return try unsafe reader._withUnsafeGuaranteedRef { reader in
          try unsafe plan._withUnsafeGuaranteedRef { plan in
            try unsafe unsafeDowncast(reader, to: TypeReader<T>.self).read(
              plan, &input, at: Site(decoder: decoder, step: .place(place)))
          }
        }
      } catch {
        hasFailed = true
        throw error
      }
    }
  }
}
