import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

/// The conditions, columns and orders of `stele query`.
struct `The grammar of queries` {
  /// Returns the numbers of the objects that a query finds, in its order.
  private func numbers(_ arguments: [String], of className: String = "Person", in bytes: [UInt8])
    -> [Int]
  {
    let run = ToolRun(["query", "-", className, "--select", "$id"] + arguments, input: bytes)
    #expect(run.code == .fine, "\(arguments): \(run.errors)")
    return run.lines.compactMap { $0.firstMatch(of: /:([0-9]+)/).flatMap { Int($0.1) } }
  }

  static let conditions: [(String, [Int])] = [
    ("age<41", [3]), ("age<=41", [1, 3]), ("age>41", [2]), ("age>=41.0", [1, 2]),
    ("age!=41", [2, 3]), ("age==3", [3]), (" age = 3 ", [3]), ("age>-1e3 and age<1e2", [1, 3]),
    ("age=3 or age=41", [1, 3]), ("age=3 or age>3 and Person::name=Ann", [1, 3]),
    ("Person::name~A*", [1]), ("Person::name~?n?", [1]), ("Person::name~*\"*", [2]),
    ("Person::name~\"Bob, *\"", [2]), ("Person::name=Bob, \"B\"", [2]),
    ("Person::name=\"\"", [3]), ("Person::name<B", [1, 3]), ("Person::name>=\"Ann\"", [1, 2]),
    ("color=mixed", [2]), ("color!=mixed", [1, 3]), ("color~r*", [1, 3]),
    ("friend=objects[2]", [1]), ("friend={\"$ref\": 1}", [2]), ("friend!=null", [1, 2]),
    ("friend=null", [3]), ("friend.age<50", [2]), ("friend.friend.age=41", [1]),
    ("note=null", [1, 3]), ("note=\"null\"", []), ("note<a", []), ("note!=a", [1, 2, 3]),
    ("photo=00FF0a", [2]), ("$id>=2", [2, 3]), ("$class=Chief", [2]), ("$class~P*", [1, 3]),
    ("anything[]=true", [2]), ("anything[0]=true", [2]), ("anything[1:].x=1", []),
    ("ages[]>6", [2]), ("ages{\"a b\"}<=7 and size.width!=4", [2]), ("color.share<1", [2]),
  ]

  @Test(arguments: conditions)
  func `a condition holds for these objects`(condition: String, found: [Int]) throws {
    #expect(numbers(["--where", condition], in: try Sample.office().encoded()) == found)
  }

  static let mistakes: [(String, String, Int)] = [
    ("age", "=, !=, <, <=, >, >= or ~ should be here", 3),
    ("age old", "=, !=, <, <=, >, >= or ~ should be here", 4),
    ("age=", "a value, or \"\" for no text, should be here", 4),
    ("age= and age=1", "a value, or \"\" for no text, should be here", 5),
    ("age=1 or ", "the name of a key should be here", 9),
    ("a..b=1", "the name of a key should be here", 2),
    ("note=\"a\" b=2", "and, or, or the end should be here", 9),
    ("note=\"a", "a quotation mark should be here", 7),
    ("age<null", "null has neither order nor text; the string is \"null\"", 4),
    ("rooms[]x=1", "\".\", \"[\" or \"{\" should be here", 7),
    ("\u{1B}=1", "the name of a key should be here", 0),
    (
      "age=old",
      "age is int64 and takes an integer from -9223372036854775808 to 9223372036854775807", 4
    ),
    (
      "age<1 and size.width=2147483648",
      "size.width is int32 and takes an integer from -2147483648 to 2147483647", 21
    ),
    (
      "size.width=1.5", "size.width is int32 and takes an integer from -2147483648 to 2147483647",
      11
    ),
    (
      "ages{x}=\"7\"",
      "ages{x} is int64 and takes an integer from -9223372036854775808 to 9223372036854775807", 8
    ),
    ("color=blue", "color is enum Color and takes = or != with red, mixed", 6),
    ("color<red", "color is enum Color and takes = or != with red, mixed", 6),
    ("friend=Ann", "friend is ref Person and takes = or != with objects[2] or {\"$ref\": 2}", 7),
    ("photo=abc", "photo is bytes and takes = or != with pairs of hexadecimal digits", 6),
    ("size=3", "size is struct Size and takes no value; name a part of it", 5),
    ("age=null", "age is never nil; the string is \"null\"", 4),
    ("$id=x", "$id is uint64 and takes an integer from 0 to 18446744073709551615", 4),
  ]

