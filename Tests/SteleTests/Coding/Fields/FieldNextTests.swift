import Stele
import TestSupport
import Testing

/// Values of one type, each read with the state that the one before has left.
struct FieldNextTests {
  /// Writes some keys only sometimes, so that values of several entries follow each other; has values of its own type.
  struct Varied: FieldCodable, Equatable {
    var number: Int
    var text: String?
    var inner: [Varied] = []

    init(_ number: Int, _ text: String? = nil, _ inner: [Varied] = []) {
      self.number = number
      self.text = text
      self.inner = inner
    }

    init(from fields: inout FieldDecoder) throws {
      number = try fields.decode("number")
      guard number >= 0 else { throw NegativeNumber(path: fields.codingPath.map(\.stringValue)) }
      text = try fields.decode("text")
      inner = try fields.decode("inner", as: [Varied]?.self) ?? []
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(number, "number")
      if let text { try fields.encode(text, "text") }
      if !inner.isEmpty { try fields.encode(inner, "inner") }
    }
  }

  struct NegativeNumber: Error, Equatable { let path: [String] }

  /// Has one value of the type, and one that may not be there.
  struct Pair: FieldCodable, Equatable {
    var first: Varied
    var second: Varied?

    init(_ first: Varied, _ second: Varied?) {
      self.first = first
      self.second = second
    }

    init(from fields: inout FieldDecoder) throws {
      first = try fields.decode("first")
      second = try fields.decode("second")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(first, "first")
      try fields.encode(second, "second")
    }
  }

  @Test func `values of several entries follow each other`() throws {
    let values = (0..<20).map { number in
      Varied(
        number, number.isMultiple(of: 3) ? "a text of some length" : nil,
        number.isMultiple(of: 4) ? [Varied(100 + number), Varied(200 + number, "t")] : [])
    }
    #expect(try convert(values, to: [Varied].self) == values)
    let pairs = values.map { Pair($0, $0.number.isMultiple(of: 2) ? values[0] : nil) }
    #expect(try convert(pairs, to: [Pair].self) == pairs)
  }

  @Test func `a value that throws says where it is, and the next one is read`() throws {
    let archiver = Archiver()
    try archiver.encode(
      [Pair(Varied(1), nil), Pair(Varied(2), Varied(3, nil, [Varied(4), Varied(-5)]))],
      root: "wrong")
    try archiver.encode([Pair(Varied(6), Varied(7))], root: "right")
    let unarchiver = try Unarchiver(try archiver.finish())
    #expect(throws: NegativeNumber(path: ["Index 1", "second", "inner", "Index 1"])) {
      try unarchiver.decode([Pair].self, root: "wrong")
    }
    #expect(try unarchiver.decode([Pair].self, root: "right") == [Pair(Varied(6), Varied(7))])
  }
}
