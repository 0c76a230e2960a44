import Stele
import SteleModel
import TestSupport
import Testing

/// Compares graphs whose objects stay in their archives with graphs in memory.
@Suite struct `Objects that stay in their archive` {
  private func written(_ graph: StreamedGraph) throws -> [UInt8] {
    var sink = ArraySink()
    try graph.write(to: &sink)
    return sink.bytes
  }

  /// Returns what a function makes, or the text of its error.
  private func outcome(_ make: () throws -> [UInt8]) -> (bytes: [UInt8], error: String) {
    do { return (try make(), "") } catch { return ([], String(reflecting: error)) }
  }

  private func streamed(_ bytes: [UInt8]) throws -> [StreamedGraph] {
    try [ArchiveBytes.memory(bytes), .source(MemorySource(bytes))].map {
      try StreamedGraph($0, limits: ArchiveLimits())
    }
  }

  /// Returns the roots of a graph, its first objects and the values in them, as roots of parts.
  private func starts(_ graph: ArchiveGraph) -> [ArchiveNamedValue] {
    var starts = graph.roots
    for (number, object) in zip(1..., graph.objects).prefix(5) {
      starts.append(ArchiveNamedValue("object", .reference(to: nil), .reference(number)))
      for (key, value) in zip(graph.classes.storedKeys(of: object.entry), object.values) {
        if let value { starts.append(ArchiveNamedValue(key.name, key.type, value)) }
      }
    }
    return starts
  }

  @Test func `parts have the bytes of parts in memory`() throws {
    for seed in Seeds.forTest(count: 100) {
      let graph = RandomGraph.make(seed: seed)
      let bytes = try graph.encoded()
      for streamed in try streamed(bytes) {
        #expect(try written(streamed) == bytes, "seed \(seed)")
        #expect(streamed.objectCount == graph.objects.count)
        for start in starts(graph) {
          let expected = outcome { try graph.extracting(start).encoded() }
          let found = outcome { try written(streamed.extracting(start)) }
          #expect(found == expected, "seed \(seed), \(start.name)")
        }
      }
    }
  }

  @Test func `an archive that changes while a part is made is refused or read`() throws {
    for seed in Seeds.forTest(count: 40) {
      let contents = try (0..<2).map { try RandomGraph.make(seed: seed &+ $0).encoded() }
      for count in 0..<20 {
        let source = ArchiveBytes.source(ChangingSource(contents, .once(after: count)))
        guard let graph = try? StreamedGraph(source, limits: ArchiveLimits()) else { continue }
        _ = try? written(graph)
        for start in graph.content.roots { _ = try? written(graph.extracting(start)) }
      }
    }
  }

  @Test func `merged archives have the bytes of merged graphs, or the same conflict`() throws {
    for seed in Seeds.forTest(count: 100) {
      let graphs = (0..<3).map { index in
        var graph = RandomGraph.make(seed: seed &+ UInt64(index))
        for root in graph.roots.indices where seed % 5 > 0 {
          graph.roots[root].name += "\(index)"
        }
        return graph
      }
      let expected = outcome {
        try graphs.dropFirst().reduce(into: graphs[0]) { try $0.merge($1) }.encoded()
      }
      let parts = try graphs.map { try streamed($0.encoded())[Int(seed % 2)] }
      let found = outcome {
        try written(parts.dropFirst().reduce(into: parts[0]) { try $0.merge($1) })
      }
      #expect(found == expected, "seed \(seed)")
    }
  }

  @Test func `another object gives the bytes of the changed graph, or the same refusal`() throws {
    for seed in Seeds.forTest(count: 100) {
      var graph = RandomGraph.make(seed: seed)
      guard let number = graph.objects.indices.last, !graph.objects[number].values.isEmpty
      else { continue }
      for var streamed in try streamed(graph.encoded()) {
        for value in [nil, .reference(9999), graph.objects[0].values.first ?? nil] {
          graph.objects[number].values[0] = value
          streamed.replace(number + 1, by: graph.objects[number])
          let expected = outcome { try graph.encoded() }
          #expect(outcome { try written(streamed) } == expected, "seed \(seed)")
        }
      }
    }
  }
}
