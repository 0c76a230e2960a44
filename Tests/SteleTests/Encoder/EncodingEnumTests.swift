import Stele
import SteleModel
import Testing
import TestSupport

struct EncodingEnumTests {
  private enum Shape: Codable {
    case empty
    case circle(radius: Double)
    case named(String, Int?)
    indirect case group([Shape])
  }

  @Test func `enums with payloads have a case for each that was seen`() throws {
    let graph = try graph(
      of: [Shape.circle(radius: 1), .circle(radius: 2), .empty, .named("a", nil), .named("b", 5)])
    #expect(graph.roots[0].type == .list(.enum("Shape")))
    let last = try #require(graph.classes.entries.last)
    #expect(last.kind == .enum)
    #expect(
      last.cases == [
        ArchiveCase("circle", keys: [ArchiveKey("radius", .float64)]), ArchiveCase("empty"),
        ArchiveCase(
          "named", keys: [ArchiveKey("_0", .string), ArchiveKey("_1", .int64, presence: .optional)]),
      ])
    guard case .list(let elements) = graph.roots[0].value else { return }
    #expect(
      elements.compactMap { element -> Int? in
        guard case .enum(let value) = element else { return nil }
        return value.caseIndex
      } == [0, 0, 1, 2, 2])
    #expect(
      elements.last
        == .enum(
          ArchiveEnumValue(
            entry: graph.classes.count, caseIndex: 2, values: [.string("b"), .integer(5)])))
  }

  @Test func `enums inside of enums are values of their own`() throws {
    let graph = try graph(of: Shape.group([.empty, .group([.circle(radius: 3)])]))
    #expect(graph.roots[0].type == .enum("Shape"))
    #expect(graph.objects.isEmpty)
  }

  @Test func `an enum in an optional is no list's element`() throws {
    let graph = try graph(of: [Shape?.some(.empty), nil, .some(.circle(radius: 1))])
    #expect(graph.roots[0].type == .list(.optional(.enum("Shape"))))
  }

  private enum Sometimes: Encodable {
    case one, two
    private enum Key: CodingKey { case a, b }
    private enum Inner: CodingKey { case x }

    func encode(to encoder: any Encoder) throws {
      var top = encoder.container(keyedBy: Key.self)
      var inner = top.nestedContainer(keyedBy: Inner.self, forKey: .a)
      try inner.encode(1, forKey: .x)
      if self == .two { try top.encode(2, forKey: .b) }
    }
  }

  @Test func `an enum that writes more than a case is a struct`() throws {
    let graph = try graph(of: [Sometimes.two])
    #expect(graph.roots[0].type == .list(.struct("Sometimes")))
    let both = try root(of: [Sometimes.one, .two])
    #expect(both.type == .list(.any))
  }
}
