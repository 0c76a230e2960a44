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

  /// What reads the value at a place as an optional one, when it has been read as the same type before.
  @unsafe
  @inline(__always)
  func directReaderIfPresent(
    of type: Any.Type, at place: Int
  ) -> (reader: Unmanaged<AnyTypeReader>, plan: Unmanaged<ReadingPlan>)? {
    guard place < slotCount else { return nil }
    // Safe: as above.
    return unsafe slots?[place]._withUnsafeGuaranteedRef { slot in
      guard slot.typeIfPresent == ObjectIdentifier(type),
        let reader = unsafe slot.unretainedIfPresent
      else { return nil }
      return unsafe (reader, .passUnretained(slot.plan))
    }
  }

  /// A reader at the value of a key of the body that is open.
  @inline(__always)
  func input(at place: Int) throws(ArchiveError) -> CheckedBytes {
    guard place != nextPlace, let body else {
      var reader = input
      try reader.move(to: nextOffset)
      return reader
    }
    return try reader(at: place, in: body)
  }

  /// Remembers how references at a place are read as objects of a class.
  func noteObjects<T: Decodable & AnyObject>(of type: T.Type, at place: Int) throws {
    guard let body, body.slots.indices.contains(place), body.slots[place].plan.isReference,
      let reader = try graph.reader(of: type) as? ObjectReader<T>
    else { return }
    body.slots[place].note(reader.reading, for: type)
  }
}
