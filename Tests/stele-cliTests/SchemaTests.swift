import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele schema")
struct SchemaTests {
  @Test func `classes, structs and enums are shown with their keys`() throws {
    var graph = Sample.people()
    graph.classes.define(.class("Boss", superclass: 1))
    graph.classes.define(
      .struct(
        "Point",
        keys: ["x": .float64, "others": .map(key: .string, value: .list(.struct("Point")))]))
    graph.classes.define(
      .enum(
        "Shape", version: 3,
        cases: [
          ArchiveCase("none"), ArchiveCase("square", since: 2, isRetired: true),
          ArchiveCase("at\u{1B}", since: 3, keys: ["place": .weakReference(to: nil)]),
        ]))
    let run = ToolRun(["schema", "-"], input: try graph.encoded())
    #expect(run.code == .fine)
    #expect(
      run.output == """
        Stele 1.0 written by test, 4 classes, 3 objects

        1  class Person, version 2, 3 objects
           name    string
           friend  optional ref Person, since 2, may be absent
           size    int32, retired

        2  class Boss, version 1, superclass Person (1), 0 objects

        3  struct Point, version 1
           x       float64
           others  map of string to list of struct Point

        4  enum Shape, version 3
           case none
           case square, since 2, retired
           case at\\u{1b}, since 3
             place  weak ref to any object

        """)
  }

  @Test func `json has what the text notation has, and the numbers of objects`() throws {
    let run = ToolRun(["schema", "--json", "-"], input: try Sample.bytes())
    #expect(
      run.output == """
        {"format": "stele-schema-1", "stele": "1.0", "documentType": "", "writer": "test", "objects": 3, "classes": [{"number": 1, "name": "Person", \
        "version": 2, "kind": "class", "super": 0, "objects": 3, "keys": [\
        {"name": "name", "type": "string", "since": 1, "flags": "required"}, \
        {"name": "friend", "type": ["optional",["ref","Person"]], "since": 2, "flags": "optional"}, \
        {"name": "size", "type": "int32", "since": 1, "flags": "retired"}]}]}

        """)
  }

  @Test func `a name that was retired with another type is noted`() throws {
    var graph = ArchiveGraph()
    graph.classes = ArchiveClassTable([
      .class("C", version: 2, keys: [ArchiveKey("k", .int8, presence: .retired)]),
      .class("C", version: 1, keys: ["k": .bool]),
      .class("C", version: 3, keys: ["k": .string, "l": .string]),
    ])
    let run = ToolRun(["schema", "-"], input: try graph.encoded())
    let keys = run.lines.filter { $0.hasPrefix("   ") }
    #expect(
      keys == [
        "   k  int8, retired", "   k  bool", "   k  string, name retired by version 2 as int8",
        "   l  string",
      ])
    let json = ToolRun(["schema", "--json", "-"], input: try graph.encoded())
    #expect(
      json.output.contains(
        """
        {"name": "k", "type": "string", "since": 1, "flags": "required", \
        "nameRetired": {"version": 2, "type": "int8"}}
        """))
  }

  @Test func `what is no archive is refused`() throws {
    ToolRun(["schema", "-"], input: [1, 2, 3])
      .expectRefusal(.finding, ArchiveError(.signature, at: 0).clause)
  }
}
