import Stele
import Synchronization
import TestSupport
import Testing

@Suite struct `Coding paths` {
  /// Notes the coding path of every place on both ways.
  struct Tracer: Codable {
    final class Notes: Sendable {
      let paths = Mutex<[String]>([])
      func add(_ name: String, _ path: [any CodingKey]) {
        paths.withLock { $0.append("\(name): \(pathText(path))") }
      }
      var all: [String] { paths.withLock { $0 } }
    }
    static let key = CodingUserInfoKey.named("notes")
    init() {}

    init(from decoder: any Decoder) throws {
      let notes = try Self.notes(decoder.userInfo)
      notes.add("coder", decoder.codingPath)
      let keyed = try decoder.container(keyedBy: AnyKey.self)
      notes.add("keyed", keyed.codingPath)
      let nested = try keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "a")
      notes.add("nested keyed", nested.codingPath)
      var list = try nested.nestedUnkeyedContainer(forKey: "b")
      notes.add("nested unkeyed", list.codingPath)
      _ = try list.decode(Int.self)
      let element = try list.nestedContainer(keyedBy: AnyKey.self)
      notes.add("in unkeyed", element.codingPath)
      let inner = try list.nestedUnkeyedContainer()
      notes.add("unkeyed in unkeyed", inner.codingPath)
      let elementSuper = try list.superDecoder()
      notes.add("super in unkeyed", elementSuper.codingPath)
      let parent = try keyed.superDecoder()
      notes.add("super", parent.codingPath)
      notes.add("single", try parent.singleValueContainer().codingPath)
      let named = try nested.superDecoder(forKey: "c")
      notes.add("super for key", named.codingPath)
      notes.add("unkeyed", try named.unkeyedContainer().codingPath)
      notes.add("coder", decoder.codingPath)
      notes.add("keyed", keyed.codingPath)
    }

    func encode(to encoder: any Encoder) throws {
      let notes = try Self.notes(encoder.userInfo)
      notes.add("coder", encoder.codingPath)
      var keyed = encoder.container(keyedBy: AnyKey.self)
      notes.add("keyed", keyed.codingPath)
      var nested = keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "a")
      notes.add("nested keyed", nested.codingPath)
      var list = nested.nestedUnkeyedContainer(forKey: "b")
      notes.add("nested unkeyed", list.codingPath)
      try list.encode(1)
      let element = list.nestedContainer(keyedBy: AnyKey.self)
      notes.add("in unkeyed", element.codingPath)
      let inner = list.nestedUnkeyedContainer()
      notes.add("unkeyed in unkeyed", inner.codingPath)
      let elementSuper = list.superEncoder()
      notes.add("super in unkeyed", elementSuper.codingPath)
      let parent = keyed.superEncoder()
      notes.add("super", parent.codingPath)
      var single = parent.singleValueContainer()
      notes.add("single", single.codingPath)
      try single.encode(5)
      let named = nested.superEncoder(forKey: "c")
      notes.add("super for key", named.codingPath)
      notes.add("unkeyed", named.unkeyedContainer().codingPath)
      notes.add("coder", encoder.codingPath)
      notes.add("keyed", keyed.codingPath)
    }

    private static func notes(_ info: [CodingUserInfoKey: Any]) throws -> Notes {
      try #require(info[key] as? Notes)
    }
  }

  private func expected(at base: String) -> [String] {
    let dot = base.isEmpty ? "" : base + "."
    return [
      "coder: \(base)", "keyed: \(base)", "nested keyed: \(dot)a", "nested unkeyed: \(dot)a.b",
      "in unkeyed: \(dot)a.b[1]", "unkeyed in unkeyed: \(dot)a.b[2]",
      "super in unkeyed: \(dot)a.b[3]", "super: \(dot)super", "single: \(dot)super",
      "super for key: \(dot)a.c", "unkeyed: \(dot)a.c", "coder: \(base)", "keyed: \(base)",
    ]
  }

  private func expectPaths<T: Codable>(
    _ value: T, _ bases: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoding = Tracer.Notes()
    let decoding = Tracer.Notes()
    var encoder = SteleEncoder()
    encoder.userInfo[Tracer.key] = encoding
    var decoder = SteleDecoder()
    decoder.userInfo[Tracer.key] = decoding
    _ = try decoder.decode(T.self, from: verified(encoder.encode(value)))
    let paths = bases.flatMap(expected)
    #expect(encoding.all == paths, sourceLocation: sourceLocation)
    #expect(decoding.all == paths, sourceLocation: sourceLocation)
  }

  enum Choice: Codable {
    case plain(Tracer)
    case labelled(label: Tracer)
  }

  @Test func `they are right at the top`() throws { try expectPaths(Tracer(), [""]) }

  @Test func `they are right under keys and in lists`() throws {
    try expectPaths(Holder(Tracer()), ["value"])
    try expectPaths(Holder(Optional(Tracer())), ["value"])
    try expectPaths([Tracer(), Tracer()], ["[0]", "[1]"])
    try expectPaths(Holder([Tracer(), Tracer()]), ["value[0]", "value[1]"])
    try expectPaths([[Holder(Tracer())]], ["[0][0].value"])
    try expectPaths(["key": Tracer()], ["key"])
    try expectPaths(Holder(["key": [Tracer()]]), ["value.key[0]"])
  }

  @Test func `they are right in enums`() throws {
    try expectPaths(Choice.plain(Tracer()), ["plain._0"])
    try expectPaths(Holder(Choice.labelled(label: Tracer())), ["value.labelled.label"])
  }

  @Test func `they are right in wrappers of single values`() throws {
    try expectPaths(Disguised(Tracer()), [""])
    try expectPaths(Holder(Disguised(Tracer())), ["value"])
  }

  @Test func `in an object they begin at the object`() throws {
    final class Traced: Codable, SimplyNamed {
      var tracer = Tracer()
    }
    try expectPaths(Holder([Traced()]), ["tracer"])
  }
}
