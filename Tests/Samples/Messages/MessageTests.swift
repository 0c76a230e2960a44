import Foundation
import Stele
import SteleModel
import Testing

@Suite struct `Untrusted messages` {
  private let picture = Picture(name: "dot", width: 2, pixels: [1, 2, 3, 4])

  private var requests: [Request] {
    get throws {
      let name = try #require(Name("Ann"))
      let note = Attachment(name: "note")
      return [
        .join(name), .post(Post(text: "two of a kind", attachments: [picture, picture, note])),
        .leave,
      ]
    }
  }

  /// The bytes of requests, as a client sends them.
  private func sent(_ requests: [Request]) throws -> [UInt8] {
    let channel = Channel<Request, Response>()
    return try requests.flatMap { try channel.bytes(of: $0) }
  }

  /// The answers to requests, as a client receives them.
  private func answers(of session: Session, to requests: [Request]) throws -> [Response] {
    var channel = Channel<Request, Response>()
    return try channel.receive(session.receive(sent(requests))).map { try $0.get() }
  }

  private func archive(of request: Request) throws -> [UInt8] { Array(try sent([request])[4...]) }

  @Test(arguments: [1, 7, 10_000])
  func `a client and a server talk, however the bytes are divided`(byteCount: Int) throws {
    let session = Session()
    var client = Channel<Request, Response>()
    var answers: [Response] = []
    var rest = try sent(requests)[...]
    while !rest.isEmpty {
      let bytes = try session.receive(rest.prefix(byteCount))
      answers += try client.receive(bytes).map { try $0.get() }
      rest = rest.dropFirst(byteCount)
    }
    #expect(answers == [.welcome(try #require(Name("Ann"))), .posted(number: 1), .goodbye])
    let post = try #require(session.posts.first)
    #expect(post.attachments[0] is Picture && post.attachments[0] === post.attachments[1])
  }

  @Test func `an object of a class that is not allowed is refused, and the next message is not`()
    throws
  {
    let name = try #require(Name("Mallory"))
    let script = Post(text: "run this", attachments: [Script(name: "sh")])
    let session = Session()
    let answers = try answers(of: session, to: [.join(name), .post(script), .leave])
    #expect(
      answers == [.welcome(name), .refused(reason: "content that is not allowed"), .goodbye])
    #expect(session.posts.isEmpty)

    let error = #expect(throws: Refusal.self) {
      try Channel<Response, Request>(allowing: .ofRequests).message(archive(of: .post(script)))
    }
    guard case .unfit(let cause, _) = error else { throw try #require(error) }
    #expect(cause.reason == .classNotAllowed("Script"))
  }

  @Test func `a value that an initialiser refuses is refused`() throws {
    let picture = Picture(name: "skew", width: 3, pixels: [1, 2, 3, 4])
    let error = #expect(throws: Refusal.self) {
      let archive = try archive(of: .post(Post(text: "", attachments: [picture])))
      return try Channel<Response, Request>(allowing: .ofRequests).message(archive)
    }
    guard case .unfit(let cause, let text) = error else { throw try #require(error) }
    #expect(cause.reason == .valueDoesNotFit && cause.className == "Picture")
    #expect(text.contains("the rows differ in length"))
  }

  @Test func `a length beyond the limit closes the connection before its bytes arrive`() throws {
    let session = Session()
    var client = Channel<Request, Response>()
    let answers = try client.receive(session.receive([0xFF, 0xFF, 0xFF, 0xFF]))
    #expect(try answers.map { try $0.get() } == [.refused(reason: "too long")])
    #expect(!session.isOpen)
  }

  /// Random numbers of a seed, which is printed; `STELE_SEED` repeats one.
  private static func random() -> RandomNumbers {
    let given = ProcessInfo.processInfo.environment["STELE_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...(1 << 48))
    print("Seed \(seed); STELE_SEED repeats it")
    return RandomNumbers(state: seed)
  }

  @Test func `each message with changed bytes is refused or is a valid message`() throws {
    var random = Self.random()
    let channel = Channel<Response, Request>(allowing: .ofRequests)
    var refusalCount = 0
    for archive in try requests.map(archive) {
      for _ in 0..<1000 {
        var changed = archive
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: changed.indices, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: changed.remove(at: index)
          case 1: changed.insert(.random(in: 0...255, using: &random), at: index)
          default: changed[index] = .random(in: 0...255, using: &random)
          }
        }
        do {
          let message = try channel.message(changed)
          _ = try sent([message])  // all of it can be used
        } catch is Refusal {
          refusalCount += 1
        }
      }
    }
    #expect(refusalCount > 2000)
  }

  /// Checksums find accidents alone, so a sender with bad intentions makes them right.
  @Test func `each message with changed values and right checksums is refused or valid`() throws {
    var random = Self.random()
    let channel = Channel<Response, Request>(allowing: .ofRequests)
    let original = try ArchiveGraph(archive(of: requests[1]))
    var counts = (valid: 0, refused: 0)
    for _ in 0..<1000 {
      var graph = original
      let number = Int.random(in: graph.objects.indices, using: &random)
      graph.objects[number].values = graph.objects[number].values.map { value in
        guard Bool.random(using: &random) else { return value }
        let count = Int.random(in: 0...4, using: &random)
        return switch value {
        case .integer: .integer(Int128.random(in: -2...4, using: &random))
        case .bytes: .bytes(Array(repeating: 1, count: count))
        case .list: .list((0..<count).map { _ in .reference(.random(in: 1...4, using: &random)) })
        default: .string(String(repeating: "a", count: count))
        }
      }
      guard let archive = try? graph.encoded() else { continue }  // no valid archive
      do throws(Refusal) {
        guard case .post(let post) = try channel.message(archive) else { continue }
        let pictures = post.attachments.compactMap { $0 as? Picture }
        #expect(pictures.allSatisfy { $0.width > 0 && $0.pixels.count.isMultiple(of: $0.width) })
        counts.valid += 1
      } catch {
        counts.refused += 1
      }
    }
    #expect(counts.valid > 20 && counts.refused > 20)
  }
}

/// Random numbers of a seed (SplitMix64).
private struct RandomNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
