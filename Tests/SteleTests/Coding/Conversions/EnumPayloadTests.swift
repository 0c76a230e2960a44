import Stele
import TestSupport
import Testing

/// Enums whose cases have other keys in a later version of the program.
@Suite struct `Payloads of cases evolve` {
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
          .key("turn.by", since: 2, default: 90), .key("stop.after", since: 2, default: 5),
          .retired("go.fax", .string),
        ])
    }
  }

  @Test func `keys of cases have defaults, aliases and conversions`() throws {
    let new: [New] = [
      .go(velocity: 7, unit: "km/h", note: nil), .turn("3", by: 90), .stop(after: 5),
    ]
    #expect(try convert([Old.go(speed: 7), .turn(3), .stop], to: [New].self) == new)
    #expect(try convert(Holder(Old.go(speed: 7)), to: Holder<New>.self).value == new[0])
    #expect(try convert(new, to: [New].self) == new)
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
    #expect(try convert(Old.go(speed: 7), to: Renamed.self) == .run(speed: 7, unit: "m/s"))
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
    expectText("Declare a default, .key(\"unit\", default: ...)", of: failure)
    #expect(try convert(Old.go(speed: 7), to: Advised.self) == .go(speed: 7, unit: "km/h"))
  }

  // Migrations.

  enum Migrated: Codable, ArchiveDeclaring, Equatable {
    case go(metres: Double, text: String?)
    case turn(Int, seen: [String])
    case stop(after: Int)
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 2,
        keys: [
          .retired("go.speed", .int64), .key("turn.seen", since: 2, default: []),
          .key("stop.after", since: 2, default: 5),
        ],
        migration: { old in
          if let speed = try old.decode("go.speed", as: Int.self) {
            old.set(Double(speed) / 2, for: "go.metres")
            old.set("\(old.version)", for: "go.text")
          }
          // A value that is set for another case has no effect.
          old.set(old.keys, for: "turn.seen")
        })
    }
  }

  @Test func `a migration sees the keys of cases, and sets them`() throws {
    let old: [Old] = [.go(speed: 7), .turn(3), .stop]
    let new: [Migrated] = [
      .go(metres: 3.5, text: "1"), .turn(3, seen: ["turn", "turn._0"]), .stop(after: 5),
    ]
    #expect(try convert(old, to: [Migrated].self) == new)
    #expect(try convert(Holder(old[0]), to: Holder<Migrated>.self).value == new[0])
    #expect(try convert(["a": old[1]], to: [String: Migrated].self) == ["a": new[1]])
    #expect(try convert(new, to: [Migrated].self) == new)
  }

  enum Staged: Codable, ArchiveDeclaring, Equatable {
    case run(pace: Int)
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 3,
        keys: [
          .key("run", aliases: ["go"]), .retired("go.speed", .int64), .retired("go.fast", .int64),
        ],
        migrations: [
          .to(2) { old in
            old.set((try old.decode("go.speed", as: Int.self) ?? 0) * 10, for: "go.fast")
          },
          .to(3) { old in
            old.set((try old.decode("go.fast", as: Int.self) ?? 0) + 1, for: "run.pace")
          },
        ])
    }
  }

  @Test func `steps hand keys of cases to each other, and rename the case`() throws {
    #expect(try convert([Old.go(speed: 7)], to: [Staged].self) == [.run(pace: 71)])
  }

  enum Misspelt: Codable, ArchiveDeclaring {
    case go(speed: Int)
    static var archiveClass: ArchiveClass {
      ArchiveClass("Move", version: 2, migration: { $0.set(1, for: "go.sped") })
    }
  }
  enum Misread: Codable, ArchiveDeclaring {
    case go(pace: Int)
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 2,
        migration: { old in old.set(try old.decode("go.sped", as: Int.self) ?? 0, for: "go.pace") })
    }
  }
  enum Mistyped: Codable, ArchiveDeclaring {
    case go(pace: String)
    static var archiveClass: ArchiveClass {
      ArchiveClass(
        "Move", version: 2,
        migration: { old in old.set(try old.decode("go.speed", as: String.self), for: "go.pace") })
    }
  }

  @Test func `a key that no case has is an error, and so is a value of another type`() throws {
    let old = [Old.go(speed: 7)]
    #expect(
      try failure(converting: old, to: [Misspelt].self)
        == CodingFailure(.dataCorrupted, "[0].go", .unknownKey("sped")))
    let misread = try failure(converting: old, to: [Misread].self)
    #expect(misread == CodingFailure(.dataCorrupted, "[0]", .unknownKey("go.sped")))
    expectText("The nearest key is \"go.speed\".", of: misread)
    #expect(
      try failure(converting: old, to: [Mistyped].self)
        == CodingFailure(.typeMismatch, "[0].go.speed", .wrongType(.int64)))
  }
}
