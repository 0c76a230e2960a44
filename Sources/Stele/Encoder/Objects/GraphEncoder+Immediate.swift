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
