import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Registered types` {
  private static let durations: [Duration] = [
    .zero, .seconds(1), .milliseconds(-5), Duration(attoseconds: .max), Duration(attoseconds: .min),
  ]

  private func bytes(_ entry: ArchiveClassEntry, _ values: [ArchiveValue?]) throws -> [UInt8] {
    try verified(archive(entry, values: values))
  }

  @Test func `a duration is a struct of attoseconds`() throws {
    let graph = try ArchiveGraph(encoded(Duration.seconds(2)))
    #expect(
      graph.classes.entries == [.struct("$duration", keys: [ArchiveKey("attoseconds", .int128)])])
    #expect(graph.roots[0].value == .struct(1, values: .integer(2_000_000_000_000_000_000)))
  }

  @Test func `durations come back, wherever they stand`() throws {
    struct Timing: Codable, Equatable {
      var total = Duration.seconds(1)
      var pause: Duration? = .zero
      var laps = RegisteredTypes.durations
      var unique: Set<Duration> = [.seconds(1), .seconds(2)]
      var byName = ["a": Duration.seconds(3)]
    }
    #expect(try roundTrip(Timing(), isOrdered: false) == Timing())
    #expect(try roundTrip([Timing(), Timing()], isOrdered: false) == [Timing(), Timing()])
    #expect(try roundTrip(Self.durations) == Self.durations)
    #expect(try roundTrip([Duration]()) == [])
    #expect(
      try ArchiveGraph(SteleEncoder().encode([Duration]())).roots[0].type
        == .list(.struct("$duration")))
  }

  @Test func `another shape is not taken for a duration`() throws {
    let key = ArchiveKey("attoseconds", .int128)
    let one = ArchiveValue.integer(1)
    let shapes: [(ArchiveClassEntry, [ArchiveValue?])] = [
      (.struct("Duration", keys: [key]), [one]),
      (.struct("$duration", version: 2, keys: [key]), [one]),
      (.struct("$duration", keys: [ArchiveKey("attoseconds", .int64)]), [one]),
      (.struct("$duration", keys: [ArchiveKey("seconds", .int128)]), [one]),
      (
        .struct("$duration", keys: [ArchiveKey("attoseconds", .int128, presence: .optional)]),
        [one]
      ),
      (.struct("$duration", keys: [key, ArchiveKey("more", .bool)]), [one, .bool(true)]),
      (.struct("$duration"), []),
    ]
    for (entry, values) in shapes {
      let bytes = try bytes(entry, values)
      let failure = failure(decoding: Duration.self, from: bytes)
      #expect(
        failure == CodingFailure(.typeMismatch, "", .wrongType(.struct(entry.name))), "\(entry)")
    }
    let right = try bytes(.struct("$duration", keys: [key]), [one])
    #expect(try SteleDecoder().decode(Duration.self, from: right) == Duration(attoseconds: 1))
    #expect(
      try failure(converting: 5, to: Duration.self)
        == CodingFailure(.typeMismatch, "", .wrongType(.int64)))
  }

  @Test func `reserved class names are refused when they are written, and read`() throws {
    struct Reserved: Codable, ArchiveDeclaring {
      var k = 1
      static var archiveClass: ArchiveClass { ArchiveClass("$money") }
    }
    final class ReservedClass: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("$account") }
    }
    struct Retiring: Codable, ArchiveDeclaring {
      var k = 1
      static var archiveClass: ArchiveClass {
        ArchiveClass("Retiring", keys: [.retired("*", .string)])
      }
    }
    let failures = [
      failure(encoding: Reserved()),
      failure(encoding: [ReservedClass()]),
      failure(encoding: Retiring()),
    ]
    #expect(
      failures.map { $0?.reason } == [
        .reservedClassName("$money"), .reservedClassName("$account"), .reservedKey("*"),
      ])
    #expect(failures[0]?.underlying?.className?.hasSuffix("Reserved") == true)
    #expect(failures[1]?.underlying?.className?.hasSuffix("ReservedClass") == true)
    #expect(failures[2]?.underlying?.className == "Retiring")
    let bytes = try bytes(.struct("$money", keys: [ArchiveKey("k", .int64)]), [.integer(7)])
    #expect(try SteleDecoder().decode(Reserved.self, from: bytes).k == 7)
  }
}

private typealias RegisteredTypes = `Registered types`
