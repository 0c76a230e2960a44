import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test func `what is written is read again`() throws {
    for seed in Seeds.forTest(count: 300) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = seed % 2 == 0
      options.hasUnknownChunks = true
      let graph = RandomGraph.make(seed: seed, options: options)
      let bytes = try verified(graph.encoded())
      let again = try ArchiveGraph(bytes)
      #expect(again == graph, "seed \(seed)")
      #expect(try again.encoded() == bytes, "seed \(seed)")
    }
  }

  @Test func `a sink gets the bytes that the array has`() throws {
    for seed in Seeds.forTest(count: 50) {
      let graph = RandomGraph.make(seed: seed)
      var sink = ArraySink()
      try graph.write(to: &sink)
      #expect(try sink.bytes == graph.encoded(), "seed \(seed)")
    }
  }

  @Test func `the streaming writer writes what reads as the same graph`() throws {
    for seed in Seeds.forTest(count: 200) {
      let graph = RandomGraph.make(seed: seed)
      let options = ArchiveWriterOptions(
        documentType: graph.documentType, writer: graph.writer, blockByteCount: 64)
      var writer = try ArchiveWriter(sink: ArraySink(), options: options)
      guard graph.classes.entries.enumerated().allSatisfy({ $1.superclass ?? 0 <= $0 }) else {
        continue
      }
      for entry in graph.classes.entries { _ = try writer.define(entry) }
      for object in graph.objects { try writer.append(object) }
      for root in graph.roots { try writer.addRoot(root) }
      let bytes = try writer.finish(metadata: graph.metadata).bytes
      #expect(try ArchiveGraph(verified(bytes)) == graph, "seed \(seed)")
    }
  }
}
