import Stele
import TestSupport
import Testing

struct AwakeTests {
  struct Refusal: Error {}

  /// A node that notes when it wakes up.
  final class Sleeper: TwoPhaseCodable, AwakeAfterDecoding {
    @TaskLocal static var log: LogBox?
    var name = ""
    var children: [Sleeper] = []
    @BackReference var parent: Sleeper?
    var plain: Plain?

    init() {}

    init(_ name: String, _ children: [Sleeper] = []) {
      self.name = name
      self.children = children
      for child in children { child.parent = self }
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(children, "children")
      try fields.encode(_parent, "parent")
      try fields.encode(plain, "plain")
    }

    func decode(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      children = try fields.decode("children")
      _parent = try fields.decode("parent")
      plain = try fields.decode("plain")
      Self.log?.names.append("fill \(name)")
    }

    func awake() throws {
      if name == "refuses" { throw Refusal() }
      Self.log?.names.append(name + (parent.map { " of \($0.name)" } ?? ""))
    }
  }

  /// An immutable object that does not wake up, between others.
  final class Plain: Codable {
    var below: Sleeper?
    @LateReference var late: Sleeper?

    init(_ below: Sleeper?, late: Sleeper? = nil) {
      self.below = below
      self.late = late
    }
  }

  /// Keeps the order in which objects of a test wake up.
  // Safe: each test has its own, on one thread.
  final class LogBox: @unchecked Sendable { var names: [String] = [] }

  private func log(of body: () throws -> Void) rethrows -> [String] {
    let box = LogBox()
    try Sleeper.$log.withValue(box, operation: body)
    return box.names
  }

  @Test func `all is filled before the first wakes up, and children wake before parents`() throws {
    let tree = Sleeper("a", [Sleeper("b", [Sleeper("d")]), Sleeper("c")])
    let bytes = try encoded(tree)
    let names = try log { _ = try SteleDecoder().decode(Sleeper.self, from: bytes) }
    #expect(names == ["fill a", "fill b", "fill c", "fill d", "d of b", "b of a", "c of a", "a"])
  }

  @Test func `objects in between and late references count`() throws {
    let object = Sleeper("top")
    object.plain = Plain(Sleeper("below"), late: Sleeper("late"))
    let bytes = try encoded(object)
    let names = try log { _ = try SteleDecoder().decode(Sleeper.self, from: bytes) }
    #expect((names.suffix(3), names.count) == (["below", "late", "top"], 6))
  }

  @Test func `in a cycle each object wakes up once`() throws {
    let first = Sleeper("a")
    let second = Sleeper("b", [first])
    first.children = [second]
    defer { first.children = [] }
    let bytes = try encoded(first)
    var copy: Sleeper?
    let names = try log { copy = try SteleDecoder().decode(Sleeper.self, from: bytes) }
    copy?.children = []
    #expect((names.suffix(2).sorted(), names.count) == (["a of b", "b"], 4))
  }

  @Test func `an object that refuses to wake up makes decoding fail`() throws {
    let bytes = try encoded(Sleeper("a", [Sleeper("refuses")]))
    let unarchiver = try Unarchiver(bytes)
    #expect(throws: Refusal.self) { try unarchiver.decode(Sleeper.self) }
    #expect(throws: DecodingError.self) { try unarchiver.decode(Sleeper.self) }
  }

  @Test func `each call wakes the objects that it has made`() throws {
    let inner = Sleeper("inner")
    let archiver = Archiver()
    try archiver.encode(Sleeper("outer", [inner]), root: "outer")
    try archiver.encode(inner, root: "inner")
    let unarchiver = try Unarchiver(verified(archiver.finish()))
    let first = try log { _ = try unarchiver.decode(Sleeper.self, root: "inner") }
    #expect(first == ["fill inner", "inner"])
    let second = try log { _ = try unarchiver.decode(Sleeper.self, root: "outer") }
    #expect(second == ["fill outer", "outer"])
    let third = try log { _ = try unarchiver.decode(Sleeper.self, root: "outer") }
    #expect(third == [])
  }

  /// A class with synthesised coding that wakes up.
  final class Counter: Codable, AwakeAfterDecoding {
    var parts: [Counter]
    var count = 0
    private enum CodingKeys: CodingKey { case parts }

    init(_ parts: [Counter]) { self.parts = parts }

    func awake() { count = 1 + parts.reduce(0) { $0 + $1.count } }
  }

  @Test func `classes whose coding is synthesised wake up, too`() throws {
    let shared = Counter([Counter([])])
    let copy = try convert(Counter([shared, Counter([shared])]), to: Counter.self)
    #expect(copy.count == 6)
  }

  /// A link of a long chain.
  final class Link: TwoPhaseCodable, AwakeAfterDecoding {
    var next: Link?
    var height = 0

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(next, "next") }

    func decode(from fields: inout FieldDecoder) throws { next = try fields.decode("next") }

    func awake() { height = (next?.height ?? 0) + 1 }

    static func free(_ first: Link) {
      var link = first
      while let next = link.next {
        link.next = nil
        link = next
      }
    }
  }

  @Test func `a long chain wakes up without taking stack`() throws {
    let count = try onStack {
      let first = Link()
      var last = first
      for _ in 1..<deepCount {
        let next = Link()
        last.next = next
        last = next
      }
      defer { Link.free(first) }
      let copy = try convert(first, to: Link.self)
      defer { Link.free(copy) }
      return copy.height
    }
    #expect(count == deepCount)
  }
}
