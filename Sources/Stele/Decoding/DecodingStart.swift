import Synchronization

/// What a decoder knows that has met no type but that of its root, a class, and followed no reference but that to it.
///
/// It follows from the type and the class table alone. The next archive that has the same table, and is decoded as
/// the same type, begins with it; what was accepted in the last one is forgotten before.
// Safe: whoever takes one has it alone, as it is taken away from those that wait; nothing else refers to its parts.
final class DecodingStart: @unchecked Sendable {
  /// The class table.
  let table: ReadClassTable
  /// The keys of its entries.
  let bodies: BodyTable
  /// The declaration of the type.
  let directory: TypeDirectory
  /// The class.
  let registry: ClassRegistry
  /// The type and its reader.
  let readers: ShortTable<ObjectIdentifier, AnyTypeReader>

  /// What passes over values, what walks over objects, and what waits; all of it is idle.
  let scanner: ValueScanner
  let walk: ObjectWalk
  let shells: ShellQueue
  let idleDecoders: DecoderPool

  /// Takes over what a decoder knows that is not used any more.
  init(_ graph: GraphDecoder, _ readers: ShortTable<ObjectIdentifier, AnyTypeReader>) {
    table = graph.store.context.table
    bodies = graph.bodies
    directory = graph.directory
    registry = graph.registry
    self.readers = readers
    scanner = graph.scanner
    walk = graph.walk
    shells = graph.shells
    idleDecoders = graph.idleDecoders
    registry.restart()
    for reader in readers.values { reader.restart() }
  }

  /// How many of them wait at most.
  private static let countLimit = 4
  private static let waiting = Mutex<[DecodingStart]>([])

  /// Takes one for a class table and the type of a root, if there is one.
  static func take(_ table: ReadClassTable, _ type: Any.Type) -> DecodingStart? {
    waiting.withLock { waiting in
      guard
        let index = waiting.lastIndex(where: {
          $0.table === table && $0.readers[ObjectIdentifier(type)] != nil
        })
      else { return nil }
      return waiting.remove(at: index)
    }
  }

  /// Has one wait for the next archive.
  static func give(_ start: DecodingStart) {
    // What goes is released when the lock is open again.
    let oldest = waiting.withLock { waiting in
      waiting.append(start)
      return waiting.count > countLimit ? waiting.removeFirst() : nil
    }
    withExtendedLifetime(oldest) {}
  }
}
