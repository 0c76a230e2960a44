import Stele
import TestSupport
import Testing

@Suite struct `User info` {
  /// Looks into the user info of every coder that it meets.
  struct Witness: Codable {
    static let text = "seen"
    static let key = CodingUserInfoKey.named("witness")
    init() {}
    init(from decoder: any Decoder) throws { check(decoder.userInfo) }
    func encode(to encoder: any Encoder) throws {
      check(encoder.userInfo)
      var container = encoder.singleValueContainer()
      try container.encode(true)
    }
    private func check(_ info: [CodingUserInfoKey: Any]) {
      #expect((info[Self.key] as? String, info.count) == (Self.text, 1))
    }
  }

  final class Node: Codable {
    var witness = Witness()
    var next: Node?
    init(next: Node?) { self.next = next }
  }

  struct Places: Codable {
    var direct = Witness()
    var optional: Witness? = Witness()
    var list = [Witness(), Witness()]
    var map = ["a": Witness()]
    var holder = Holder(Holder(Witness()))
    var node = Node(next: Node(next: nil))
    var choice = Choice.some(Witness(), label: Witness())
    enum Choice: Codable { case some(Witness, label: Witness) }
  }

  struct Nested: Codable {
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      _ = try Witness(from: container.superDecoder())
      _ = try Witness(from: container.superDecoder(forKey: "forKey"))
      let keyed = try container.nestedContainer(keyedBy: AnyKey.self, forKey: "keyed")
      _ = try keyed.decode(Witness.self, forKey: "inner")
      var list = try container.nestedUnkeyedContainer(forKey: "list")
      _ = try list.decode(Witness.self)
      _ = try Witness(from: list.superDecoder())
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try Witness().encode(to: container.superEncoder())
      try Witness().encode(to: container.superEncoder(forKey: "forKey"))
      var keyed = container.nestedContainer(keyedBy: AnyKey.self, forKey: "keyed")
      try keyed.encode(Witness(), forKey: "inner")
      var list = container.nestedUnkeyedContainer(forKey: "list")
      try list.encode(Witness())
      try Witness().encode(to: list.superEncoder())
    }
  }

  private var trip: RoundTrip {
    var trip = RoundTrip()
    trip.encoder.userInfo[Witness.key] = Witness.text
    trip.decoder.userInfo[Witness.key] = Witness.text
    return trip
  }

  @Test func `every nested value and object sees it`() throws {
    _ = try trip(Witness())
    _ = try trip(Places())
    _ = try trip([Places(), Places()])
  }

  @Test func `every nested container and super coder sees it`() throws {
    _ = try trip(Nested())
    _ = try trip(["a": [Nested()]])
  }

  @Test func `it is empty when nothing was said`() throws {
    try decoding(archive: encoded { #expect($0.userInfo.isEmpty) }) {
      #expect($0.userInfo.count == 1)
    }
  }
}
