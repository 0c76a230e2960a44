import Stele
import TestSupport
import Testing

/// Whatever is encoded can be decoded, in every form that an archive can have.
struct OutputFormTests {
  /// A value that writes one of several types, or nil, through a single-value container.
  enum Cell: Codable, Hashable {
    case number(Int)
    case text(String)
    case empty

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .empty
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .empty: try container.encodeNil()
      }
    }
  }

  struct Row<Value: Codable & Hashable>: Codable, Hashable {
    var value: Value
    var other: Value?
  }

  /// All sequences of some length.
  private func sequences<T>(of elements: [T], count: Int) -> [[T]] {
    (0..<count).reduce([[]]) { lists, _ in lists.flatMap { list in elements.map { list + [$0] } } }
  }

  @Test func `a value that is an integer, a string or nil is decoded from every form`() throws {
    for cells in sequences(of: [Cell.number(1), .empty, .text("q")], count: 4) {
      try expectEveryForm(of: cells)
      try expectEveryForm(of: cells.map { Row(value: $0) })
      try expectEveryForm(of: cells.map { ["a": $0] })
      let rows = cells.map { Row(value: $0) }
      try expectEveryForm(of: [rows: rows.map { [$0] }])
    }
  }

  @Test func `an optional of such a value is decoded from every form`() throws {
    for cells in sequences(of: [Cell.number(1), nil, .text("q")], count: 4) {
      try expectEveryForm(of: cells)
      try expectEveryForm(of: cells.map { Row(value: $0) })
      try expectEveryForm(of: cells.map { Row(value: Cell.empty, other: $0) })
      try expectEveryForm(of: cells.map { ["a": $0] })
    }
  }

  /// A value that writes one of several types, each of which may be nil.
  enum Doubt: Codable, Hashable {
    case number(Int??)
    case text(String??)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int??.self) {
        self = .number(number)
      } else if let text = try? container.decode(String??.self) {
        self = .text(text)
      } else {
        self = .number(nil)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  @Test func `optionals in optionals keep their nils in every form`() throws {
    let doubts = [Doubt.number(1), .number(.some(nil)), .number(nil), .text("q")]
    for doubts in sequences(of: doubts, count: 3) {
      try expectEveryForm(of: doubts.map { Row(value: $0) })
    }
    for numbers in sequences(of: [Int??.some(1), .some(nil), nil], count: 3) {
      try expectEveryForm(of: numbers)
      try expectEveryForm(of: numbers.map { Row(value: $0) })
      try expectEveryForm(of: numbers.map { Row(value: 1, other: $0) })
    }
  }
}
