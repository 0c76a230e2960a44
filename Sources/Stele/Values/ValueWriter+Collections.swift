extension ValueWriter {
  /// Writes the next elements of a set, up to one that contains others.
  ///
  /// Spec §3.6.
  mutating func continueSet(_ values: [ArchiveValue]) throws(ArchiveWritingError) {
    let top = frames.count - 1
    let (type, depth) = (frames[top].type, frames[top].depth)
    while true {
      if frames[top].index >= 0 { try checkForDuplicate(.duplicateElement) }
      guard frames[top].index + 1 < values.count else { break }
      frames[top].index += 1
      frames[top].start = output.count
      try begin(values[frames[top].index], type, depth: depth)
      guard frames.count == top + 1 else { return }
    }
    frames.removeLast()
  }

  /// Writes the next pairs of a map, up to a key or value that contains others.
  ///
  /// Spec §3.6.
  mutating func continueMap(_ pairs: [ArchiveMapPair]) throws(ArchiveWritingError) {
    let top = frames.count - 1
    let (keyType, valueType) = (frames[top].type, frames[top].second)
    let depth = frames[top].depth
    while true {
      if frames[top].index >= 0, !frames[top].isInPairValue {
        try checkForDuplicate(.duplicateKey)
        frames[top].isInPairValue = true
        try begin(pairs[frames[top].index].value, valueType, depth: depth)
      } else {
        guard frames[top].index + 1 < pairs.count else { break }
        frames[top].index += 1
        frames[top].isInPairValue = false
        frames[top].start = output.count
        try begin(pairs[frames[top].index].key, keyType, depth: depth)
      }
      guard frames.count == top + 1 else { return }
    }
    frames.removeLast()
  }

  private mutating func checkForDuplicate(_ rule: ArchiveRule) throws(ArchiveWritingError) {
    let top = frames.count - 1
    let range = frames[top].start..<output.count
    guard frames[top].seen?.insert(range, of: output.bytes) != false else {
      throw fail(.breaks(rule))
    }
  }
}
