import Foundation
import Stele
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
    #expect(run.code == .finding)
    #expect(run.output == "")
    #expect(run.errors == "stele: standard input: \(reason)\n")
  }

  @Test func `a text that is no path is wrong usage`() throws {
    let run = try get("root..x")
    #expect(run.code == .usage)
    #expect(
      run.errors
        == "stele: root..x is no path: the name of a key should be at character 6 of the path (see stele get --help)\n"
    )
  }

  @Test func `bytes and strings are written as they are`() throws {
    #expect(try get("objects[2].photo", "--raw").bytes == [0, 255, 10])
    #expect(try get("objects[2].note", "--raw").output == "two\nlines")
    let run = try get("objects[2].size", "--raw")
    #expect(run.code == .finding)
    #expect(
      run.errors == "stele: standard input: objects[2].size is neither bytes nor a string\n")
    let directory = try TemporaryDirectory()
    #expect(try get("objects[2].photo", "--raw", "-o", directory.path("photo")).code == .fine)
    #expect(try directory.bytes(of: "photo") == [0, 255, 10])
  }

  @Test func `a pipe that is closed ends it quietly`() throws {
    let run = try ToolRun(["get", "-", "root"], input: Sample.office().encoded(), limit: 0)
    #expect(run.code == .fine)
    #expect(run.errors == "")
  }
}
