import Synchronization

/// A decoder that waits, and has met no type but that of its root, a class of simple keys, and followed no reference but that to it.
///
/// What it knows follows from the type and the class table alone. The next archive that has the same table, and is decoded as
/// the same type, begins with it; the last one has been forgotten, and so has what was accepted in it.
// Safe: whoever takes one has it alone, as it is taken away from those that wait; nothing else refers to its parts.
struct DecodingStart: @unchecked Sendable {
  private let graph: GraphDecoder

  /// How many of them wait at most.
  private static let countLimit = 4
  private static let waiting = Mutex<[DecodingStart]>([])

  /// Takes one for a class table and the type of a root, if there is one that has room for the objects.
  static func take(
    _ table: ReadClassTable, _ root: Any.Type, objectCount: Int
  ) -> GraphDecoder? {
    waiting.withLock { waiting in
      let index = waiting.lastIndex { $0.graph.canBegin(table, root, objectCount: objectCount) }
      return index.map { waiting.remove(at: $0) }
    }?.graph
  }

  /// Has one wait for the next archive that nobody else knows.
  static func give(_ graph: GraphDecoder) {
    graph.forgetArchive()
    // What goes is released when the lock is open again.
    let oldest = waiting.withLock { waiting in
      waiting.append(DecodingStart(graph: graph))
      return waiting.count > countLimit ? waiting.removeFirst() : nil
    }
    oldest?.graph.close()
  }
}
