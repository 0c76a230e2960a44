import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele get")
struct GetTests {
  private func get(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["get", "-"] + arguments, input: Sample.office().encoded())
  }

  static let values: [(String, String)] = [
    ("root[0].name", "Ann"), ("root[1].age", "1152921504606846976"),
    ("root[0].friend.friend.name", "Ann"), ("objects[1].Person.name", "Ann"),
    ("objects[2].Person::name", "Bob, \"B\""), ("objects[2].name", "Chief Bob"),
    ("objects[2].Chief.size.height", "4"), ("objects[2].photo", "00ff0a"),
    ("objects[2].ages{\"a b\"}", "7"), ("objects[2].ages.\"a b\"", "7"),
    ("objects[2].ages[0].key", "a b"), ("objects[2].ages[0].value", "7"),
    ("objects[2].rooms{5}", "five"), ("objects[2].anything[0]", "true"),
    ("objects[2].note", "two\nlines"), ("objects[1].color", "red"),
    ("objects[2].color.share", "0.5"), ("\"first name\"", "x"), ("metadata.title", "Office"),
    ("objects[3].friend", "null"), ("Person.name", "Ann\nChief Bob\n"),
    ("Chief.age", "1152921504606846976"),
  ]

  @Test(arguments: values)
  func `a value is shown as text`(path: String, text: String) throws {
    let run = try get(path)
    #expect(run.code == .fine)
    #expect(run.output == text + "\n")
    #expect(run.errors == "")
  }

  static let documents: [([String], String)] = [
    (["root[0].name"], #""Ann""#), (["root[1].age"], #""1152921504606846976""#),
    (["root"], #"[{"$ref":1},{"$ref":2}]"#),
    (
      ["root[0]"],
      #"{"$id":1,"$class":"Person","name":"Ann","age":41,"friend":{"$ref":2},"color":"red"}"#
    ),
    (["objects[2].rooms"], #"[[5,"five"]]"#), (["objects[2].ages"], #"{"a b":7}"#),
    (["objects[2].color"], #"{"mixed":{"share":0.5}}"#),
    (["objects[2].size"], #"{"width":3,"height":4}"#),
    (
      ["objects[1]", "--depth", "3"],
      #"{"$id":1,"$class":"Person","name":"Ann","age":41,"friend":{"$id":2,"$class":"Chief","Person::name":"Bob, \"B\"","age":"1152921504606846976","friend":{"$ref":1},"color":{"mixed":{"share":0.5}},"Chief::name":"Chief Bob","size":{"width":3,"height":4},"photo":"00ff0a","ages":{"a b":7},"rooms":[[5,"five"]],"anything":[true],"note":"two\nlines"},"color":"red"}"#
    ),
  ]

  @Test(arguments: documents)
  func `a value is shown as JSON`(arguments: [String], text: String) throws {
    let run = try ToolRun(["get", "-", "--json"] + arguments, input: Sample.office().encoded())
    #expect(run.code == .fine)
    #expect(run.output == text + "\n")
  }

  @Test func `text is exact in a pipe and in a file, and has escapes on a terminal`() throws {
    let text = "a\tb\rc\u{200B}d\u{1B}[31m\\u{65}\r\ne\n"
    var graph = ArchiveGraph()
    graph.roots = [ArchiveNamedValue("root", .string, .string(text))]
    let bytes = try graph.encoded()
    #expect(ToolRun(["get", "-", "root"], input: bytes).output == text + "\n")
    let directory = try TemporaryDirectory()
    let file = directory.path("text")
    let run = ToolRun(["get", "-", "root", "-o", file], input: bytes, terminals: .output)
    #expect(run.code == .fine)
    #expect(try directory.bytes(of: "text") == Array((text + "\n").utf8))
    #expect(
      ToolRun(["get", "-", "root"], input: bytes, terminals: .output).output
        == "a\\u0009b\\u000dc\\u200bd\\u001b[31m\\u{65}\\u000d\ne\n\n")
    let json = ToolRun(["get", "-", "root", "--json"], input: bytes)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.bytes)) == text)
  }

  @Test func `the values of several paths follow each other, and all of them must be there`() throws
  {
    #expect(
      try get("metadata.title", "Person.name", "root[0].name").output
        == "Office\nAnn\nChief Bob\n\nAnn\n")
    #expect(try get("root[0].age", "root[0].name", "--json").output == "41\n\"Ann\"\n")
    #expect(
      try get("objects[2].photo", "objects[2].note", "--raw").bytes == [0, 255, 10]
        + "two\nlines".utf8)
    let run = try get("root[0].name", "root[0].nmae")
    #expect((run.code, run.output) == (.finding, ""))
    #expect(try get("root[0].name", "root..x").code == .usage)
    #expect(ToolRun(["get", "-"]).errors == "stele: path is missing (see stele get --help)\n")
  }

  @Test func `after an object, the name of its class is the class and not a key`() throws {
    var graph = ArchiveGraph()
    let base = graph.classes.define(.class("Base", keys: ["own": .string]))
    let part = graph.classes.define(.struct("S", keys: ["own": .string]))
    let entry = graph.classes.define(
      .class("Name", superclass: base, keys: ["Name": .struct("S"), "Base": .string]))
    let value = ArchiveValue.struct(part, .string("in"))
    graph.add(entry, .string("own"), value, .string("base"))
    graph.roots = [ArchiveNamedValue("root", .reference(to: "Name"), .reference(1))]
    let bytes = try graph.encoded()
    let object = #"{"$id":1,"$class":"Name","own":"own","Name":{"own":"in"},"Base":"base"}"#
    for (path, text) in [
      ("objects[1].Name", object), ("objects[1].Base", object), ("objects[1].Name.own", "\"own\""),
      ("objects[1].Name.Name", #"{"own":"in"}"#), ("objects[1].Name.Name.own", "\"in\""),
      ("objects[1].Name::Name.own", "\"in\""), ("objects[1].Name.Base", "\"base\""),
      ("objects[1].Name::Base", "\"base\""), ("root.Name", #"{"own":"in"}"#),
      ("root.Name.own", "\"in\""), ("root.Base", "\"base\""), ("Name.Name.own", "\"in\""),
    ] {
      #expect(ToolRun(["get", "-", path, "--json"], input: bytes).output == text + "\n", "\(path)")
    }
  }

  @Test func `the shape of a map depends on the type of its keys, not on its content`() throws {
    let types: [(ArchiveTypeDescriptor, full: ArchiveValue, String, empty: String)] = [
      (.string, .string("k"), #"{"k":1}"#, "{}"), (.int64, .integer(5), "[[5,1]]", "[]"),
      (.any, .any(.string, .string("k")), #"[["k",1]]"#, "[]"),
      (.optional(.string), ArchiveValue.some(.string("k")), #"[["k",1]]"#, "[]"),
    ]
    for (key, value, full, empty) in types {
      let type = ArchiveTypeDescriptor.map(key: key, value: .int64)
      let maps: [ArchiveValue] = [.map([ArchiveMapPair(key: value, value: .integer(1))]), .map([])]
      var graph = ArchiveGraph()
      let part = graph.classes.define(.struct("S", keys: ["in": type]))
      let choice = graph.classes.define(
        .enum("E", cases: [ArchiveCase("a"), ArchiveCase("b", keys: ["in": type])]))
      let keys:
        [(String, ArchiveTypeDescriptor, (ArchiveValue) -> ArchiveValue?, (String) -> String)] = [
          ("absent", .optional(type), { _ in nil }, { _ in "" }),
          ("map", type, { $0 }, { #""map":\#($0),"# }),
          ("optional", .optional(type), { ArchiveValue.some($0) }, { #""optional":\#($0),"# }),
          ("any", .any, { .any(type, $0) }, { #""any":\#($0),"# }),
          ("list", .list(type), { .list([$0, $0]) }, { #""list":[\#($0),\#($0)],"# }),
          (
            "values", .map(key: .int8, value: type),
            { .map([ArchiveMapPair(key: .integer(1), value: $0)]) }, { #""values":[[1,\#($0)]],"# }
          ),
          ("struct", .struct("S"), { .struct(part, $0) }, { #""struct":{"in":\#($0)},"# }),
          ("enum", .enum("E"), { .enum(choice, case: 1, $0) }, { #""enum":{"b":{"in":\#($0)}}"# }),
        ]
      let entry = graph.classes.define(
        .class(
          "A",
          keys: keys.map {
            ArchiveKey($0.0, $0.1, presence: $0.0 == "absent" ? .optional : .required)
          }))
      for map in maps {
        let number = graph.add(ArchiveObject(entry: entry, values: keys.map { $0.2(map) }))
        graph.roots.append(ArchiveNamedValue("o\(number)", .reference(to: "A"), .reference(number)))
        graph.roots.append(ArchiveNamedValue("m\(number)", type, map))
      }
      let bytes = try graph.encoded()
      for (number, shape) in zip(1..., [full, empty]) {
        let run = ToolRun(["get", "-", "m\(number)", "o\(number)", "--json"], input: bytes)
        let object = #"{"$id":\#(number),"$class":"A","# + keys.map { $0.3(shape) }.joined() + "}"
        #expect(run.output == "\(shape)\n\(object)\n")
        let query = ToolRun(["query", "-", "A", "--select", "map,struct.in"], input: bytes)
        #expect(
          query.lines[number - 1]
            == #"{"$id":\#(number),"$class":"A","map":\#(shape),"struct.in":\#(shape)}"#)
        let table = ToolRun(["query", "-", "A", "--csv", "--select", "map"], input: bytes)
        let cell = shape.replacing("\"", with: "\"\"")
        #expect(
          table.lines[number] == "\(number),A,"
            + (shape.contains("\"") || shape.contains(",") ? "\"\(cell)\"" : cell))
      }
    }
  }

  static let failures: [(String, String)] = [
    ("rot", "there is no root or class \"rot\"; did you mean root?"),
    ("root[2]", "root: there is no element 2; there are 2"),
    ("root[0].nmae", "root[0]: Person has no key \"nmae\"; did you mean name?"),
    ("objects[9]", "there is no object 9; the archive has 3"),
    ("metadata.titel", "the metadata has no item \"titel\"; did you mean title?"),
    ("objects[3].friend.name", "objects[3].friend: the value is nil"),
    ("objects[1].name.x", "objects[1].name: a value of type \"string\" has no such part"),
    ("objects[2].ages{ab}", "objects[2].ages: the map has no key \"ab\"; did you mean a b?"),
  ]

  @Test(arguments: failures)
  func `a path that leads nowhere is a finding`(path: String, reason: String) throws {
    let run = try get(path)
    run.expectRefusal(.finding, reason)
    #expect(run.output == "")
  }

  @Test func `a text that is no path is wrong usage`() throws {
    try get("root..x").expectRefusal(
      .usage, "root..x is no path: the name of a key should be at character 6 of the path")
  }

  @Test func `bytes and strings are written as they are`() throws {
    #expect(try get("objects[2].photo", "--raw").bytes == [0, 255, 10])
    #expect(try get("objects[2].note", "--raw").output == "two\nlines")
    try get("objects[2].size", "--raw")
      .expectRefusal(.finding, "objects[2].size is neither bytes nor a string")
    let directory = try TemporaryDirectory()
    #expect(try get("objects[2].photo", "--raw", "-o", directory.path("photo")).code == .fine)
    #expect(try directory.bytes(of: "photo") == [0, 255, 10])
  }

  @Test func `a pipe that is closed ends it quietly`() throws {
    let run = try ToolRun(["get", "-", "root"], input: Sample.office().encoded(), limit: 0)
    #expect((run.code, run.errors) == (.fine, ""))
  }

  static let slices: [(String, [String])] = [
    ("root[].age", ["41", #""1152921504606846976""#]),
    ("root[1:].age", [#""1152921504606846976""#]),
    ("root[:1].age", ["41"]), ("root[0:1].age", ["41"]), ("root[2:5].age", []),
    ("root[5:2].age", []), ("root[].friend.friend.age", ["41", #""1152921504606846976""#]),
    ("objects[2].ages[]", ["7"]), ("objects[2].\"note\"", [#""two\nlines""#]),
    ("root[0:99999999999999999999].color", [#""red""#, #"{"mixed":{"share":0.5}}"#]),
  ]

  @Test(arguments: slices)
  func `a slice leads to several values, each in its own line`(
    path: String, lines: [String]
  ) throws {
    let bytes = try Sample.office().encoded()
    let run = ToolRun(["get", "-", path, "--json"], input: bytes)
    #expect(run.code == .fine)
    #expect(run.lines == lines)
  }

  @Test func `a slice of a value without elements, and a wrong slice, are mistakes`() throws {
    let bytes = try Sample.office().encoded()
    for path in ["Person.anything[]", "objects[2].anything[].x"] {
      #expect(ToolRun(["get", "-", path, "--json"], input: bytes).code == .finding)
    }
    for (path, code, error) in [
      ("root[0].age[]", ExitCode.finding, "a value of type \"int64\" has no such part"),
      ("root[]name", .usage, "should be at character 7 of the path"),
      ("root[1:x]", .usage, "should be at character 7 of the path"),
      ("root[][", .usage, "should be at character 8 of the path"),
    ] {
      let run = ToolRun(["get", "-", path], input: bytes)
      #expect(run.code == code)
      #expect(run.errors.contains(error), "\(run.errors)")
    }
    #expect(ToolRun(["extract", "-", "root[]", "-o", "-"], input: bytes).code == .usage)
  }
}
