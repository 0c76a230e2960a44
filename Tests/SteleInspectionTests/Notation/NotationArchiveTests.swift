import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationArchiveTests {
  @Test func `text gives the same archive as the graph, and the archive the same text`() throws {
    for seed in Seeds.forTest(count: 300) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = seed.isMultiple(of: 2)
      let graph = RandomGraph.make(seed: seed, options: options)
      let bytes = try graph.encoded()
      let text = graph.notation()
      #expect(try ArchiveGraph(notation: text).encoded() == bytes, "seed \(seed)")
      let read = try ArchiveGraph(bytes)
      #expect(read.notation() == text, "seed \(seed)")
      #expect(
        try ArchiveGraph(notation: read.notation(pretty: true)).encoded() == bytes, "seed \(seed)")
    }
  }

  @Test func `a canonical archive comes back from its text byte for byte`() throws {
    for seed in Seeds.forTest(count: 150) {
      let graph: ArchiveGraph
      do throws(ArchiveWritingError) {
        graph = try RandomGraph.make(seed: seed).canonical(includesMetadata: seed.isMultiple(of: 2))
      } catch {
        // Joining entries makes elements or keys of a few graphs equal, so these have no canonical form.
        let rules = [ArchiveRule.duplicateElement, .duplicateKey]
        #expect(rules.contains { error.reason == .breaks($0) }, "seed \(seed)")
        continue
      }
      let bytes = try graph.encoded()
      let text = try ArchiveGraph(bytes).notation()
      #expect(try ArchiveGraph(notation: text).encoded() == bytes, "seed \(seed)")
    }
  }
}
