import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele set")
struct SetTests {
  static let changes: [(String, String, String)] = [
    ("root[0].name", "Max", "Max"), ("root[1].age", "-5", "-5"),
    ("objects[2].note", "null", "null"), ("objects[2].photo", "0aff", "0aff"),
    ("objects[1].friend", "root[0]", "null"), ("objects[3].friend", "objects[2]", ""),
    ("objects[1].friend", "null", "null"), ("objects[2].color.share", "2", "2.0"),
    ("objects[2].size.width", "8", "8"), ("objects[2].ages{\"a b\"}", "9", "9"),
    ("objects[2].rooms[0].key", "6", "6"), ("objects[2].anything[0]", "false", "false"),
    ("objects[2].color", "red", "red"), ("metadata.title", "New", "New"),
    ("\"first name\"", "y\nz", "y\nz"),
  ]

  @Test(arguments: changes)
  func `a value is changed, and nothing else`(path: String, value: String, text: String) throws {
    let office = Sample.office()
    let run = try ToolRun(["set", "-", path, value], input: office.encoded())
    #expect((run.code, run.errors) == (.fine, ""))
    guard run.code == .fine else { return }
    let graph = try ArchiveGraph(run.bytes)
    #expect(graph.classes == office.classes)
    #expect(graph.objects.count == office.objects.count)
    #expect(zip(graph.objects, office.objects).filter { $0 != $1 }.count <= 1)
    #expect(graph != office)
    let place = try graph.place(at: ArchivePath(path))
    if text.isEmpty {
      #expect(place.objectNumber == 2)
    } else if value.hasPrefix("root") {
      #expect(place.objectNumber == 1)
    } else {
      #expect(ToolRun(["get", "-", path], input: run.bytes).output == text + "\n")
    }
  }

  static let mistakes: [([String], ExitCode, String)] = [
    (["root[0].age", "old"], .finding, "\"old\" is no value of the type \"int64\" of root[0].age"),
    (["objects[1]", "x"], .finding, "objects[1] is an object; set one of its keys"),
    (["root[0].nmae", "x"], .finding, "root[0]: Person has no key \"nmae\"; did you mean name?"),
    (["root[0].name"], .usage, "value is missing"),
    (["root", "objects[1]", "--insert", "3"], .finding, "root has no such position"),
    (["root", "--insert", "x", "y"], .usage, "option --insert needs an integer of at least 0"),
    (
      ["objects[2].photo", "00", "--append"], .finding,
      "objects[2].photo is neither a list nor a set nor a map"
    ),
    (
      ["objects[2].ages", "x", "--append"], .finding,
      "\"x\" is no part of a value of the type map of string to int64"
    ),
    (
      ["root", "--append", "--remove"], .usage,
      "--from, --append, --insert and --remove exclude each other"
    ),
    (["root", "x", "--remove"], .usage, "there is one operand too many: x"),
    (["objects[1]", "--remove"], .finding, "objects[1] is an object; set one of its keys"),
    (["root", "--remove"], .finding, "root cannot be removed"),
  ]

  @Test(arguments: mistakes)
  func `mistakes are named`(arguments: [String], code: ExitCode, reason: String) throws {
    let run = try ToolRun(["set", "-"] + arguments, input: Sample.office().encoded())
    run.expectRefusal(code, reason)
    #expect(run.bytes.isEmpty)
  }

  @Test func `the notation has lists, structs and nil strings`() throws {
    let bytes = try Sample.office().encoded()
    for (path, value, text) in [
      ("objects[2].rooms", #"[[1,"one"],[2,"two"]]"#, #"[[1,"one"],[2,"two"]]"#),
      ("objects[2].note", "null", "null"), ("objects[2].note", "\"null\"", "\"null\""),
      (
        "objects[2].size", #"{"class":2,"values":{"width":1,"height":2}}"#,
        #"{"width":1,"height":2}"#
      ),
    ] {
      let run = ToolRun(["set", "-", path, value, "--json"], input: bytes)
      #expect(run.code == .fine)
      #expect(ToolRun(["get", "-", path, "--json"], input: run.bytes).output == text + "\n")
    }
  }

  @Test func `the file itself can be replaced, and stays whole if the value does not fit`() throws {
    let directory = try TemporaryDirectory()
    let before = try Sample.office().encoded()
    let path = try directory.write(before, to: "office")
    #expect(ToolRun(["set", path, "root[0].age", "x", "-o", path]).code == .finding)
    #expect(try directory.bytes(of: "office") == before)
    #expect(ToolRun(["set", path, "root[0].age", "42", "-o", directory.path("new")]).code == .fine)
    #expect(try directory.bytes(of: "office") == before)
    #expect(ToolRun(["set", path, "root[0].age", "42", "-o", path]).code == .fine)
    #expect(ToolRun(["get", path, "root[0].age"]).output == "42\n")
  }

  @Test func `bytes are read from a file`() throws {
    let directory = try TemporaryDirectory()
    let photo = try directory.write([1, 2, 255], to: "photo")
    let run = try ToolRun(
      ["set", "-", "objects[2].photo", "--from", photo], input: Sample.office().encoded())
    #expect(run.code == .fine)
    #expect(
      ToolRun(["get", "-", "objects[2].photo", "--raw"], input: run.bytes).bytes == [1, 2, 255])
  }

