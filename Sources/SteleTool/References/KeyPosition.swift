import Stele

/// The key of the current value, tracked by the events of a ``ValueInterpreter``.
///
/// The key is that of the innermost record, struct or enum; lists, sets and maps in its value belong to the key.
struct KeyPosition: Sendable {
  private struct Frame: BitwiseCopyable {
    /// The index of the next key of a body, and the index after the last one of the level; in a container, the key of the
    /// container.
    var next: Int
    var end: Int
    /// The level of a record among its levels, or -1 for a struct or enum; -2 in a list, set or map.
    var level: Int
  }

  private static let container = -2

  private var frames: [Frame] = []
  /// The levels of the record, the topmost superclass first; ``chainEntry`` is its entry.
  private var chain: [Range<Int>] = []
  private var chainEntry = 0

  /// Takes the next value, and returns the index of its key in ``CompiledSchema/keys``, or -1 if it is in no key.
  mutating func take() -> Int {
    guard let last = frames.indices.last else { return -1 }
    guard frames[last].level != Self.container else { return frames[last].next }
    while frames[last].next >= frames[last].end, frames[last].level >= 0,
      frames[last].level &+ 1 < chain.count
    {
      frames[last].level &+= 1
      let keys = chain[frames[last].level]
      (frames[last].next, frames[last].end) = (keys.lowerBound, keys.upperBound)
    }
    defer { frames[last].next &+= 1 }
    return frames[last].next < frames[last].end ? frames[last].next : -1
  }

  /// Takes the beginning of a container, and returns the index of its key; -1 for a record, and for a container in no key.
  mutating func open(_ container: VisitedContainer, _ schema: borrowing CompiledSchema) -> Int {
    switch container {
    case .some, .any:
      // The only part of the container has the same position as the container.
      return -1
    case .record(let entry):
      if entry != chainEntry {
        chainEntry = entry
        chain = schema.chain(of: entry).compactMap { schema.body(ofEntry: $0)?.keys }
      }
      let keys = chain.first ?? 0..<0
      frames.append(Frame(next: keys.lowerBound, end: keys.upperBound, level: 0))
      return -1
    case .struct(let entry): return open(schema, entry, caseIndex: 0)
    case .enum(let entry, let caseIndex): return open(schema, entry, caseIndex: caseIndex)
    case .list, .set, .map:
      let key = take()
      frames.append(Frame(next: key, end: 0, level: Self.container))
      return key
    }
  }

  private mutating func open(
    _ schema: borrowing CompiledSchema, _ entry: Int, caseIndex: Int
  ) -> Int {
    let key = take()
    var frame = Frame(next: 0, end: 0, level: -1)
    if let bodies = schema[entry]?.bodies, caseIndex < bodies.count,
      bodies.lowerBound + caseIndex < schema.bodies.count
    {
      let keys = schema.bodies[bodies.lowerBound + caseIndex].keys
      (frame.next, frame.end) = (keys.lowerBound, keys.upperBound)
    }
    frames.append(frame)
    return key
  }

  /// Takes the end of a container.
  mutating func close() { _ = frames.popLast() }
}
