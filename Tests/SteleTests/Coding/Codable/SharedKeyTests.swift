import Stele
import SteleModel
import TestSupport
import Testing

/// One type of keys for all classes of a hierarchy.
private enum CommonKey: CodingKey { case top, middle, bottom }

@Suite struct `Hierarchies that share their keys` {
  class Top: Codable {
    var top: Int
    init(top: Int) { self.top = top }
    required init(from decoder: any Decoder) throws {
      top = try decoder.container(keyedBy: CommonKey.self).decode(Int.self, forKey: .top)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CommonKey.self)
      try container.encode(top, forKey: .top)
    }
  }

  class Middle: Top {
    var middle: String
    init(top: Int, middle: String) {
      self.middle = middle
      super.init(top: top)
    }
    required init(from decoder: any Decoder) throws {
      middle = try decoder.container(keyedBy: CommonKey.self).decode(String.self, forKey: .middle)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CommonKey.self)
      try container.encode(middle, forKey: .middle)
      try super.encode(to: encoder)
    }
  }

  final class Bottom: Middle {
    var bottom: [Double]
    init(top: Int, middle: String, bottom: [Double]) {
      self.bottom = bottom
      super.init(top: top, middle: middle)
    }
    required init(from decoder: any Decoder) throws {
      bottom = try decoder.container(keyedBy: CommonKey.self).decode([Double].self, forKey: .bottom)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CommonKey.self)
      try container.encode(bottom, forKey: .bottom)
    }
  }

  @Test func `each class comes back`() throws {
    #expect(try roundTrip(Top(top: 1)).top == 1)
    let middle = try roundTrip(Middle(top: 1, middle: "m"))
    #expect((middle.top, middle.middle) == (1, "m"))
    let bottom = try roundTrip(Bottom(top: 1, middle: "m", bottom: [0.5]))
    #expect((bottom.top, bottom.middle, bottom.bottom) == (1, "m", [0.5]))
  }

  @Test func `all classes come back in one list`() throws {
    let decoder = SteleDecoder(allowing: [Middle.self, Bottom.self])
    let copy = try RoundTrip(decoder: decoder)(
      [
        Bottom(top: 1, middle: "a", bottom: []), Top(top: 2), Middle(top: 3, middle: "b"),
        Bottom(top: 4, middle: "c", bottom: [1]),
      ] as [Top])
    #expect(copy.map(\.top) == [1, 2, 3, 4])
    #expect(copy.map { ($0 as? Middle)?.middle } == ["a", nil, "b", "c"])
    #expect((copy[3] as? Bottom)?.bottom == [1])
  }

  class Plain {
    var ignored = 1
  }

  final class Derived: Plain, Codable, SimplyNamed {
    var kept: Int
    init(kept: Int) { self.kept = kept }
    private enum CodingKeys: CodingKey { case kept }
    init(from decoder: any Decoder) throws {
      kept = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .kept)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kept, forKey: .kept)
    }
  }

  @Test func `a superclass that cannot be archived is no level`() throws {
    #expect(try roundTrip(Derived(kept: 5)).kept == 5)
    let archive = try ArchiveReader(opening: encoded(Derived(kept: 5)))
    #expect(archive.classes.entries.map(\.name) == ["Derived"])
  }
}
