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
}
