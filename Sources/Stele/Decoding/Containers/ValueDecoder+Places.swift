extension ValueDecoder {
  /// The offset behind the value.
  func finish() throws(ArchiveError) -> Int {
    if let end { return end }
    var reader = input
    if let body {
      try reader.move(to: nextOffset)
      try skip(nextPlace..<max(nextPlace, body.slots.count), in: body, &reader)
      return reader.offset
    }
    try reader.move(to: start)
    if use == .value, let plan { try graph.skip(plan, &reader) }
    return reader.offset
  }

  /// A reader at the value of a key.
  @inline(__always)
  func reader(at place: Int, in body: ReadingBody) throws(ArchiveError) -> CheckedBytes {
    var reader = input
    if place == nextPlace {
      try reader.move(to: nextOffset)
    } else {
      try find(place, in: body, &reader)
    }
    return reader
  }

  /// Goes to a key that is not the next one.
  private func find(
    _ place: Int, in body: ReadingBody, _ reader: inout CheckedBytes
  ) throws(ArchiveError) {
    // A program that passes over a few keys goes on from there in the next value, too.
    if place > nextPlace, place - nextPlace <= 4 {
      try reader.move(to: nextOffset)
      return try skip(nextPlace..<place, in: body, &reader)
    }
    if offsets.isEmpty {
      offsets.append(presence + (body.optionalCount + 7) / 8)
    }
    if offsets.count <= place {
      try reader.move(to: offsets[offsets.count - 1])
      while offsets.count <= place {
        try skip(offsets.count - 1..<offsets.count, in: body, &reader)
        offsets.append(reader.offset)
      }
    }
    try reader.move(to: offsets[place])
  }

  private func skip(
    _ places: Range<Int>, in body: ReadingBody, _ reader: inout CheckedBytes
  ) throws(ArchiveError) {
    for place in places {
      let slot = body.slots[place]
      if try slot.isPresent(presence, reader) { try graph.skip(slot.plan, &reader) }
    }
  }

  /// Notes that the value of a key has been read, or that it has none, and where the next one stands.
  @inline(__always)
  func complete(_ place: Int, at offset: Int) {
    nextPlace = place + 1
    nextOffset = offset
    expected = place + 1
  }
}
