/// Counts the objects that no strong references reach from the roots.
///
/// Most have been reached by the end of phase 6, which follows references in the order of the file. The references of
/// the others are followed from object to object. Spec §9.1.
struct Reachability {
  private let bytes: VerifiedBytes
  private var pass: ValuePass
  private var reach: Reach

  /// Makes it for a valid archive.
  init(_ bytes: VerifiedBytes, _ pass: ValuePass, _ reach: Reach) {
    self.bytes = bytes
    self.pass = pass
    self.reach = reach
    // All names and entries are defined; phase 6 has checked where.
    self.pass.definedNameCount = pass.contents.classes.nameOffsets.count
    self.pass.definedEntryCount = pass.contents.classes.entries.count
  }

  /// Follows every reference that has not been followed.
  mutating func unreachableObjectCount() -> Int {
    var stack = reach.pending
    while let number = stack.popLast() {
      let neighbours = pass.contents.objects.neighbours(ofObject: number)
      _ = bytes.withPart(neighbours.range) { read(number, neighbours.precedingCount, $0) }
      for target in pass.edges.targets where reach.insert(target) { stack.append(target) }
    }
    return pass.contents.objects.count - reach.reached.count
  }

  /// Reads the record of an object after some others; what cannot be read any more leads to nothing.
  private mutating func read(_ number: Int, _ precedingCount: Int, _ bytes: Span<UInt8>) {
    pass.removeReferences()
    defer { pass.finishReferences() }
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      for _ in 0..<precedingCount {
        let byteCount = try cursor.readCount(bytes)
        cursor.offset += byteCount
      }
      let byteCount = try cursor.readCount(bytes)
      var record = Cursor(cursor.offset..<(cursor.offset + byteCount))
      _ = try record.readNumber(bytes)
      let entry = pass.contents.objects.entry(ofObject: number)
      try pass.readRecord(bytes, entry: entry, record.offset..<record.end)
    } catch {
      return
    }
  }
}
