import Stele
import TestSupport
import Testing

@Suite struct NotationRandomTests {
  @Test func `a random graph is the same after compact and indented text`() throws {
    for seed in Seeds.forTest(count: 400) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = seed.isMultiple(of: 2)
      let graph = RandomGraph.make(seed: seed, options: options)
      for pretty in [false, true] {
        let text = graph.notation(pretty: pretty)
        let read = try Graph(notation: text)
        #expect(read == graph, "seed \(seed)")
        #expect(read.notation(pretty: pretty) == text, "seed \(seed)")
      }
    }
  }

  @Test func `text written in pieces is the text`() {
    let graph = RandomGraph.make(seed: 7)
    var large = graph
    for _ in 0..<3000 { large.objects += graph.objects }
    for graph in [graph, large] {
      var pieces: [[UInt8]] = []
      graph.writeNotation { pieces.append($0) }
      #expect(String(decoding: pieces.joined(), as: UTF8.self) == graph.notation())
      #expect(pieces.count > 1 || graph == RandomGraph.make(seed: 7))
    }
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
