import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele query")
struct QueryTests {
  private func query(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["query", "-"] + arguments, input: Sample.office().encoded())
  }

  @Test func `objects of a class and its subclasses are lines of JSON`() throws {
    let run = try query("Person")
    #expect((run.code, run.lines.count) == (.fine, 3))
    #expect(
      run.lines[0]
        == #"{"$id":1,"$class":"Person","name":"Ann","age":41,"friend":{"$ref":2},"color":"red"}"#)
    for line in run.lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(try query("Chief").lines.count == 1)
  }

  static let queries: [([String], [String])] = [
    (["--where", "name=Ann", "--select", "age"], [#"{"$id":1,"$class":"Person","age":41}"#]),
    (["--where", "age=41.0", "--select", "age"], [#"{"$id":1,"$class":"Person","age":41}"#]),
    (["--where", "friend=null", "--select=name"], [#"{"$id":3,"$class":"Person","name":""}"#]),
    (
      ["--where", "friend.name=Ann", "--select", "friend.name,color.share", "--select", "size"],
      [
        #"{"$id":2,"$class":"Chief","friend.name":"Ann","color.share":0.5,"size":{"width":3,"height":4}}"#
      ]
    ),
    (
      ["--where", "color=red", "--where", "age=3", "--select", "age"],
      [#"{"$id":3,"$class":"Person","age":3}"#]
    ),
    (["--where", "name=nobody"], []),
    (
      ["--where", "ages{\"a b\"}=7", "--select", "rooms{5}"],
      [#"{"$id":2,"$class":"Chief","rooms{5}":"five"}"#]
    ),
    (
      ["--select", "name,friend,size", "--csv"],
      [
        "$id,$class,name,friend,size", #"1,Person,Ann,"{""$ref"":2}","#,
        #"2,Chief,Chief Bob,"{""$ref"":1}","{""width"":3,""height"":4}""#, "3,Person,\"\",,",
      ]
    ),
  ]

  @Test(arguments: queries)
  func `objects are chosen by values, and values by paths`(
    arguments: [String], lines: [String]
  ) throws {
    let run = try ToolRun(["query", "-", "Person"] + arguments, input: Sample.office().encoded())
    #expect(run.code == .fine)
    #expect(run.errors.isEmpty || run.errors.hasPrefix("stele: warning: "))
    #expect(run.lines == lines)
  }

  @Test func `numbers are compared exactly, however many digits they have`() throws {
    let values: [ArchiveValue] = [
      .unsigned(9_007_199_254_740_992), .unsigned(9_007_199_254_740_993),
      .unsigned(18_446_744_073_709_551_615), .integer(-1), .integer(0),
      .decimal(.number(isNegative: false, mantissa: 12_345_678_901_234_567_891, exponent: -20)),
      .decimal(.number(isNegative: false, mantissa: 12_345_678_901_234_567_892, exponent: -20)),
    ]
    let bytes = try Sample.objects(
      .any,
      values.map { value in
        switch value {
        case .unsigned: .any(.uint64, value)
        case .integer: .any(.int64, value)
        default: .any(.decimal, value)
        }
      })
    for (wanted, found) in [
      ("9007199254740993", [2]), ("9007199254740993.000", [2]), ("9007199254740992", [1]),
      ("900719925474099200e-2", [1]), ("18446744073709551615", [3]), ("-1.0", [4]), ("-0", [5]),
      ("0.123456789012345678910", [6]), ("1.2345678901234567892e-1", [7]), ("1e0", []),
      ("\"\"", []), ("\"-1\"", []),
    ] {
      let run = ToolRun(
        ["query", "-", "A", "--where", "n=\(wanted)", "--select", "n"], input: bytes)
      #expect(run.code == .fine)
      let numbers = run.lines.compactMap {
        $0.firstMatch(of: /"\$id":([0-9]+)/).flatMap { Int($0.1) }
      }
      #expect(numbers == found, "\(wanted)")
    }
  }

  /// Returns an archive of objects of a class `=A` with the only key `text`.
  private static func texts(_ texts: [String]) throws -> [UInt8] {
    try Sample.objects(of: "=A", key: "text", .string, texts.map { .string($0) })
  }

  @Test func `text that a spreadsheet would compute is marked on request, and numbers are not`()
    throws
  {
    let cells = [
      ("=1+1", "'=1+1"), ("+1 234", "'+1 234"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("\n=1", "\"'\n=1\""), ("\u{FF1D}1", "'\u{FF1D}1"),
      ("=A1,\"b\"", "\"'=A1,\"\"b\"\"\""), ("-1", "-1"), ("+2.5e3", "+2.5e3"), ("-inf", "'-inf"),
      ("a=1", "a=1"), ("'x", "'x"), ("", "\"\""), ("-", "'-"),
    ]
    let bytes = try Self.texts(cells.map(\.0))
    let run = ToolRun(["query", "-", "=A", "--csv-safe"], input: bytes)
    #expect(run.code == .fine)
    let rows = cells.enumerated().map { "\($0 + 1),'=A,\($1.1)\n" }
    #expect(run.output == "$id,$class,text\n" + rows.joined())
    let plain = ToolRun(["query", "-", "=A", "--csv", "--limit", "1"], input: bytes)
    #expect(plain.output == "$id,$class,text\n1,=A,=1+1\n")
    #expect(try query("Person", "--csv-safe").output == query("Person", "--csv").output)
  }

  @Test func `a table is exact in a pipe, and has escapes on a terminal`() throws {
    let bytes = try Self.texts(["a\rb\tc\u{1B}\u{200B}\nd"])
    let arguments = ["query", "-", "=A", "--csv"]
    let heading = "$id,$class,text\n"
    #expect(
      ToolRun(arguments, input: bytes).output == heading + "1,=A,\"a\rb\tc\u{1B}\u{200B}\nd\"\n")
    #expect(
      ToolRun(arguments, input: bytes, terminals: .output).output
        == heading + "1,=A,\"a\\u000db\\u0009c\\u001b\\u200b\nd\"\n")
  }

  @Test func `a cell of a table does not grow beyond the limit of text`() throws {
    var graph = ArchiveGraph()
    let link = ArchiveTypeDescriptor.optional(.reference(to: "P"))
    let entry = graph.classes.define(.class("P", keys: ["l": link, "r": link]))
    let count = 40
    for number in 1...count {
      let next: ArchiveValue = number < count ? .reference(number + 1) : .nil
      graph.add(entry, next, next)
    }
    graph.roots = [ArchiveNamedValue("root", .reference(to: "P"), .reference(1))]
    let bytes = try graph.encoded()
    for options in [["--csv"], []] {
      let run = ToolRun(
        ["query", "-", "P", "--depth", "40", "--limit", "64K"] + options, input: bytes)
      #expect(run.code == .limit)
      #expect(run.bytes.count <= 64 << 10)
    }
  }

  @Test(arguments: [[], ["--csv", "--select", "age"]])
  func `as many objects are shown as are asked for`(options: [String]) throws {
    let all = try ToolRun(["query", "-", "Person"] + options, input: Sample.office().encoded())
    let headings = options.isEmpty ? 0 : 1
    for count in 0..<all.lines.count {
      let run = try ToolRun(
        ["query", "-", "Person", "--limit", "\(count)"] + options, input: Sample.office().encoded())
      #expect(run.code == .fine)
      #expect(run.lines == Array(all.lines.prefix(headings + count)))
    }
  }

  static let mistakes: [([String], ExitCode, String)] = [
    (["Persom"], .finding, "there is no class Persom; did you mean Person?"),
    (
      ["Person", "--where", "nmae=Ann"], .finding, "Person has no key \"nmae\"; did you mean name?"
    ),
    (
      ["Person", "--where", "friend.nmae=Ann"], .finding,
      "friend: Person has no key \"nmae\"; did you mean name?"
    ),
    (
      ["Person", "--where", "age.years=3"], .finding,
      "age: a value of type \"int64\" has no such part"
    ),
    (
      ["Person", "--count", "--csv"], .usage,
      "--count excludes --select, --order-by, --csv, --csv-safe, --depth"
    ),
    (
      ["Person", "--order-by", "friend"], .usage,
      "--order-by: friend has no order; name a part of it"
    ),
    (
      ["Person", "--limit", "10B"], .limit,
      "the text would have more than 10 bytes; --limit raises the limit"
    ),
    (["Person", "--wehre", "a=b"], .usage, "unknown option --wehre; did you mean --where?"),
    ([], .usage, "class is missing"),
  ]

  @Test(arguments: mistakes)
  func `mistakes are named`(arguments: [String], code: ExitCode, reason: String) throws {
    try ToolRun(["query", "-"] + arguments, input: Sample.office().encoded())
      .expectRefusal(code, reason)
  }

  @Test func `a command of nearly that name is suggested`() {
    ToolRun(["querry"]).expectRefusal(.usage, "unknown command querry; did you mean query?")
  }

  @Test func `a damaged archive is a finding before anything is shown`() throws {
    let run = try ToolRun(["query", "-", "Person"], input: Sample.damaged().bytes)
    #expect((run.code, run.output) == (.finding, ""))
  }
}
