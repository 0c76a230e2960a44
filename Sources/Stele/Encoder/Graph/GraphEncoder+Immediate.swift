// Objects of surrogates are written during the call that leads to them first, depth first, as their frameworks do it: what the
// program changes after the call is not in the archive.

/// Writes the records of objects that are written within each other.
struct ImmediateWriters {
  /// How deep the object that is being written is, with the collections around it; 0 for one that is written in its turn.
  fileprivate(set) var depth = 0
  /// How many objects are being written within each other.
  private var count = 0
  /// The encoders and outputs of the records, a pair for each object within others.
  private var all: [(encoder: ValueEncoder, output: OutputOwner)] = []

  /// Begins an object within the others.
  fileprivate mutating func begin(in graph: GraphEncoder) -> (ValueEncoder, OutputOwner) {
    if all.count == count {
      let output = OutputOwner()
      all.append((ValueEncoder(graph, output.buffer), output))
    }
    count += 1
    return all[count - 1]
  }

  /// Ends the innermost object.
  fileprivate mutating func end() { count -= 1 }

  /// Replaces the output of the innermost object, which is kept.
  fileprivate mutating func replaceOutput() { all[count - 1].output = OutputOwner() }

  /// Lets go of the encoders, which keep the graph encoder that has this.
  mutating func removeAll() { all.removeAll() }
}

extension GraphEncoder {
  /// Gives an object its number, if it has none, and writes it if its class is one whose objects are written at once.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - encoder: The encoder of the value that will refer to it.
  ///   - nesting: How many collections are around it in that value.
  /// - Throws: What the object throws, or why it cannot be encoded.
  func write(_ object: AnyObject, in encoder: ValueEncoder, nesting: Int) throws {
    // Safe: the object is alive.
    let reference = unsafe Unmanaged.passUnretained(object)
    let (number, isNew) = unsafe objects.insert(reference)
    if unsafe isNew && !objects.noteClassAgain(of: reference) {
      try noteClass(of: object, in: encoder)
      try writeNow(number, nesting: nesting)
    }
  }

  /// Writes an object that has just got its number, if its class is one whose objects are written at once, unless it is too deep.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - nesting: How many collections are around it in the object that leads to it.
  /// - Throws: What the object throws.
  @inline(never)
  func writeNow(_ number: Int, nesting: Int) throws {
    guard let recordClass = objects.recordClass(number), recordClass.isImmediate else { return }
    let depth = immediate.depth + 1 + max(0, nesting)
    guard depth <= ObjectWriter.depthLimit else { return }
    let outer = (currentObject, recordsLevelUse, immediate.depth, objects.beginInner())
    let (encoder, output) = immediate.begin(in: self)
    (currentObject, recordsLevelUse, immediate.depth) = (number, false, depth)
    defer {
      immediate.end()
      (currentObject, recordsLevelUse, immediate.depth) = (outer.0, outer.1, outer.2)
      objects.endInner(outer.3)
    }
    do {
      output.buffer.truncate(to: 0)
      let entry = try writeKeys(recordClass, by: encoder, to: output.buffer)
      if waiting.keep(number, output, entry: entry, after: writtenCount) {
        immediate.replaceOutput()
      }
    } catch {
      // The object has a number and no record, so there is no way on, even if the program catches this.
      failure = failure ?? error
      throw error
    }
  }
}

/// The records of objects that were written before their turn, until it comes.
///
/// Records stand in an archive in the order of numbers, and an object gets its number with the first reference to it. An object
/// that is written during the call that leads to it is complete before the objects around it, whose records come first.
///
///     call          number   complete   in the archive
///     encode(a)          1        3rd   1st
///       encode(b)        2        1st   2nd
///       encode(c)        3        2nd   3rd
struct WaitingRecords {
  private struct Record {
    /// The first byte among ``bytes``.
    var start: Int
    var byteCount: UInt32
    /// The entry number, or ``none`` for an object that is written in its turn.
    var entry: UInt32

    static let none = UInt32.max
  }

  /// The highest number that has a record here, or 0.
  private var last = 0
  /// The number of the first of the records.
  private var first = 0
  private var records: [Record] = []
  /// The bytes of all records but large ones.
  private var bytes = OutputOwner()
  /// The large records, by number, which are not copied before the archive is made.
  private var large: [Int: OutputOwner] = [:]

  /// Keeps the record of an object.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - output: The record.
  ///   - entry: The entry number.
  ///   - written: The number of objects whose records need not be kept any more.
  /// - Returns: Whether `output` itself is kept, so that it must not be written to any more.
  mutating func keep(
    _ number: Int, _ output: OutputOwner, entry: Int, after written: Int
  ) -> Bool {
    if last == 0 { first = written + 1 }
    let index = number - first
    guard index >= 0 else { return false }
    while records.count <= index {
      records.append(Record(start: 0, byteCount: 0, entry: Record.none))
    }
    let isLarge = output.buffer.byteCount() >= DeferredBytes.minimumByteCount
    records[index] = Record(
      start: bytes.buffer.count, byteCount: isLarge ? 0 : UInt32(clamping: output.buffer.count),
      entry: UInt32(clamping: entry))
    if isLarge {
      large[number] = output
    } else {
      bytes.buffer.write(contentsOf: output.buffer, 0..<output.buffer.count)
    }
    last = max(last, number)
    return isLarge
  }

  /// Writes the record of an object.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - buffer: Where the record is written.
  /// - Returns: The entry number, or nil if the object has no record here.
  mutating func write(_ number: Int, to buffer: OutputBuffer) -> Int? {
    let index = number - first
    guard records.indices.contains(index), records[index].entry != Record.none else { return nil }
    let record = records[index]
    if let output = large.removeValue(forKey: number) {
      buffer.write(deferred: output)
    } else {
      buffer.write(
        contentsOf: bytes.buffer, record.start..<(record.start + Int(record.byteCount)))
    }
    if number == last { removeAll() }
    return Int(record.entry)
  }

  /// How many bytes records may have taken for their memory to be kept for others.
  private static let reusedByteCount = 1 << 20

  private mutating func removeAll() {
    last = 0
    let isSmall = bytes.buffer.count <= Self.reusedByteCount
    records.removeAll(keepingCapacity: isSmall)
    if isSmall { bytes.buffer.truncate(to: 0) } else { bytes = OutputOwner() }
  }
}
