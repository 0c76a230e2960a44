import Stele
import TestSupport
import Testing

/// Enums whose cases have other keys in a later version of the program.
@Suite struct `Payloads of cases evolve` {
  private func converted<Old: Codable, New: Codable>(_ value: Old, to type: New.Type) throws -> New
  {
    try SteleDecoder().decode(type, from: verified(SteleEncoder().encode(value)))
  }

  enum Old: Codable, ArchiveDeclaring {
    case go(speed: Int)
    case turn(Int)
    case stop
    static var archiveClass: ArchiveClass { ArchiveClass("Move") }
  }

  enum New: Codable, ArchiveDeclaring, Equatable {
    case go(velocity: Int, unit: String, note: String?)
    case turn(String, by: Int)
    case stop(after: Int)
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 2,
        keys: [
          .key("go.velocity", since: 2, aliases: ["speed"]),
          .key("unit", since: 2, default: "km/h"),
          .key("turn._0").converting(from: Int.self) { "\($0)" },
          .key("turn.by", since: 2, default: 90),
          .key("stop.after", since: 2, default: 5),
          .retired("go.fax", .string),
        ])
    }
  }

  @Test func `keys of cases have defaults, aliases and conversions`() throws {
    let new: [New] = [
      .go(velocity: 7, unit: "km/h", note: nil), .turn("3", by: 90), .stop(after: 5),
    ]
    #expect(try converted([Old.go(speed: 7), .turn(3), .stop], to: [New].self) == new)
    #expect(try converted(Holder(Old.go(speed: 7)), to: Holder<New>.self).value == new[0])
    #expect(try converted(new, to: [New].self) == new)
  }

  enum Renamed: Codable, ArchiveDeclaring, Equatable {
    case run(speed: Int, unit: String)
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 2,
        keys: [.key("run", aliases: ["go"]), .key("run.unit", since: 2, default: "m/s")])
    }
  }

  @Test func `a case that was renamed has keys with defaults`() throws {
    #expect(try converted(Old.go(speed: 7), to: Renamed.self) == .run(speed: 7, unit: "m/s"))
  }

  enum Undeclared: Codable, ArchiveDeclaring, Equatable {
    case go(speed: Int, unit: String)
    static var archiveClass: ArchiveClass { ArchiveClass("Move", version: 2) }
  }
  enum Advised: Codable, ArchiveDeclaring, Equatable {
    case go(speed: Int, unit: String)
    static var archiveClass: ArchiveClass {
      ArchiveClass("Move", version: 2, keys: [.key("unit", default: "km/h")])
    }
  }

  @Test func `what the error advises helps`() throws {
    let failure = try #require(try failure(converting: Old.go(speed: 7), to: Undeclared.self))
    #expect(failure.reason == .missingKey("unit"))
    #expect(failure.description.contains("Declare a default, .key(\"unit\", default: ...)"))
    #expect(try converted(Old.go(speed: 7), to: Advised.self) == .go(speed: 7, unit: "km/h"))
  }
}
