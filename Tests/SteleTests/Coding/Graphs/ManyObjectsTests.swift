import Stele
import TestSupport
import Testing

@Suite(.serialized) struct `Lists of very many objects` {
  #if DEBUG
    static let count = 40_000
  #else
    static let count = 1_000_000
  #endif

  @Test func `a long list comes back on a thread with 512 KB`() throws {
    try onStack {
      let list = Link.list(count: Self.count)
      let bytes = try SteleEncoder().encode(list)
      #expect(Link.takeApart(list) == Self.count)
      _ = try verified(bytes)
      let copy = try SteleDecoder().decode(Link.self, from: bytes)
      var value = 0
      for link in sequence(first: copy, next: \.next) {
        if link.value != value { break }
        value += 1
      }
      #expect(value == Self.count)
      #expect(Link.takeApart(copy) == Self.count)
    }
  }

  @Test func `a long doubly linked list comes back on a thread with 512 KB`() throws {
    try onStack {
      let count = Self.count / 2
      let nodes = DoubleLink.list(count: count)
      let bytes = try encoded(nodes[0])
      for node in nodes { node.next = nil }
      let copy = try SteleDecoder().decode(DoubleLink.self, from: bytes)
      let all = Array(sequence(first: copy, next: \.next))
      #expect(all.count == count)
      #expect(zip(all, all.dropFirst()).allSatisfy { $1.previous === $0 })
      for node in all { node.next = nil }
    }
  }

  final class Fragile: Codable {
    struct Broken: Error {}
    var isBroken: Bool
    var next: Fragile?
    init(isBroken: Bool, next: Fragile?) { (self.isBroken, self.next) = (isBroken, next) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isBroken = try container.decode(Bool.self, forKey: .isBroken)
      next = try container.decodeIfPresent(Fragile.self, forKey: .next)
      if isBroken { throw Broken() }
    }
    static func list(count: Int, broken: Int) -> Fragile {
      var head = Fragile(isBroken: broken == count - 1, next: nil)
      for index in (0..<(count - 1)).reversed() {
        head = Fragile(isBroken: index == broken, next: head)
      }
      return head
    }
    func takeApart() {
      var next: Fragile? = self
      while let node = next {
        next = node.next
        node.next = nil
      }
    }
  }

  @Test(arguments: [0, deepCount / 2, deepCount - 1])
  func `a failure at one of many linked objects throws and lets go of all`(_ place: Int) throws {
    try onStack {
      let list = Fragile.list(count: deepCount, broken: place)
      let bytes = try encoded(list)
      list.takeApart()
      #expect(throws: Fragile.Broken.self) {
        try SteleDecoder().decode(Fragile.self, from: bytes)
      }
    }
  }

  @Test func `an error of an object that nobody asks for surfaces nowhere`() throws {
    struct Both: Codable { var tag: Tag, list: Fragile }
    struct One: Codable { var tag: Tag }
    let list = Fragile.list(count: 1000, broken: 999)
    #expect(try convert(Both(tag: Tag("t"), list: list), to: One.self).tag.name == "t")
  }
}
