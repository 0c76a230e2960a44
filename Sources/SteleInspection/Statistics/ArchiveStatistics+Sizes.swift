internal import Stele

extension ArchiveStatistics {
  mutating func countChunks(_ frames: Frames) {
    var places: [ArchiveChunkType: Int] = [:]
    frameByteCount = 2 * Signature.byteCount + frames.chunks.count * Chunk.headerByteCount
    for chunk in frames.chunks {
      let place = places[chunk.type] ?? chunks.count
      if place == chunks.count {
        places[chunk.type] = place
        chunks.append(ChunkSize(type: chunk.type))
      }
      chunks[place].count += 1
      chunks[place].byteCount += chunk.knownPayload.count
      paddingByteCount += chunk.paddedEnd - chunk.knownPayload.upperBound
    }
  }

  mutating func findLargestRecords(_ meter: ContentMeter, _ context: ReadingContext) {
    let largest = meter.recordByteCounts.enumerated().prefix(
      Self.largestCount, sortedBy: { $0.element > $1.element })
    let entries = context.objectEntries ?? []
    largestRecords = largest.map { index, byteCount in
      let entry = entries.indices.contains(index) ? context.classes[Int(entries[index])] : nil
      return RecordSize(
        object: index + 1, className: entry?.name ?? "", byteCount: Int(byteCount))
    }
  }

  /// Reads the texts of the strings that are stored most often.
  mutating func findRepeatedStrings(
    _ strings: StringTally, in bytes: ArchiveBytes
  ) throws(ArchiveError) {
    areStringsExact = strings.isExact
    repeatedByteCount = strings.repeatedByteCount
    for entry in strings.mostRepeated(Self.largestCount) {
      var input = try bytes.reader(of: entry.offset..<(entry.offset + entry.byteCount))
      repeatedStrings.append(
        RepeatedString(
          text: try input.readString().shortened(), count: entry.count,
          repeatedByteCount: entry.repeatedByteCount))
    }
  }
}

extension Sequence {
  /// Returns the first elements in an order; equal elements keep their order in the sequence.
  ///
  /// - Complexity: O(*n* · `count`), with memory for `count` elements.
  func prefix(_ count: Int, sortedBy isBefore: (Element, Element) -> Bool) -> [Element] {
    var first: [Element] = []
    for element in self {
      if first.count == count, let last = first.last, !isBefore(element, last) { continue }
      first.insert(element, at: first.firstIndex { isBefore(element, $0) } ?? first.count)
      if first.count > count { first.removeLast() }
    }
    return first
  }
}