  static let parts: [([String], String, String)] = [
    (["root", "objects[3]", "--append"], "root[].$id", "1 2 3"),
    (["root", "objects[3]", "--insert", "0"], "root[].$id", "3 1 2"),
    (["root", "objects[1]", "--insert", "2"], "root[].$id", "1 2 1"),
    (["root[0]", "--remove"], "root[].$id", "2"),
    (["objects[2].anything", "false", "--append"], "objects[2].anything", "[true,false]"),
    (["objects[2].anything[0]", "--remove"], "objects[2].anything", "[]"),
    (
      ["objects[2].ages", #"["c",8]"#, "--append", "--json"], "objects[2].ages", #"{"a b":7,"c":8}"#
    ),
    (
      ["objects[2].rooms", #"[6,"six"]"#, "--insert", "0"], "objects[2].rooms",
      #"[[6,"six"],[5,"five"]]"#
    ),
    (["objects[2].ages{\"a b\"}", "--remove"], "objects[2].ages", "{}"),
    (["objects[2].rooms[0].key", "--remove"], "objects[2].rooms", "[]"),
    (["metadata.author", "Ann"], "metadata.author", #""Ann""#),
  ]

  @Test(arguments: parts)
  func `elements, pairs and items are added and removed`(
    arguments: [String], path: String, text: String
  ) throws {
    let run = try ToolRun(["set", "-"] + arguments, input: Sample.office().encoded())
    #expect((run.code, run.errors) == (.fine, ""))
    let found =
      path.hasSuffix(".$id")
      ? try ArchiveGraph(run.bytes).root("root").map { root in
        guard case .list(let values) = root.value else { return "" }
        return values.map { $0.plainText(ArchiveClassTable()) ?? "" }.joined(separator: " ")
          .filter { !"objects[]".contains($0) }
      } : ToolRun(["get", "-", path, "--json"], input: run.bytes).lines.first
    #expect(found == text)
  }

  @Test func `an item of the metadata and the value of an optional key are removed`() throws {
    let bytes = try Sample.office().encoded()
    let item = ToolRun(["set", "-", "metadata.title", "--remove"], input: bytes)
    #expect(try ArchiveGraph(item.bytes).metadata?.isEmpty != false)
    let key = ToolRun(["set", "-", "objects[1].friend", "--remove"], input: bytes)
    #expect(try ArchiveGraph(key.bytes).objects[0].values[2] == nil)
  }

  @Test(arguments: Seeds.forTest(count: 4))
  func `lists are changed as arrays are`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var graph = ArchiveGraph()
    var numbers = [1, 2, 3]
    graph.roots = [
      ArchiveNamedValue("root", .list(.int64), .list(numbers.map { .integer(Int128($0)) }))
    ]
    var bytes = try graph.encoded()
    for number in 10..<22 {
      var arguments = ["root", "\(number)", "--append"]
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        let index = Int.random(in: 0...numbers.count, using: &random)
        numbers.insert(number, at: index)
        arguments = ["root", "\(number)", "--insert", "\(index)"]
      case 1 where !numbers.isEmpty:
        let index = Int.random(in: numbers.indices, using: &random)
        numbers.remove(at: index)
        arguments = ["root[\(index)]", "--remove"]
      default: numbers.append(number)
      }
      let run = ToolRun(["set", "-"] + arguments, input: bytes)
      #expect(run.code == .fine, "seed \(seed): \(run.errors)")
      bytes = run.bytes
    }
    #expect(
      ToolRun(["get", "-", "root", "--json"], input: bytes).output
        == "\(numbers)\n".filter { $0 != " " }, "seed \(seed)")
  }
}
