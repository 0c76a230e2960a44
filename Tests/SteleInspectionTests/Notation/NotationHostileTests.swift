import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationHostileTests {
  @Test func `every prefix of a text is refused`() {
    let text = Array(NotationSample.graph.notation(pretty: true).utf8)
    // The last byte is a line end, which is optional, so the text is complete without it.
    for count in 0..<(text.count - 1) {
      #expect(throws: NotationError.self) { try ArchiveGraph(notation: Array(text.prefix(count))) }
    }
  }

  @Test func `a text with any byte changed is refused, or is that of a graph`() throws {
    let text = Array(NotationSample.compact.utf8)
    let bytes = Array("\"\\{}[],:-019.e\n".utf8) + [0, 0x7F, 0x80, 0xC3]
    for offset in text.indices {
      let near = [text[offset] ^ 1, text[offset] &+ 1, bytes[offset % bytes.count]]
      for byte in near + [bytes[(offset / 2 + 1) % bytes.count]] where byte != text[offset] {
        var changed = text
        changed[offset] = byte
        guard let graph = try? ArchiveGraph(notation: changed) else { continue }
        let again = try ArchiveGraph(notation: graph.notation())
        #expect(again == graph, "offset \(offset), byte \(byte)")
        // The graph need not be a valid archive, but encoding it must return or throw.
        _ = try? graph.encoded()
      }
    }
  }

  @Test func `texts with bytes removed, repeated and moved never trap`() {
    for seed in Seeds.forTest(count: 400) {
      var random = RandomSource(seed: seed)
      var text = Array(RandomGraph.make(seed: seed).notation().utf8)
      for _ in 0...random.count(upTo: 3) {
        let start = Int.random(in: text.indices, using: &random)
        let end = min(text.count, start + random.count(upTo: 30))
        let part = text[start..<end]
        if random.isOne(in: 2) { text.removeSubrange(start..<end) }
        text.insert(contentsOf: part, at: Int.random(in: 0...text.count, using: &random))
      }
      guard let graph = try? ArchiveGraph(notation: text) else { continue }
      _ = try? graph.encoded()
    }
  }
}
