import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// Values of Foundation that a later program reads as another type, and the other way round.
@Suite struct `Conversions of values of Foundation` {
  private func converted<Old: Codable, New: Codable>(_ value: Old, to type: New.Type) throws -> New
  {
    try SteleDecoder().decode(type, from: verified(SteleEncoder().encode(value)))
  }

  @Test func `integers become decimal numbers, and integral decimal numbers integers`() throws {
    for number in [0, 1, -1, 100, Int.max, .min] {
      let decimal = Decimal(number)
      #expect(try converted([number], to: [Decimal].self) == [decimal])
      #expect(try converted(["a": decimal], to: [String: Int].self) == ["a": number])
    }
    #expect(try converted(UInt128.max, to: Decimal.self) == Decimal(string: "\(UInt128.max)"))
    #expect(try converted(Decimal(string: "1.50"), to: Decimal?.self) == Decimal(string: "1.5"))
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
          .key("id", since: 2, aliases: ["value"])
            .converting(from: UUID.self) { $0.uuidString },
          .key("time", since: 2, default: 0),
        ])
    }
  }

  @Test func `a uuid is no string and a date no number, and the error names the line to write`()
    throws
  {
    let uuid = try #require(
      try failure(converting: Old(value: UUID()), to: Old<String>.self))
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

  @Test func `a declared conversion reads them`() throws {
    let uuid = UUID()
    #expect(try converted(Old(value: uuid), to: New.self).id == uuid.uuidString)
  }
}
