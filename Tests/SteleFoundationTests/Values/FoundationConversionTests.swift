import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// Values of Foundation that a later program reads as another type, and the other way round.
@Suite struct `Conversions of values of Foundation` {
  @Test func `integers become decimal numbers, and integral decimal numbers integers`() throws {
    for number in [0, 1, -1, 100, Int.max, .min] {
      let decimal = Decimal(number)
      #expect(try convert([number], to: [Decimal].self) == [decimal])
      #expect(try convert(["a": decimal], to: [String: Int].self) == ["a": number])
    }
    #expect(try convert(UInt128.max, to: Decimal.self) == Decimal(string: "\(UInt128.max)"))
    #expect(try convert(Decimal(string: "1.50"), to: Decimal?.self) == Decimal(string: "1.5"))
    let failure = try failure(converting: ["a": Decimal(1.5)], to: [String: Int].self)
    #expect(failure == CodingFailure(.dataCorrupted, "a", .valueDoesNotFit))
  }

  struct Old<Value: Codable>: Codable, ArchiveDeclaring {
    var value: Value
    static var archiveClass: ArchiveClass { ArchiveClass("Row") }
  }

  struct New: Codable, ArchiveDeclaring {
    var id: String
    var time: Double
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Row", version: 2,
        keys: [
          .key("id", since: 2, aliases: ["value"]).converting(from: UUID.self) { $0.uuidString },
          .key("time", since: 2, default: 0),
        ])
    }
  }

  @Test func `a uuid is no string and a date no number, and the error names the line to write`()
    throws
  {
    let uuid = try #require(try failure(converting: Old(value: UUID()), to: Old<String>.self))
    #expect(uuid == CodingFailure(.typeMismatch, "value", .wrongType(.uuid)))
    #expect(
      uuid.description.contains(
        """
        declare how to convert it: .key("value").converting(from: UUID.self) { ... }.
        """))
    let date = try #require(try failure(converting: Old(value: Date()), to: Old<Double>.self))
    #expect(date == CodingFailure(.typeMismatch, "value", .wrongType(.date)))
    #expect(date.description.contains(".key(\"value\").converting(from: Date.self) { ... }."))
    let integer = try failure(converting: Old(value: 5), to: Old<Date>.self)
    #expect(integer == CodingFailure(.typeMismatch, "value", .wrongType(.int64)))
  }

  /// A value as a program writes it that is not linked with `SteleFoundation`.
  struct Plain<Value: Codable>: Codable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  @Test func `archives of programs without the module are read`() throws {
    let (uuid, date) = (UUID(), Date(timeIntervalSinceReferenceDate: 0.5))
    let row = Old(value: Plain(uuid))
    #expect(try convert(row, to: Old<String>.self).value == uuid.uuidString)
    #expect(try convert(row, to: Old<UUID>.self).value == uuid)
    #expect(try convert([Plain(date)], to: [Double].self) == [0.5])
    #expect(try convert([Plain(date)], to: [Date].self) == [date])
    #expect(try convert(["a": Plain(date)], to: [String: Date?].self) == ["a": date])
  }

  @Test func `other numbers are no date, and other lists no data`() throws {
    #expect(try convert(Old(value: [] as [UInt8]), to: Old<Data>.self).value == Data())
    #expect(try convert([Plain(Data([1, 2]))], to: [Data].self) == [Data([1, 2])])
    #expect(try convert([Plain(Data())], to: [Data].self) == [Data()])
    for failure in [
      try failure(converting: Old(value: Float(1)), to: Old<Date>.self),
      try failure(converting: Old(value: [1, 2]), to: Old<Data>.self),
      try failure(converting: Old(value: [Int]()), to: Old<Data>.self),
      try failure(converting: Old(value: [String]()), to: Old<Data>.self),
      try failure(converting: Old(value: [1, 2, 3, 4]), to: Old<[UInt8: Int]>.self),
      try failure(converting: Old(value: [1, 2] as [UInt8]), to: Old<[UInt8: Int]>.self),
    ] {
      #expect((failure?.kind, failure?.path) == (.typeMismatch, "value"))
      #expect(failure?.underlying?.hint?.contains(".key(\"value\").converting(from: ") == true)
    }
  }

  /// One value of each kind, by the names of their types.
  private static let samples: [(String, any Codable & Sendable)] = [
    ("Int", 3), ("UInt8", 3 as UInt8), ("Double", 3.0), ("Float", 3 as Float), ("Bool", true),
    ("String", "3"), ("Decimal", 3 as Decimal), ("Date", Date(timeIntervalSinceReferenceDate: 3)),
    ("UUID", UUID()), ("Data", Data([3])), ("URL", URL(filePath: "/3")), ("[Int]", [3]),
    ("[UInt8]", [3] as [UInt8]), ("Set<Int>", Set([3])), ("[String: Int]", ["3": 3]),
    ("[UInt8: Int]", [3: 3] as [UInt8: Int]), ("Int?", 3 as Int?),
  ]

  /// The types as which a value of a type is read, besides its own type and the optional of that.
  private static let table = [
    "Int": "UInt8 Double Float Decimal Int?", "UInt8": "Int Double Float Decimal Int?",
    "Double": "Int UInt8 Float Date Int?", "Float": "Int UInt8 Double Int?", "Bool": "",
    "String": "URL", "Decimal": "Int UInt8 Int?", "Date": "", "UUID": "", "Data": "",
    "URL": "String", "[Int]": "[UInt8] Set<Int>", "[UInt8]": "Data [Int] Set<Int>",
    "Set<Int>": "[Int] [UInt8]", "[String: Int]": "", "[UInt8: Int]": "",
    "Int?": "Int UInt8 Double Float Decimal",
  ]

  @Test func `the table of conversions is what properties read`() throws {
    for (name, value) in Self.samples {
      func bytes<T: Codable>(_ value: T) throws -> [UInt8] {
        try verified(SteleEncoder().encode(Old(value: value)))
      }
      let bytes = try bytes(value)
      let found = Self.samples.filter { other, sample in
        func isRead<T: Codable>(_: T) -> Bool {
          (try? SteleDecoder().decode(Old<T>.self, from: bytes)) != nil
        }
        return other != name && isRead(sample)
      }
      #expect(found.map(\.0).joined(separator: " ") == Self.table[name], "\(name)")
    }
  }

  struct Unix: Codable, ArchiveDeclaring {
    var value: Date
    var id: UUID?
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Row", version: 2,
        keys: [
          .key("value").converting(from: Double.self) { Date(timeIntervalSince1970: $0) },
          .key("id").converting(from: String.self) { UUID(uuidString: $0 + "89ABCDEF") },
        ])
    }
  }

  struct Both: Codable, ArchiveDeclaring {
    var value: Double
    var id: String
    static var archiveClass: ArchiveClass { ArchiveClass("Row") }
  }

  @Test func `a conversion that is declared goes before that of the type`() throws {
    let id = "00112233-4455-6677-8899-0123"
    let copy = try convert(Both(value: 86_400, id: id), to: Unix.self)
    #expect(copy.value == Date(timeIntervalSince1970: 86_400))
    #expect(copy.id == UUID(uuidString: id + "89ABCDEF"))
    #expect(try convert(copy, to: Unix.self).value == copy.value)
    #expect(try convert(copy, to: Unix.self).id == copy.id)
  }

  /// A value of one of several types, in the order in which programs try them.
  enum Choice: Codable, Equatable {
    case date(Date)
    case id(UUID)
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let date = try? container.decode(Date.self) {
        self = .date(date)
      } else if let id = try? container.decode(UUID.self) {
        self = .id(id)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .date(let date): try container.encode(date)
      case .id(let id): try container.encode(id)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  @Test func `a type that tries one after the other gets what was encoded`() throws {
    let choices: [Choice] = [
      .number(1.5), .text(UUID().uuidString), .id(UUID()), .date(Date()), .text(""),
    ]
    #expect(try convert(choices, to: [Choice].self) == choices)
    for choice in choices {
      #expect(try convert(choice, to: Choice.self) == choice)
      #expect(try convert(Old(value: choice), to: Old<Choice>.self).value == choice)
    }
  }

  @Test func `a declared conversion reads them`() throws {
    let uuid = UUID()
    #expect(try convert(Old(value: uuid), to: New.self).id == uuid.uuidString)
  }
}
