import Foundation
import Stele
import SteleFoundation
import SteleModel
import Testing

/// The archived types of Foundation's values.
struct WireTypeTests {
  private func root<Content: Encodable>(of content: Content) throws -> ArchiveNamedValue {
    let bytes: [UInt8] = try SteleEncoder().encode(content)
    let graph = try ArchiveGraph(bytes)
    return try #require(graph.roots.first)
  }

  @Test func `dates, data, uuids, decimal numbers and urls have types of the format`() throws {
    #expect(try root(of: Date(timeIntervalSinceReferenceDate: 0.5)).type == .date)
    #expect(try root(of: Date(timeIntervalSinceReferenceDate: 0.5)).value == .date(0.5))
    #expect(try root(of: Data([1, 2])).value == .bytes([1, 2]))
    #expect(try root(of: Data([1, 2])).type == .bytes)
    let uuid = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
    #expect(try root(of: uuid).value == .uuid(255))
    #expect(try root(of: uuid).type == .uuid)
    let price = Decimal(sign: .plus, exponent: -2, significand: 1999)
    #expect(
      try root(of: price).value
        == .decimal(.number(isNegative: false, mantissa: 1999, exponent: -2)))
    #expect(try root(of: price).type == .decimal)
    let url = try #require(URL(string: "https://example.org/"))
    #expect(try root(of: url).value == .string("https://example.org/"))
    #expect(try root(of: url).type == .string)
  }

  @Test func `collections of them have them as elements`() throws {
    #expect(try root(of: [Date(timeIntervalSinceReferenceDate: 1)]).type == .list(.date))
    #expect(try root(of: [UUID(): Data()]).type == .map(key: .uuid, value: .bytes))
    #expect(try root(of: Set<Decimal>([1])).type == .set(.decimal))
    #expect(try root(of: Optional(Data([1]))).type == .optional(.bytes))
  }

  @Test func `a url that is relative has the keys of its Codable`() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    let relative = try #require(URL(string: "b", relativeTo: base))
    guard case .struct = try root(of: relative).type else {
      Issue.record("no struct")
      return
    }
  }
}