  @Test(arguments: mistakes)
  func `a mistake is shown with a caret below its position`(
    condition: String, reason: String, position: Int
  ) throws {
    let run = try ToolRun(
      ["query", "-", "Person", "--where", condition], input: Sample.office().encoded())
    let shown = condition.replacing("\u{1B}", with: "\\u{1b}")
    let space = String(repeating: " ", count: position)
    #expect((run.code, run.output) == (.usage, ""))
    #expect(
      run.errors == "stele: --where: \(reason) (see stele query --help)\n  \(shown)\n  \(space)^\n")
  }

  @Test func `a long condition is cut around the position of the mistake`() {
    let condition =
      String(repeating: "é", count: 300) + "=1 x " + String(repeating: "y", count: 300)
    let run = ToolRun(["query", "-", "A", "--order-by", condition])
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1] == "  \(String(repeating: "é", count: 60))=1 x \(String(repeating: "y", count: 55))")
    #expect(lines[2] == "  \(String(repeating: " ", count: 60))^")
  }

  @Test func `a hidden key of a superclass is named, and no warning is given for its whole name`()
    throws
  {
    let bytes = try Sample.office().encoded()
    let warning =
      "stele: warning: name is the key of the lowest class that has one; there is Person::name, too\n"
    for options in [["--where", "name=Ann"], ["--order-by", "name"]] {
      #expect(ToolRun(["query", "-", "Person"] + options, input: bytes).errors == warning)
    }
    for options in [["--where", "Person::name=Ann"], ["--select", "name"]] {
      #expect(ToolRun(["query", "-", "Person"] + options, input: bytes).errors == "")
    }
  }

  @Test func `objects are counted instead of shown`() throws {
    let bytes = try Sample.office().encoded()
    for (options, count) in [([], 3), (["--where", "age>3"], 2), (["--limit", "1"], 1)] {
      let run = ToolRun(["query", "-", "Person", "--count"] + options, input: bytes)
      #expect(run.output == "\(count)\n")
    }
  }

  @Test func `number and class are columns like others, and stand where they are named`() throws {
    let bytes = try Sample.office().encoded()
    let run = ToolRun(["query", "-", "Chief", "--select", "age, $id", "--csv"], input: bytes)
    #expect(run.lines == ["age,$id", "1152921504606846976,2"])
    let json = ToolRun(["query", "-", "Chief", "--select", "$class,ages[]"], input: bytes)
    #expect(json.lines == [#"{"$class":"Chief","ages[]":[7]}"#])
  }

  @Test func `dates are compared with the month, day, minute or second that is named`() throws {
    // 2026-11-30T23:59:59.5Z, the next half second, a year later, and before 2001.
    let last: Double = 817_775_999.5
    let bytes = try Sample.objects(
      .date, [last, last + 0.5, last + 31_536_000, -1, nil].map { $0.map { .date($0) } })
    for (condition, found) in [
      ("n=2026-11", [1]), ("n=2026-11-30", [1]), ("n=2026-11-30T23:59Z", [1]),
      ("n=2026-11-30T23:59:59", [1]), ("n=817775999.5", [1]), ("n<2026-12", [1, 4]),
      ("n<=2026-12", [1, 2, 4]), ("n>2026-12", [3]), ("n>=2026-12-01", [2, 3]),
      ("n>=2026-12 and n<2027-11-30T23:59:59", [2]), ("n=2000-12-31", [4]), ("n=null", [5]),
      ("n!=2026-11", [2, 3, 4, 5]), ("n=\"2026-12-01\"", [2]),
    ] {
      #expect(numbers(["--where", condition], of: "A", in: bytes) == found, "\(condition)")
    }
    for condition in ["n=2026-13", "n=2026-02-30", "n=2026", "n=tomorrow", "n=2026-11-30T24:00"] {
      let run = ToolRun(["query", "-", "A", "--where", condition], input: bytes)
      // A year is a number of seconds.
      #expect(run.code == (condition == "n=2026" ? .fine : .usage))
    }
  }

  @Test func `infinities are beyond all numbers, and what is not a number has no order`() throws {
    let bytes = try Sample.objects(
      .float64, [.float64(.infinity), .float64(-.infinity), .float64(.nan), .float64(1e308)])
    for (condition, found) in [
      ("n>1e400", [1]), ("n>=inf", [1]), ("n=inf", [1]), ("n<-1e400", [2]), ("n<=-inf", [2]),
      ("n=nan", [3]), ("n!=nan", [1, 2, 4]), ("n<1e400", [2, 4]), ("n>0", [1, 4]),
    ] {
      #expect(numbers(["--where", condition], of: "A", in: bytes) == found, "\(condition)")
    }
    #expect(numbers(["--order-by", "n"], of: "A", in: bytes) == [2, 4, 1, 3])
    #expect(numbers(["--order-by", "n desc"], of: "A", in: bytes) == [1, 4, 2, 3])
  }

  @Test(arguments: Seeds.forTest(count: 2))
  func `numbers have the order of their exact values, in conditions and in orders`(
    seed: UInt64
  ) throws {
    var random = RandomSource(seed: seed)
    // Many of them round to one double.
    var exact: [Int128] = (0..<40).map { _ in
      let power = Int128(1) << Int128.random(in: 0...115, using: &random)
      let number = power + Int128.random(in: -3...3, using: &random)
      return Bool.random(using: &random) ? number : -number
    }
    exact += [0, 1, -1]
    let bytes = try Sample.objects(.int128, exact.map { .integer($0) })
    for literal in exact.suffix(10) {
      for (operation, holds) in [
        ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }), (">=", { $0 >= $1 }),
        ("=", { $0 == $1 }), ("!=", { $0 != $1 }),
      ] as [(String, (Int128, Int128) -> Bool)] {
        let text = Bool.random(using: &random) ? "\(literal)" : "\(literal)00.0e-2"
        let found = exact.indices.filter { holds(exact[$0], literal) }.map { $0 + 1 }
        #expect(
          numbers(["--where", "n\(operation)\(text)"], of: "A", in: bytes) == found,
          "n\(operation)\(text), seed \(seed)")
      }
    }
    let sorted = exact.indices.sorted { (exact[$0], $0) < (exact[$1], $1) }.map { $0 + 1 }
    #expect(numbers(["--order-by", "n"], of: "A", in: bytes) == sorted, "seed \(seed)")
    for limit in [0, 1, 7, exact.count, exact.count * 2] {
      let found = numbers(["--order-by", "n", "--limit", "\(limit)"], of: "A", in: bytes)
      #expect(found == Array(sorted.prefix(limit)), "seed \(seed)")
    }
  }

  @Test func `text has the order of its code points, and nil is last in both directions`() throws {
    let texts: [String?] = ["b", nil, "\u{FFFD}", "\u{1F600}", "a", "B", "a"]
    let bytes = try Sample.objects(.optional(.string), texts.map { $0.map { .some(.string($0)) } })
    #expect(numbers(["--order-by", "n"], of: "A", in: bytes) == [6, 5, 7, 1, 3, 4, 2])
    #expect(numbers(["--order-by", "n desc"], of: "A", in: bytes) == [4, 3, 1, 5, 7, 6, 2])
    #expect(
      numbers(["--order-by", "n asc, $id desc"], of: "A", in: bytes) == [6, 7, 5, 1, 3, 4, 2])
    #expect(numbers(["--where", "n>\u{FFFD}"], of: "A", in: bytes) == [4])
    #expect(numbers(["--where", "n<=a"], of: "A", in: bytes) == [5, 6, 7])
  }

  @Test func `sorted lines are within the limit of text, too`() throws {
    let bytes = try Sample.objects(
      .string, (0..<100).map { .string(String(repeating: "x", count: $0)) })
    let run = ToolRun(["query", "-", "A", "--order-by", "n", "--limit", "1K"], input: bytes)
    #expect(run.code == .limit)
    #expect(run.bytes.count <= 1024)
  }

  @Test func `a long text by which many objects are sorted is within the limit of text, too`()
    throws
  {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(
      .class("A", keys: ["a": .optional(.reference(to: "A")), "n": .string]))
    graph.add(entry, .nil, .string(String(repeating: "x", count: 9999)))
    for _ in 0..<100 {
      graph.add(entry, .reference(1), .string(""))
    }
    graph.roots = [ArchiveNamedValue("root", .list(.reference(to: "A")), .references(1...101))]
    let run = try ToolRun(
      ["query", "-", "A", "--select", "$id", "--order-by", "a.n", "--limit", "64K"],
      input: graph.encoded())
    #expect(run.code == .limit)
  }

  @Test func `a pattern of many asterisks takes no exponential time`() throws {
    let bytes = try Sample.objects(.string, [.string(String(repeating: "a", count: 10_000))])
    let pattern = String(repeating: "*a", count: 50) + "*b"
    #expect(numbers(["--where", "n~\(pattern)"], of: "A", in: bytes) == [])
    #expect(numbers(["--where", "n~\(pattern.dropLast())"], of: "A", in: bytes) == [1])
  }
}
