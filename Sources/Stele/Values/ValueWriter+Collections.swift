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
