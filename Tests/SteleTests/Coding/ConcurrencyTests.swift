import Stele
import TestSupport
import Testing

struct ConcurrencyTests {
  final class Station: Codable {
    let name: String
    let lines: Set<Int>
    let next: Station?
    let tags: [String: [Double]]

    init(_ name: String, next: Station?) {
      self.name = name
      self.next = next
      lines = Set(name.utf8.map { Int($0) })
      tags = ["length": [1.5, Double(name.utf8.count)], name: []]
    }
  }

  /// A generic class, so that each thread has a type that no other has met.
  final class Crate<Content: Codable>: Codable {
    let content: Content
    let other: Station

    init(_ content: Content, _ other: Station) {
      self.content = content
      self.other = other
    }
  }

  private static func line(_ worker: Int) -> Station {
    (0..<40).reduce(Station("end \(worker)", next: nil)) { next, number in
      Station("station \(number) of \(worker)", next: next)
    }
  }

  private static var encoder: SteleEncoder { .canonical }

  /// Encodes and decodes a few times, and gives the bytes, which were always the same.
  private static func work<Content: Codable & Equatable>(
    _ content: Content, worker: Int, encoder: SteleEncoder, decoder: SteleDecoder, rounds: Int = 20
  ) throws -> [UInt8] {
    var first: [UInt8]?
    for _ in 0..<rounds {
      let crate = Crate(content, line(worker))
      let bytes = try encoder.encode(crate)
      #expect(bytes == first ?? bytes)
      first = bytes
      let copy = try decoder.decode(Crate<Content>.self, from: bytes)
      #expect((copy.content, copy.other.name) == (content, crate.other.name))
      #expect(copy.other.next?.lines == crate.other.next?.lines)
      #expect(copy.other.next?.next?.tags == crate.other.next?.next?.tags)
    }
    return try #require(first)
  }

  @Test func `threads that begin at once, each with coders of its own, get what one would`()
    async throws
  {
    let works: [@Sendable (SteleEncoder, SteleDecoder, Int) throws -> [UInt8]] = [
      { try Self.work([1, 2], worker: 0, encoder: $0, decoder: $1, rounds: $2) },
      { try Self.work("one", worker: 1, encoder: $0, decoder: $1, rounds: $2) },
      { try Self.work(["k": true], worker: 2, encoder: $0, decoder: $1, rounds: $2) },
    ]
    let results = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (index, work) in works.enumerated() {
        group.addTask { (index, try work(Self.encoder, SteleDecoder(), 20)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let (encoder, decoder) = (Self.encoder, SteleDecoder())
    for (index, work) in works.enumerated() {
      #expect(try results[index] == work(encoder, decoder, 1))
    }
  }

  @Test func `threads may share copies of one coder`() async throws {
    let (encoder, decoder) = (Self.encoder, SteleDecoder())
    let results = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<4 {
        group.addTask { try Self.work(7, worker: 9, encoder: encoder, decoder: decoder) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(results.count == 1)
  }
}
