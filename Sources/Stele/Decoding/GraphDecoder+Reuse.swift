extension GraphDecoder {
  /// Makes a decoder of an archive in memory whose root is going to be of a type, or begins with one that has decoded such an
  /// archive before.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - settings: What is allowed.
  ///   - root: The type.
  /// - Returns: The decoder, which is to be given to ``end(_:)``.
  /// - Throws: The rule that the archive breaks, or what is wrong with the classes that are allowed.
  static func begin(
    _ bytes: [UInt8], _ settings: SteleDecoder, root: Any.Type
  ) throws -> GraphDecoder {
    let check = try ArchiveCheck(opening: .memory(bytes), limits: settings.limits)
    guard isUsual(settings),
      let graph = DecodingStart.take(
        check.tables.context.table, root, objectCount: check.tables.context.objectCount)
    else { return try GraphDecoder(RecordStore(check), settings) }
    do throws(ArchiveError) {
      try graph.store.begin(check)
    } catch {
      graph.close()
      throw error
    }
    graph.begin(settings)
    return graph
  }

  /// Ends the use of a decoder, which waits for another archive if that can begin with what is known.
  static func end(_ graph: inout GraphDecoder) {
    let isReusable = graph.isReusable
    graph.release()
    if isReusable, graph.isByHand { return DecodingStart.give(graph) }
    graph.removeDecoders()
    // A decoder of values that the program has kept goes on using what the graph knows.
    if isReusable, isKnownUniquelyReferenced(&graph) {
      DecodingStart.give(graph)
    } else {
      graph.forgetReaders()
    }
  }

  /// Lets go of the decoders of values, and has readers and bodies let go of each other.
  func close() {
    removeDecoders()
    forgetReaders()
  }

  private func removeDecoders() {
    idleDecoders.removeAll()
    registry.removeDecoders()
    // Those of surrogates are not in the registry.
    for known in classes { known?.idle = nil }
  }

  /// Whether no code of the program has had a decoder of values in its hands.
  private var isByHand: Bool { registry.areByHand && !hasHandedDecoder }

  /// Whether another archive can begin with what is known: no type but that of the root, a class of simple keys, and
  /// no reference but that to it.
  private var isReusable: Bool {
    isUsual && !isFinished && !hasThrown && readers.count == 1 && registry.count == 1 && edges <= 2
      && !hasTwoPhase && kept == nil && bodies.areSimple
      && objects.hasRoom(forCount: store.objectCount)
  }

  /// Whether this is what an archive of a class table can begin with whose root is of a type.
  func canBegin(_ table: ReadClassTable, _ root: Any.Type, objectCount: Int) -> Bool {
    store.context.table === table && readers[ObjectIdentifier(root)] != nil
      && objects.hasRoom(forCount: objectCount)
  }
}
