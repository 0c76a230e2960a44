import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele graph")
struct GraphTests {
  /// Returns a graph with all that a drawing of classes shows.
  private static func zoo() -> ArchiveGraph {
    var graph = ArchiveGraph()
    let animal = graph.classes.define(
      .class(
        "Animal",
        keys: ["mother": .weakReference(to: "Animal"), "friends": .list(.reference(to: nil))]))
    let dog = graph.classes.define(
      .class(
        "Dog", version: 2, superclass: animal,
        keys: [ArchiveKey("home", .struct("Place"), presence: .optional)]))
    let place = graph.classes.define(
      .struct("Place", keys: ["mood": .enum("Mood"), "x": .float64]))
    let mood = graph.classes.define(
      .enum(
        "Mood",
        cases: [ArchiveCase("calm"), ArchiveCase("fond", keys: ["of": .reference(to: "Dog")])]
      ))
    graph.classes.define(.class("Ghost"))
    let fond = ArchiveValue.enum(mood, case: 1, .reference(2))
    graph.add(animal, .nil, .references([2, 1]))
    graph.add(dog, .reference(1), .references([1, 1]), .struct(place, fond, .float64(0.5)))
    graph.roots = [ArchiveNamedValue("all", .list(.reference(to: nil)), .references([1, 2]))]
    return graph
  }

