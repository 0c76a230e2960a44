import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationRandomTests {
  @Test func `a random graph, its archive and its canonical form are the same after both texts`()
    throws
  {
    for seed in Seeds.forTest(count: 400) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = seed.isMultiple(of: 2)
      let graph = RandomGraph.make(seed: seed, options: options)
      var graphs = [graph]
      do throws(ArchiveWritingError) {
        graphs.append(try graph.canonical(includesMetadata: seed.isMultiple(of: 3)))
      } catch {
        // Joining entries makes elements or keys of a few graphs equal, so these have no canonical form.
        let rules = [ArchiveRule.duplicateElement, .duplicateKey]
        let isEqual = rules.contains { error.reason == .breaks($0) }
        #expect(isEqual || options.hasReferencesInKeys, "seed \(seed)")
      }
      for graph in graphs {
        let bytes = try graph.encoded()
        for pretty in [false, true] {
          let text = graph.notation(pretty: pretty)
          let read = try ArchiveGraph(notation: text)
          #expect(read == graph, "seed \(seed)")
          #expect(try read.encoded() == bytes, "seed \(seed)")
          #expect(read.notation(pretty: pretty) == text, "seed \(seed)")
          #expect(try ArchiveGraph(bytes).notation(pretty: pretty) == text, "seed \(seed)")
        }
      }
    }
  }

  @Test func `text written in pieces is the text`() {
    var graph = NotationSample.graph
    for isLarge in [false, true] {
      if isLarge { graph.objects = Array(repeatElement(graph.objects, count: 1000).joined()) }
      var pieces: [[UInt8]] = []
      graph.writeNotation { pieces.append($0) }
      #expect(String(decoding: pieces.joined(), as: UTF8.self) == graph.notation())
      #expect((pieces.count > 1) == isLarge)
      #expect(pieces.allSatisfy { $0.count < 1 << 17 })
    }
  }

  @Test func `a writer leaves out what is not written, and ends once`() {
    var text: [UInt8] = []
    do {
      var notation = NotationWriter<Never>(sink: { text += $0 })
      notation.write(metadata: [])
      notation.write(ArchiveObject(entry: 1, values: []))
      notation.end()
      notation.end()
    }
    var graph = ArchiveGraph()
    graph.metadata = []
    #expect(String(decoding: text, as: UTF8.self) == graph.notation())
  }

  @Test func `each entry, object and root of compact text takes one line`() {
    for seed in Seeds.forTest(count: 50) {
      let graph = RandomGraph.make(seed: seed)
      let lines = graph.notation().split(separator: "\n", omittingEmptySubsequences: false)
      for object in graph.objects {
        let text = graph.classes.notation(of: object)
        #expect(lines.contains { $0 == text || $0 == text + "," }, "seed \(seed)")
      }
      for root in graph.roots {
        let text = graph.classes.notation(of: root)
        #expect(lines.contains { $0 == text || $0 == text + "," }, "seed \(seed)")
      }
    }
  }
}
