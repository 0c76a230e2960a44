import Stele
import SteleModel

// Head, class table, weak slots and unknown chunks

extension Salvage {
  mutating func readTables(_ plan: RecoveryPlan) {
    let own = readClasses(plan.classes)
    if report.hasLostClasses, let other = otherClasses(after: own) {
      report.hasOtherClasses = true
      context.take(other)
    } else {
      context.take(own)
    }
    graph.classes = context.classes
    report.isVersionKnown = false
    if let chunk = plan.head, var input = payload(of: chunk) { readHead(&input, in: chunk) }
    if let chunk = plan.weakSlots, var input = payload(of: chunk) {
      readWeakSlots(&input)
    }
    for chunk in plan.unknownChunks {
      guard var input = payload(of: chunk), let content = try? input.readBytes(input.remaining)
      else { continue }
      graph.unknownChunks.append(ArchiveUnknownChunk(type: chunk.type, payload: Array(content)))
    }
  }

  /// Returns `false` if the head states that the archive needs another version of the format.
  mutating func isOfKnownVersion(_ chunk: Chunk?) -> Bool {
    guard let chunk, var input = payload(of: chunk) else { return true }
    do throws(ArchiveError) {
      _ = try Head(parsing: &input)
    } catch {
      guard error.rule == .version else { return true }
      report.damages.append(.init(error, in: chunk))
      report.hasLostUnknownContent = true
      report.mayHaveLostFurtherObjects = true
      report.lostRootCount = nil
      return false
    }
    return true
  }

  mutating func readHead(_ input: inout ByteReader, in chunk: Chunk) {
    do throws(ArchiveError) {
      let head = try Head(parsing: &input)
      graph.documentType = head.documentType
      graph.writer = head.writer
      report.isVersionKnown = true
    } catch {
      report.damages.append(.init(error, in: chunk))
    }
  }

  /// Reads the instalments of the class table up to the first one that breaks a rule.
  mutating func readClasses(_ chunks: [Chunk]) -> ClassTableReader {
    var reader = ClassTableReader(limits: context.limits)
    let before = budget
    for (index, chunk) in chunks.enumerated() {
      guard var input = payload(of: chunk) else { continue }
      do throws(ArchiveError) {
        try reader.read(&input, indexedCount: nil, budget: &budget)
      } catch {
        report.hasLostClasses = true
        report.damages.append(.init(error, in: chunk))
        // Part of the instalment has been read. The previous instalments are read again, because copying the table for each
        // instalment would take quadratic time.
        budget = before
        return index > 0
          ? readClasses(Array(chunks[..<index])) : ClassTableReader(limits: context.limits)
      }
    }
    return reader
  }

  /// Reads the class table of the other archive, if it begins with the remaining class table of this archive.
  mutating func otherClasses(after own: ClassTableReader) -> ClassTableReader? {
    guard let other = options.otherClasses else { return nil }
    let first = DamagedFrames(.memory(other)).archives.first ?? 0..<0
    let bytes = ArchiveBytes.memory(Array(other[first]))
    let frames = DamagedFrames(bytes)
    let before = budget
    var reader = ClassTableReader(limits: context.limits)
    for chunk in RecoveryPlan(frames, in: bytes).classes {
      guard let payload = chunk.payload(before: frames.end) else { continue }
      var input = bytes.readerOfWhatIsLeft(in: payload)
      do throws(ArchiveError) {
        try reader.read(&input, indexedCount: nil, budget: &budget)
      } catch {
        budget = before
        return nil
      }
    }
    let (classes, ownClasses) = (reader.makeClasses(), own.makeClasses())
    guard reader.names.starts(with: own.names),
      classes.entries.starts(with: ownClasses.entries)
    else {
      budget = before
      return nil
    }
    return reader
  }

  mutating func readWeakSlots(_ input: inout ByteReader) {
    do {
      var slots: [Int] = []
      for _ in 0..<(try input.readCount()) { slots.append(try input.readNumber()) }
      context.weakSlots = slots
    } catch {
      report.hasLostWeakSlots = true
    }
  }
}
