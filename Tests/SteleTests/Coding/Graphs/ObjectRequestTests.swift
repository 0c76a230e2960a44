import Stele
import TestSupport
import Testing

@Suite struct `Objects that are asked for` {
  @Test func `the same object is given at each request`() throws {
    try decoding(Holder([Tag("t")])) { decoder throws in
      let container = try decoder.container(keyedBy: AnyKey.self)
      let first = try container.decode([Tag].self, forKey: "value")
      let second = try container.decode([Tag].self, forKey: "value")
      #expect(first[0] === second[0])
      var list = try container.nestedUnkeyedContainer(forKey: "value")
      #expect(try list.decode(Tag.self) === first[0])
      list = try container.nestedUnkeyedContainer(forKey: "value")
      #expect(try list.superDecoder().singleValueContainer().decode(Tag.self) === first[0])
    }
  }

  @Test func `encodeConditional refers to an object that is archived elsewhere`() throws {
    struct Conditional: Codable {
      enum CodingKeys: CodingKey { case tag, other }
      var tag: Tag
      var other: Tag?
      init(_ tag: Tag) { (self.tag, other) = (tag, tag) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tag, forKey: .tag)
        try container.encodeConditional(tag, forKey: .other)
      }
    }
    let copy = try roundTrip(Conditional(Tag("t")))
    #expect(copy.other === copy.tag)
  }

  @Test func `an error of one object is the error of each request for it`() throws {
    final class Broken: Codable, SimplyNamed {
      struct Failure: Error {}
      var name = "b"
      init() {}
      init(from decoder: any Decoder) throws { throw Failure() }
    }
    struct Patient: Codable {
      var broken = Broken()
      var tag = Tag("t")
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for _ in 0..<3 {
          #expect(throws: Broken.Failure.self) {
            try container.decode(Broken.self, forKey: .broken)
          }
        }
        tag = try container.decode(Tag.self, forKey: .tag)
      }
    }
    #expect(try convert(Patient(), to: Patient.self).tag.name == "t")
  }
}
