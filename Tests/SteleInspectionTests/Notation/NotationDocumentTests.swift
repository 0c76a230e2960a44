import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationDocumentTests {
  @Test func `a graph has exactly this compact text`() {
    #expect(NotationSample.graph.notation() == NotationSample.compact)
  }

  @Test func `an empty graph has exactly this indented text`() {
    #expect(
      ArchiveGraph().notation(pretty: true) == """
        {
          "stele": "1.0",
          "type": "",
          "writer": "",
          "classes": [],
          "objects": [],
          "roots": []
        }

        """)
  }

  @Test func `an object has exactly this indented text`() {
    let graph = NotationSample.graph
    #expect(
      graph.classes.notation(of: graph.objects[1], pretty: true) == """
        {
          "class": 2,
          "values": [
            {
              "name": "\u{E9}"
            },
            {
              "friends": [1, 2]
            }
          ]
        }
        """)
  }

  @Test func `members may stand in any order and be written with escapes`() throws {
    let text = #"""
      {"roots": [{"value": 7, "type": "int8", "name": "\u0061\ud83c\udffa\/"}], "objects": [
      {"values": [{"k": true}], "class": 1}], "\u0063lasses": [{"keys": [{"flags": "required",
      "since": 1, "type": "bool", "name": "k"}], "super": 0, "kind": "class", "version": 1,
      "name": "C"}], "writer": "\b\f\n\r\t\"\\", "stele": "1.0", "type": "\u007aoo"}
      """#
    var graph = ArchiveGraph()
    graph.documentType = "zoo"
    graph.writer = "\u{8}\u{C}\n\r\t\"\\"
    graph.classes.define(.class("C", keys: ["k": .bool]))
    graph.add(1, .bool(true))
    graph.roots = [ArchiveNamedValue("a\u{1F3FA}/", .int8, .integer(7))]
    #expect(try ArchiveGraph(notation: text) == graph)
  }

  @Test func `names that differ only in their scalars are different keys`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("C", keys: ["\u{E9}": .int8, "e\u{301}": .string]))
    graph.add(1, .integer(1), .string("e"))
    let text = graph.notation()
    let read = try ArchiveGraph(notation: text)
    #expect(read.objects == graph.objects)
    #expect(Array(read.notation().utf8) == Array(text.utf8))
  }
}
