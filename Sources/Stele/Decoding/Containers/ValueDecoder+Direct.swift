// What is always there and stands as it is read needs no looking about. The slots belong to the body, which the decoder
// keeps while it is open; their readers, to the graph. So none of them has to be counted.

extension ValueDecoder {
  /// What reads the value at a place, when it has been read as the same type before.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - place: The place of a value that is always there.
  /// - Returns: The reader, of the type, and the type in the archive; both are kept by the graph.
  @unsafe
  @inline(__always)
  func directReader(
    of type: Any.Type, at place: Int
  ) -> (reader: Unmanaged<AnyTypeReader>, plan: Unmanaged<ReadingPlan>)? {
    guard place < slotCount else { return nil }
    // Safe: there is such a slot in the body, which is open.
    return unsafe slots?[place]._withUnsafeGuaranteedRef { slot in
      guard slot.type == ObjectIdentifier(type), let reader = unsafe slot.unretainedReader else {
        return nil
      }
      return unsafe (reader, .passUnretained(slot.plan))
    }
  }

  /// Reads the reference at a place, when it has been read as one to objects of the same class before.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - place: The place of a value that is always there.
  ///   - input: Where the reference stands; afterwards, the end of it.
  /// - Returns: The object, of the class, or nil for a nil reference; no answer when it has to be read in another way.
  /// - Throws: `DecodingError`, or what an initialiser throws.
  @inline(__always)
  func directObject(
    of type: AnyObject.Type, at place: Int, _ input: inout CheckedBytes
  ) throws -> AnyObject?? {
    guard place < slotCount else { return nil }
    // Safe: as above.
    return unsafe try slots?[place]._withUnsafeGuaranteedRef { slot -> AnyObject?? in
      guard slot.objectType == ObjectIdentifier(type), let reading = unsafe slot.objectReading
      else { return nil }
      return unsafe try reading._withUnsafeGuaranteedRef { reading in
        if let object = try reading.readKnown(slot.plan, &input, in: graph) { return object }
        return .some(
          try reading.read(slot.plan, &input, at: Site(decoder: self, step: .place(place))))
      }
    }
  }

  /// A value that has been read as the same type before, and what reads it.
  @unsafe
  struct DirectValue {
    /// The reader, which the graph keeps.
    let reader: Unmanaged<AnyTypeReader>
    /// The type in the archive, which the body keeps.
    let plan: Unmanaged<ReadingPlan>
    /// The place in the body.
    let place: Int
    /// Where the value stands.
    var input: CheckedBytes
  }

  /// Finds the value of the key that is expected, when it is there and has been read as the same type before.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The key.
  ///   - keys: The level.
  ///   - isOptional: Whether to give the reader of optionals of the type.
  /// - Returns: The value, or nil when it has to be read in another way.
  /// - Throws: The rule that a damaged value breaks.
  @unsafe
  func direct(
    _ type: Any.Type, _ name: String, _ keys: LevelKeys, isOptional: Bool
  ) throws(ArchiveError) -> DirectValue? {
    let place = expected
    guard keys.range.contains(place), place < slotCount, !keys.hasHistory, let body else {
      return nil
    }
    let slot = body.slots[place]
    guard
      isOptional
        ? slot.typeIfPresent == ObjectIdentifier(type)
        : slot.type == ObjectIdentifier(type),
      let reader = isOptional ? unsafe slot.unretainedIfPresent : unsafe slot.unretainedReader,
      slot.name.isExactly(name), try slot.isPresent(presence, input)
    else { return nil }
    if keys.unaskedCount > 0 { keys.note(asked: place) }
    return unsafe DirectValue(
      reader: reader, plan: .passUnretained(slot.plan), place: place,
      input: try self.reader(at: place, in: body))
  }

  /// Passes over the key that is expected, when it is the one that is asked for and has no value.
  func passAbsent(_ name: String, _ keys: LevelKeys) throws(ArchiveError) -> Bool {
    let place = expected
    guard keys.range.contains(place), keys.overflow == nil, !keys.hasHistory, unknownCase == nil,
      let body
    else { return false }
    let slot = body.slots[place]
    guard slot.bit != nil, slot.name.isExactly(name), try !slot.isPresent(presence, input) else {
      return false
    }
    if keys.unaskedCount > 0 { keys.note(asked: place) }
    if place == nextPlace { complete(place, at: nextOffset) }
    expected = place + 1
    return true
  }

  /// Remembers how references at a place are read as objects of a class.
  func noteObjects<T: Decodable & AnyObject>(of type: T.Type, at place: Int) throws {
    guard let body, body.slots.indices.contains(place), body.slots[place].plan.isReference,
      let reader = try graph.reader(of: type) as? ObjectReader<T>
    else { return }
    body.slots[place].note(reader.reading, for: type)
  }
}

extension ValueDecoder {
  /// Reads a value that has been found, and notes where the next one stands.
  ///
  /// What is read goes straight to the caller: a place for it here would have to be made for each type anew.
  @unsafe
  @inline(__always)
  func read<T>(_ found: DirectValue, as type: T.Type) throws -> T {
    var found = unsafe found
    var hasFailed = false
    defer { if !hasFailed { unsafe complete(found.place, at: found.input.offset) } }
    do {
      return try unsafe found.reader._withUnsafeGuaranteedRef { reader in
        try unsafe found.plan._withUnsafeGuaranteedRef { plan in
          try unsafe unsafeDowncast(reader, to: TypeReader<T>.self).read(
            plan, &found.input, at: Site(decoder: self, step: .place(found.place)))
        }
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Reads an optional value that has been found, and notes where the next one stands.
  @unsafe
  @inline(__always)
  func readOptional<T>(_ found: DirectValue, as type: T.Type) throws -> T? {
    var found = unsafe found
    var hasFailed = false
    defer { if !hasFailed { unsafe complete(found.place, at: found.input.offset) } }
    do {
      return try unsafe found.reader._withUnsafeGuaranteedRef { reader in
        try unsafe found.plan._withUnsafeGuaranteedRef { plan in
          try unsafe unsafeDowncast(reader, to: TypeReader<T?>.self).read(
            plan, &found.input, at: Site(decoder: self, step: .place(found.place)))
        }
      }
    } catch {
      hasFailed = true
      throw error
    }
  }
}
