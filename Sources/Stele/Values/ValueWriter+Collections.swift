extension ValueWriter {
  /// Writes a packed list, or the beginning of another one.
  ///
  /// Spec §3.5.
  mutating func beginList(
    _ values: [ArchiveValue], _ type: CompiledType, depth: Int
  ) throws(ArchiveWritingError) {
    output.write(number: values.count)
    guard !values.isEmpty else { return }
    let element = tables.schema.types[Int(type.first)]
    if let layout = element.code.scalarLayout {
      try writePacked(values, element.code, layout)
      return
    }
    var omitsEntry = false
    if element.code == .struct || element.code == .enum {
      let entries = uniformEntries(of: values)
      omitsEntry = !entries.isEmpty
      if omitsEntry {
        for entry in entries { output.write(number: entry) }
      } else {
        output.write(number: 0)
      }
    }
    frames.append(
      WritingFrame(
        elements: .list(values, omitsEntry: omitsEntry), type: Int(type.first), depth: depth))
  }

  /// Returns the entries of the elements of a list and of the structs nested in them, or none if the list is mixed.
  ///
  /// Invalid elements are refused when they are written.
  ///
  /// Spec §3.5.
  private func uniformEntries(of values: [ArchiveValue]) -> [Int] {
    /// The entries of the first element and of the structs nested in it, each with its own nested keys.
    var places: [(entry: Int, nestedKeys: [Int])] = []
    var open: [(values: [ArchiveValue?], keys: ArraySlice<Int>)] = []
    let schema = tables.schema
    for (index, value) in values.enumerated() {
      var next = 0
      var part: ArchiveValue? = value
      repeat {
        if let top = open.indices.last {
          guard let key = open[top].keys.popFirst() else {
            open.removeLast()
            continue
          }
          part = open[top].values[key]
        }
        let entry = part?.inlineEntry ?? 0
        if index == 0 {
          let isStructure = if case .struct? = part { true } else { false }
          let body = isStructure ? schema.body(ofEntry: entry) : nil
          places.append((entry, body.map { schema.nestedPositions(in: $0) } ?? []))
        }
        guard entry > 0, next < places.count, places[next].entry == entry else { return [] }
        if !places[next].nestedKeys.isEmpty, case .struct(let structure)? = part {
          let values = structure.values
          guard values.indices.contains(places[next].nestedKeys.last ?? 0) else { return [] }
          open.append((values, places[next].nestedKeys[...]))
        }
        next += 1
      } while !open.isEmpty
    }
    return places.map(\.entry)
  }

  private mutating func writePacked(
    _ values: [ArchiveValue], _ element: TypeCode, _ layout: ScalarLayout
  ) throws(ArchiveWritingError) {
    guard layout.hasPackedWidth else {
      frames.append(WritingFrame(elements: .list(values, omitsEntry: false), depth: 0))
      let top = frames.count - 1
      for index in values.indices {
        frames[top].index = index
        try writeScalar(values[index], element)
      }
      frames.removeLast()
      return
    }
    // A sign takes a bit.
    let signBitCount = if case .signed = layout { 1 } else { 0 }
    var integers: [UInt128] = []
    integers.reserveCapacity(values.count)
    // All bits in which an element differs from its sign.
    var union: UInt128 = 0
    for index in values.indices {
      let bits: UInt128
      switch values[index] {
      case .integer(let value) where signBitCount == 1:
        integers.append(UInt128(truncatingIfNeeded: value))
        bits = UInt128(truncatingIfNeeded: value ^ (value >> 127))
      case .unsigned(let value) where signBitCount == 0:
        integers.append(value)
        bits = value
      default:
        throw packedMismatch(values, index, .valueDoesNotMatch(descriptor(element)))
      }
      guard 128 - bits.leadingZeroBitCount + signBitCount <= layout.byteCount * 8 else {
        throw packedMismatch(values, index, .integerOutOfRange(descriptor(element)))
      }
      union |= bits
    }
    let byteCount = ScalarLayout.packedWidth(
      bitCount: 128 - union.leadingZeroBitCount + signBitCount)
    output.write(byte: UInt8(byteCount))
    for integer in integers { output.write(packed: integer, byteCount: byteCount) }
  }

  private mutating func packedMismatch(
    _ values: [ArchiveValue], _ index: Int, _ reason: ArchiveWritingError.Reason
  ) -> ArchiveWritingError {
    frames.append(
      WritingFrame(elements: .list(values, omitsEntry: false), depth: 0, index: index))
    return fail(reason)
  }

  /// Writes the next elements of a list, up to one that contains others.
  mutating func continueList(
    _ values: [ArchiveValue], _ type: Int, depth: Int, omitsEntry: Bool
  ) throws(ArchiveWritingError) {
    let top = frames.count - 1
    while frames[top].index + 1 < values.count {
      frames[top].index += 1
      try begin(values[frames[top].index], type, depth: depth, omitsEntry: omitsEntry)
      guard frames.count == top + 1 else { return }
    }
    frames.removeLast()
  }
}

extension ValueWriter {
  /// Writes the next elements of a set, or the next keys and values of a map, up to one that contains others.
  ///
  /// Spec §3.6.
  mutating func continueDistinct(
    _ count: Int, isMap: Bool, _ part: (Int) -> ArchiveValue
  ) throws(ArchiveWritingError) {
    let top = frames.count - 1
    let (type, second, depth) = (frames[top].type, frames[top].second, frames[top].depth)
    while true {
      if frames[top].isInKey {
        let range = frames[top].start..<output.count
        guard frames[top].seen?.insert(range, of: output.bytes) != false else {
          throw fail(.breaks(isMap ? .duplicateKey : .duplicateElement))
        }
      }
      guard frames[top].index + 1 < count else { break }
      frames[top].index += 1
      let isInKey = frames[top].isInKey
      if isInKey { frames[top].start = output.count }
      try begin(part(frames[top].index), isInKey ? type : second, depth: depth)
      guard frames.count == top + 1 else { return }
    }
    frames.removeLast()
  }
}