  @Test func `draws classes for Graphviz`() throws {
    let run = ToolRun(["graph", "-"], input: try Sample.bytes())
    #expect(run.code == .fine)
    #expect(
      run.output == """
        digraph stele {
          graph [rankdir=LR, nodesep=0.35, ranksep=0.9, pad=0.3, fontname="Helvetica", fontsize=12, \
        fontcolor="#606060", label=<Stele 1.0, 1 class, 3 objects>]
          node [shape=plain, fontname="Helvetica", fontsize=11]
          edge [fontname="Helvetica", fontsize=9, fontcolor="#404040", color="#404040", arrowsize=0.8]
          roots [label=<
            <table border="0" cellborder="0" cellspacing="0" cellpadding="3" bgcolor="white" color="#707070">
            <tr><td port="h" colspan="2" border="1" sides="LTR" bgcolor="#e8e0f0"><b><font color="#202020">\
        roots</font></b></td></tr>
            <tr><td align="left" border="1" sides="LTB"><font color="#202020">first</font></td>\
        <td align="left" border="1" sides="RTB" port="r0"><font color="#606060">ref Person</font></td></tr>
            </table>>]
          c1 [label=<
            <table border="0" cellborder="0" cellspacing="0" cellpadding="3" bgcolor="white" color="#707070">
            <tr><td port="h" colspan="2" border="1" sides="LTR" bgcolor="#d9e6f5"><b><font color="#202020">\
        Person</font></b><br/><font point-size="9" color="#606060">class 1, version 2, 3 objects</font></td></tr>
            <tr><td align="left" border="1" sides="LT"><font color="#202020">name</font></td>\
        <td align="left" border="1" sides="RT" port="r0"><font color="#606060">string</font></td></tr>
            <tr><td align="left" border="1" sides="L"><font color="#202020">friend</font></td>\
        <td align="left" border="1" sides="R" port="r1"><font color="#606060">optional ref Person, may be absent\
        </font></td></tr>
            <tr><td align="left" border="1" sides="LB"><font color="#a8a8a8">size</font></td>\
        <td align="left" border="1" sides="RB" port="r2"><font color="#a8a8a8">int32, retired</font></td></tr>
            </table>>]
          roots:r0:e -> c1:h [label="1"]
          c1:r1:e -> c1:h:e [label="1"]
        }

        """)
  }

  @Test func `shows superclasses, weak references, structs, enums, and what any object really is`()
    throws
  {
    let run = ToolRun(["graph", "--mermaid", "-"], input: try Self.zoo().encoded())
    #expect(
      run.output == """
        classDiagram
          direction LR
          class roots["roots"] {
            all: list of ref to any object
          }
          class c1["Animal"] {
            <<class 1, version 1, 1 object>>
            mother: weak ref Animal
            friends: list of ref to any object
          }
          class c2["Dog"] {
            <<class 2, version 2, 1 object>>
            home: struct Place, may be absent
          }
          class c3["Place"] {
            <<struct 3, version 1, 1 value>>
            mood: enum Mood
            x: float64
          }
          class c4["Mood"] {
            <<enum 4, version 1, 1 value>>
            calm\u{20}
            fond\u{20}
              of: ref Dog
          }
          class c5["Ghost"] {
            <<class 5, version 1, 0 objects>>
          }
          c2 --|> c1
          roots --> c1 : all 1
          roots --> c2 : all 1
          c1 ..> c1 : mother 1
          c1 --> c1 : friends 3
          c1 --> c2 : friends 1
          c2 *-- c3 : home 1
          c3 *-- c4 : mood 1
          c4 --> c2 : of 1
          style roots fill:#e8e0f0
          style c3 fill:#dff0d8
          style c4 fill:#fbe9cc
          style c5 fill:#f7f7f7,color:#a0a0a0

        """)
    #expect(
      ToolRun(["graph", "--format", "mermaid", "-"], input: try Self.zoo().encoded()).output
        == run.output)
  }

  @Test func `draws the classes with the most objects where there is no room for all`() throws {
    let run = ToolRun(["graph", "--mermaid", "--limit", "2", "-"], input: try Self.zoo().encoded())
    #expect(run.lines.count { $0.hasPrefix("  class ") } == 4)
    #expect(run.output.contains("class more[\"… 3 more classes\"]"))
    #expect(run.output.contains("  c2 *-- more : home 1\n"))
  }

  @Test func `draws what an object refers to, and what refers to it`() throws {
    let run = ToolRun(
      ["graph", "--json", "--object", "2", "--depth", "1", "-"], input: try Sample.bytes())
    #expect(
      run.output == """
        {"format": "stele-graph-1", "title": "object 2, 2 objects of 3", "nodes": [{"id": "o2", "kind": "center", "title": "Person", \
        "subtitle": "object 2", "dimmed": false, "rows": [{"name": "name", "text": "\\"Bob\\"", \
        "dimmed": false}]}, {"id": "o1", "kind": "object", "title": "Person", "subtitle": "object 1", \
        "dimmed": false, "rows": [{"name": "name", "text": "\\"Ann\\"", "dimmed": false}, \
        {"name": "friend", "text": "→ 2", "dimmed": false}]}], "edges": [{"from": "o1", "row": 1, \
        "to": "o2", "kind": "strong", "count": null}]}

        """)
    let alone = ToolRun(["graph", "--object", "2", "--depth", "0", "-"], input: try Sample.bytes())
    #expect(alone.output.contains("label=<object 2, 1 object of 3>"))
  }

  @Test func `draws the objects of a root, and one box for those that there is no room for`() throws
  {
    let run = ToolRun(
      ["graph", "--mermaid", "--root", "first", "--limit", "1", "-"], input: try Sample.bytes())
    #expect(
      run.output == """
        classDiagram
          direction LR
          class roots["first"] {
            <<root>>
            ref Person: → 1
          }
          class o1["Person"] {
            <<object 1>>
            name: #34;Ann#34;
            friend: → 2
          }
          class more["… more"] {
            <<beyond 1 object>>
          }
          roots --> o1 : ref Person
          o1 .. more : 1
          style roots fill:#e8e0f0
          style more fill:#f2f2f2

        """)
  }

  @Test func `a picture of a popular object stays small`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("Node", keys: ["hub": .optional(.reference(to: "Node"))]))
    graph.add(1, .nil)
    for _ in 0..<5_000 { graph.add(1, .reference(1)) }
    let run = ToolRun(["graph", "--mermaid", "--object", "1", "-"], input: try graph.encoded())
    #expect(run.lines.count { $0.hasPrefix("  class ") } == 201)
    #expect(run.lines.count { $0.hasPrefix("  o") } == 199)
    #expect(run.output.contains("  more .. o1 : 4,801\n"))
  }

  @Test func `names can neither leave their place nor steer a terminal`() throws {
    let names = [
      "\"]}\n%%{init}%% <b>&amp;</b> \\ `x` #quot; -->", "\u{1B}[2J\u{202E}\u{0}", "", ">] |{}()",
    ]
    var graph = ArchiveGraph()
    for (index, name) in names.enumerated() {
      let last = index + 1
      graph.classes.define(
        .class(name + "\(last)", superclass: last == 1 ? nil : 1, keys: [name: .string])
      )
    }
    graph.add(1, .string(names[0]))
    graph.roots = names.map { ArchiveNamedValue($0, .reference(to: nil), .reference(1)) }
    let bytes = try graph.encoded()
    for options in [[], ["--object", "1"], ["--root", names[0]]] {
      let dot = ToolRun(["graph", "-"] + options, input: bytes)
      #expect(dot.code == .fine)
      #expect(!dot.output.contains("<b>&amp;"))
      // Each box has its own tags and no others.
      #expect(
        dot.output.split(separator: "<table").count == dot.output.split(separator: "</table>").count
      )
      let mermaid = ToolRun(["graph", "--mermaid", "-"] + options, input: bytes)
      #expect(mermaid.lines.count { $0.hasSuffix("{") } == mermaid.lines.count { $0 == "  }" })
      for run in [dot, mermaid] {
        #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
        #expect(!run.output.contains("%%"))
      }
    }
    let mermaid = ToolRun(["graph", "--mermaid", "-"], input: bytes)
    #expect(
      mermaid.output.contains(
        "class c2[\"#92;u#123;1b#125;#91;2J#92;u#123;202e#125;#92;u#123;0#125;2\"] {"))
  }

  @Test func `every fixture is drawn, and all arrows lead to boxes`() throws {
    let manifest = try FixtureFolder.manifest()
    for entry in manifest.valid {
      let bytes = try FixtureFolder.bytes(entry.file)
      let run = ToolRun(["graph", "--json", "-"], input: bytes)
      #expect(run.code == .fine, "\(entry.file): \(run.errors)")
      let picture = try #require(
        try JSONSerialization.jsonObject(with: Data(run.bytes)) as? [String: Any])
      let nodes = try #require(picture["nodes"] as? [[String: Any]])
      let rows = Dictionary(
        uniqueKeysWithValues: nodes.map {
          ($0["id"] as? String ?? "", ($0["rows"] as? [Any])?.count ?? 0)
        })
      for edge in try #require(picture["edges"] as? [[String: Any]]) {
        let from = try #require(rows[edge["from"] as? String ?? ""], "\(entry.file)")
        #expect(rows[edge["to"] as? String ?? ""] != nil, "\(entry.file)")
        if let row = edge["row"] as? Int { #expect(row < from, "\(entry.file)") }
      }
      #expect(ToolRun(["graph", "-"], input: bytes).code == .fine, "\(entry.file)")
    }
  }

  @Test func `nothing is written of an archive that is not valid`() throws {
    let directory = try TemporaryDirectory()
    let output = directory.path("out.dot")
    for options in [[], ["--object", "1"], ["--root", "first"]] {
      let run = ToolRun(["graph", "-", "-o", output] + options, input: try Sample.damaged().bytes)
      #expect(run.code == .finding)
      #expect(run.errors.contains("(rule "))
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    #expect(ToolRun(["graph", "-", "-o", output], input: try Sample.bytes()).code == .fine)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text == ToolRun(["graph", "-"], input: try Sample.bytes()).output)
  }

  @Test func `says which object or root is missing`() throws {
    for (options, message) in [
      (["--object", "4"], "there is no object 4 among 3 objects"),
      (["--root", "last"], "there is no root \"last\"; the archive has \"first\""),
    ] {
      try ToolRun(["graph", "-"] + options, input: Sample.bytes()).expectRefusal(.finding, message)
    }
  }
}
