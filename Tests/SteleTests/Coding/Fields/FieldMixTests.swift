import Stele
import TestSupport
import Testing

struct FieldMixTests {
  enum Mood: String, Codable { case good, bad }

  enum Event: Codable, Hashable {
    case moved(ExplicitPoint, by: Int)
    case stopped
  }

  /// Synthesised coding around coding by hand.
  struct Outer: Codable, Equatable {
    var point: ExplicitPoint
    var points: [ExplicitPoint]
    var named: [String: ExplicitPoint]
    var keyed: [ExplicitPoint: Int]
    var maybe: ExplicitPoint?
    var none: ExplicitPoint?
    var set: Set<ExplicitPoint>
    var contiguous: ContiguousArray<ExplicitPoint>
    var event: Event
  }

  /// Coding by hand around synthesised coding.
  struct Wrapping: FieldCodable, Equatable {
    var outer: Outer
    var outers: [Outer]
    var mood: Mood
    var maybe: Outer?
    var deep: [[Int?]]
    var bytes: [UInt8]
    var numbers: [Double]
    var words: [Int: [String]]
    var pair: InPlace.Through<ExplicitPoint>

    init(outer: Outer) {
      self.outer = outer
      outers = [outer, outer]
      mood = .bad
      maybe = nil
      deep = [[1, nil], [], [nil]]
      bytes = [1, 2, 255]
      numbers = [0.5, -.infinity]
      words = [1: ["one"], 0: []]
      pair = InPlace.Through(ExplicitPoint(3, 4))
    }

    init(from fields: inout FieldDecoder) throws {
      outer = try fields.decode("outer")
      outers = try fields.decode("outers")
      mood = try fields.decode("mood")
      maybe = try fields.decode("maybe")
      deep = try fields.decode("deep")
      bytes = try fields.decode("bytes")
      numbers = try fields.decode("numbers")
      words = try fields.decode("words")
      pair = try fields.decode("pair")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(outer, "outer")
      try fields.encode(outers, "outers")
      try fields.encode(mood, "mood")
      try fields.encode(maybe, "maybe")
      try fields.encode(deep, "deep")
      try fields.encode(bytes, "bytes")
      try fields.encode(numbers, "numbers")
      try fields.encode(words, "words")
      try fields.encode(pair, "pair")
    }
  }

  private func outer() -> Outer {
    let point = ExplicitPoint(1, 2, "p")
    return Outer(
      point: point, points: [point, ExplicitPoint(0, 0)], named: ["a": point],
      keyed: [point: 5, ExplicitPoint(9, 9): 6], maybe: point, none: nil,
      set: [point, ExplicitPoint(7, 7)], contiguous: [point], event: .moved(point, by: 3))
  }

  @Test func `types of both kinds hold each other`() throws {
    #expect(try convert(outer(), to: Outer.self) == outer())
    let wrapping = Wrapping(outer: outer())
    #expect(try convert([wrapping, wrapping], to: [Wrapping].self) == [wrapping, wrapping])
    var stopped = wrapping
    stopped.outer.event = .stopped
    stopped.maybe = outer()
    #expect(try convert([wrapping, stopped], to: [Wrapping].self) == [wrapping, stopped])
  }

  /// A synthesised class that holds two-phase objects, weakly, strongly and late.
  final class Owner: Codable {
    var node: ExplicitNode
    @BackReference var weak: ExplicitNode?
    @LateReference var late: ExplicitNode?
    var shared: [ExplicitNode]

    init(_ node: ExplicitNode) {
      self.node = node
      shared = [node, node]
      weak = node
      late = node
    }
  }

  @Test func `objects are shared between types of both kinds`() throws {
    let node = ExplicitNode()
    node.value = 4
    let owner = Owner(node)
    let copies = try convert([owner, owner], to: [Owner].self)
    #expect(copies[0] === copies[1])
    let copy = copies[0]
    #expect(copy.node.value == 4)
    #expect(copy.weak === copy.node)
    #expect(copy.late === copy.node)
    #expect(copy.shared.allSatisfy { $0 === copy.node })
  }

  @Test func `an error in a value inside of others has its whole path`() throws {
    struct Wrong: Codable { var points: [String: [Bad]] }
    struct Bad: FieldCodable {
      init() {}
      init(from fields: inout FieldDecoder) throws { let _: Bool = try fields.decode("x") }
      func encode(to fields: inout FieldEncoder) throws { try fields.encode("text", "x") }
    }
    let failure = try failure(converting: Wrong(points: ["k": [Bad(), Bad()]]), to: Wrong.self)
    #expect(failure?.underlying?.keyPath == "points{k}[0].x")
    #expect(failure?.reason == .wrongType(.string))
  }
}
