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
      paddingByteCount += chunk.paddedEnd(of: chunk.knownPayload) - chunk.knownPayload.upperBound
    }
  }

  mutating func countWeakSlots(_ slots: [Int]) {
    weakSlotCount = slots.count
    lostWeakSlotCount = slots.count { $0 == 0 }
  }

  mutating func findLargestRecords(_ meter: ContentMeter, _ context: ReadingContext) {
    var largest: [(index: Int, byteCount: UInt32)] = []
    for (index, byteCount) in meter.recordByteCounts.enumerated() {
      if largest.count == Self.largestCount, let last = largest.last, byteCount <= last.byteCount {
        continue
      }
      let place = largest.firstIndex { $0.byteCount < byteCount } ?? largest.count
      largest.insert((index, byteCount), at: place)
      if largest.count > Self.largestCount { largest.removeLast() }
    }
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
      let shown = min(entry.byteCount, 256)
      var input = try bytes.reader(of: entry.offset..<(entry.offset + shown))
      let byteCount = try input.readNumber()
      let text = try input.readBytes(min(byteCount, input.remaining))
      repeatedStrings.append(
        RepeatedString(
          text: Self.shortened(Array(text), of: byteCount), count: entry.count,
          repeatedByteCount: entry.repeatedByteCount))
    }
  }

  /// Returns the beginning of a string, and its length, after only some of its bytes have been read.
  private static func shortened(_ bytes: [UInt8], of byteCount: Int) -> String {
    guard bytes.count < byteCount else { return String(decoding: bytes, as: UTF8.self).shortened() }
    var end = min(64, bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return "\(String(decoding: bytes[..<end], as: UTF8.self))…(\(byteCount) bytes)"
  }
}
