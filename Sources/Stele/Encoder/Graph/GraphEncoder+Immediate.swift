// Objects of surrogates are written during the call that first refers to them, depth first, as their frameworks do it: changes
// that the program makes after the call are not in the archive.

/// The encoder of objects whose classes are not `Codable`, for a framework with its own protocol.
package protocol EncodingSurrogate: AnyObject {
  /// Returns the declaration of the class that an object is recorded as.
  ///
  /// It is called once for each class of the program, with the first object of the class.
  ///
  /// - Returns: The declaration, or nil if the surrogate does not encode objects of the class.
  /// - Throws: The reason why objects of the class cannot be encoded.
  func declaration(for object: AnyObject) throws -> TypeDeclaration?

  /// Returns whether objects of one class of the program are recorded as objects of different classes; ``declaration(for:)`` is
  /// then called for each of them, and the same declaration has to stand for the same class.
  func recordsIndividually(_ type: AnyClass) -> Bool

  /// Returns whether an initialiser makes the objects of a class with all that they refer to, so that a cycle of these objects
  /// cannot be read.
  func isMadeAtOnce(_ type: AnyClass) -> Bool

  /// Advice about objects that refer to each other in a cycle, and are all made at once.
  var cycleAdvice: String { get }

  /// Writes the keys of an object.
  ///
  /// The call is made while the value that first refers to the object is being written, so during the call for another object.
  /// An object that is deeper than ``ObjectWriter/depthLimit`` waits until no other one is being written.
  func encode(_ object: AnyObject, to keys: ObjectEncoder) throws
}

/// The writers of records that are written within each other.
struct ImmediateWriters {
  /// The depth of the object that is being written, including the enclosing collections; 0 for one that is written in its turn.
  fileprivate(set) var depth = 0
  /// The number of objects that are being written within each other.
  private var count = 0
  /// The encoders and outputs of the records, a pair for each object within others.
  private var all: [(encoder: ValueEncoder, output: OutputOwner)] = []

  /// Begins an object within the others, at a depth.
  fileprivate mutating func begin(
    at depth: Int, in graph: GraphEncoder
  ) -> (ValueEncoder, OutputOwner) {
    self.depth = depth
    if all.count == count {
      let output = OutputOwner()
      all.append((ValueEncoder(graph.session, graph, output.buffer), output))
    }
    count += 1
    return all[count - 1]
  }

  /// Ends the innermost object, and returns to the depth of the enclosing one.
  fileprivate mutating func end(at outerDepth: Int) {
    count -= 1
    depth = outerDepth
  }

  /// Replaces the output of the innermost object, which is kept.
  fileprivate mutating func replaceOutput() { all[count - 1].output = OutputOwner() }
}

extension GraphEncoder {
  @inline(never)
  func writeNow(_ number: Int, nesting: Int) throws {
    guard let classEncoder = classEncoder(of: number), classEncoder.isImmediate else {
      return
    }
    let outerDepth = immediate.depth
    let depth = outerDepth + 1 + max(0, nesting)
    guard depth <= ObjectWriter.depthLimit else { return }
    let session = session
    let outer = (session.currentObject, session.recordsLevelUse)
    let outerEdges = session.objects.withEdges { $0.beginInner() }
    let (encoder, output) = immediate.begin(at: depth, in: self)
    (session.currentObject, session.recordsLevelUse) = (number, false)
    defer {
      immediate.end(at: outerDepth)
      (session.currentObject, session.recordsLevelUse) = outer
      session.objects.withEdges { $0.endInner(outerEdges) }
    }
    do {
      output.buffer.truncate(to: 0)
      let entry = try writeKeys(classEncoder, by: encoder, to: output.buffer)
      if waiting == nil { waiting = WaitingRecords() }
      if waiting?.keep(number, output, entry: entry, after: writtenCount) == true {
        immediate.replaceOutput()
      }
    } catch {
      // The object has a number and no record, so encoding cannot continue, even if the program catches this error.
      session.fail(error)
      throw error
    }
  }
}

/// The records of objects that were written before their turn, until it comes.
///
/// Records are in an archive in the order of numbers, and an object gets its number with the first reference to it. An object
/// that is written during the call that refers to it is complete before the enclosing objects, but its record follows theirs.
///
///     call          number   complete   in the archive
///     encode(a)          1        3rd   1st
///       encode(b)        2        1st   2nd
///       encode(c)        3        2nd   3rd
struct WaitingRecords {
  /// The highest number that has a record here, or 0.
  private var last = 0
  /// The number of the first object that can have a record here.
  private var first = 0
  /// The first byte of each record among ``bytes``, and its entry number, or ``noEntry`` for an object that is written in its turn.
  private var records: [(start: Int, byteCount: UInt32, entry: UInt32)] = []
  private static let noEntry = UInt32.max
  /// The bytes of all records except large ones.
  private var bytes = OutputOwner()
  /// The large records, by number; they are copied only into the archive.
  private var large: [Int: OutputOwner] = [:]

  /// Keeps the record of an object.
  ///
  /// The records of the first `written` objects need not be kept any longer.
  ///
  /// - Returns: Whether `output` itself is kept, so that nothing else may be written to it.
  mutating func keep(
    _ number: Int, _ output: OutputOwner, entry: Int, after written: Int
  ) -> Bool {
    if last == 0 { first = written + 1 }
    let index = number - first
    guard index >= 0 else { return false }
    while records.count <= index {
      records.append((start: 0, byteCount: 0, entry: Self.noEntry))
    }
    let isLarge = output.buffer.byteCount() >= DeferredBytes.minimumByteCount
    records[index] = (
      start: bytes.buffer.count, byteCount: isLarge ? 0 : UInt32(clamping: output.buffer.count),
      entry: UInt32(clamping: entry)
    )
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
  /// - Returns: The entry number, or nil if the object has no record here.
  mutating func write(_ number: Int, to buffer: OutputBuffer) -> Int? {
    let index = number - first
    guard records.indices.contains(index), records[index].entry != Self.noEntry else { return nil }
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

  /// The limit up to which the memory of records is reused for others, in bytes.
  private static let reusedByteCount = 1 << 20

  private mutating func removeAll() {
    last = 0
    let isSmall = bytes.buffer.count <= Self.reusedByteCount
    records.removeAll(keepingCapacity: isSmall)
    if isSmall { bytes.buffer.truncate(to: 0) } else { bytes = OutputOwner() }
  }
}
