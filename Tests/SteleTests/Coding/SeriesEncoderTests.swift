import Stele
import TestSupport
import Testing

/// Series encoders keep nothing of an archive but what does not depend on its content.
struct SeriesEncoderTests {
  final class Pair: FieldEncodable {
    let name: String
    let other: Pair?

    init(_ name: String, _ other: Pair? = nil) {
      self.name = name
      self.other = other
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(other, "other")
    }
  }

  final class Note: Encodable {
    var text: String?
    var pair: Pair?
    var values: [Double] = []

    init(_ text: String?, _ pair: Pair? = nil) {
      self.text = text
      self.pair = pair
    }
  }

  final class Ring: Encodable {
    var next: Ring?
  }

  enum First {
    final class Item: Codable, SimplyNamed {
      var number = 1
    }
  }

  enum Second {
    final class Item: Codable, SimplyNamed {
      var text = "second"
    }
  }

  /// Encodes a value with the encoder that encodes it.
  struct Nested: Encodable {
    let encoder: SeriesEncoder
    let pair: Pair
    private enum CodingKeys: CodingKey { case archive, pair }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(self.encoder.encode(pair), forKey: .archive)
      try container.encode(pair, forKey: .pair)
    }
  }

  struct Refused: Error {}

  struct Failure: Encodable {
    let pair: Pair
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(pair)
      throw Refused()
    }
  }

  private func expectSame(_ value: some Encodable, _ series: SeriesEncoder) throws {
    let wanted = try SteleEncoder().encode(value)
    #expect(try series.encode(value) == wanted)
  }

  @Test func `classes of one name may be in different archives`() throws {
    let series = SeriesEncoder()
    for _ in 0..<3 {
      try expectSame(First.Item(), series)
      try expectSame(First.Item(), series)
      try expectSame(Second.Item(), series)
      try expectSame(Second.Item(), series)
    }
  }

  @Test func `objects are released after each archive`() throws {
    let series = SeriesEncoder()
    weak var last: Note?
    for number in 0..<4 {
      let note = Note("\(number)", Pair("p"))
      note.values = Array(repeating: 1, count: 5000)
      last = note
      _ = try series.encode(note)
    }
    #expect(last == nil)
    do {
      let pair = Pair("failed")
      #expect(throws: Refused.self) { try series.encode(Failure(pair: pair)) }
    }
    try expectSame(Note("after", Pair("p")), series)
  }

  @Test func `objects of archives that are large or refused at their end are released, too`() throws
  {
    let series = SeriesEncoder()
    weak var last: Note?
    do {
      let note = Note("large")
      note.values = (0..<20_000).map(Double.init)
      last = note
      _ = try series.encode(note)
    }
    #expect(last == nil)
    weak var lastRing: Ring?
    do {
      let ring = Ring()
      ring.next = ring
      lastRing = ring
      #expect(throws: EncodingError.self) { try series.encode(ring) }
      ring.next = nil
    }
    #expect(lastRing == nil)
  }

  @Test func `values may use the encoder that encodes them`() throws {
    let series = SeriesEncoder()
    for _ in 0..<3 {
      let pair = Pair("nested", Pair("inner"))
      let value = Nested(encoder: series, pair: pair)
      #expect(
        try series.encode(value)
          == SteleEncoder().encode(Nested(encoder: SeriesEncoder(), pair: pair)))
      try expectSame(pair, series)
    }
  }

  @Test func `large archives come between small ones`() throws {
    let series = SeriesEncoder()
    for _ in 0..<2 {
      try expectSame(Pair("small"), series)
      try expectSame((0..<2000).map { Pair("\($0)") }, series)
      try expectSame([Double](repeating: 0.5, count: 20_000), series)
    }
  }
}
