import Stele
import TestSupport
import Testing

/// Problems of other archivers that do not exist here, and that no other suite is about.
@Suite struct `Pains and their cures` {
  @Test func `bad data aborted the process`() throws {
    struct Sample: Codable {
      var tags: [Tag]
      var numbers: [Int]
      var map: [String: Double]
    }
    let bytes = try encoded(Sample(tags: [Tag("a"), Tag("b")], numbers: [1, 2], map: ["x": 1.5]))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x41
      let damage = failure(decoding: Sample.self, from: damaged)
      #expect(damage?.kind == .dataCorrupted, "byte \(index)")
      let prefix = failure {
        try SteleDecoder().decode(Sample.self, from: Array(bytes.prefix(index)))
      }
      #expect(prefix?.kind == .dataCorrupted, "\(index) bytes")
    }
  }

  @Test func `errors had no place`() throws {
    let failure = try failure(converting: [Tag("a"), Tag("b")], to: [Numbered].self)
    #expect((failure?.kind, failure?.path) == (.typeMismatch, "[0].name"))
    #expect(failure?.underlying?.object == 1)
    #expect(failure?.underlying?.className == "Tag")
    #expect(failure?.underlying?.offset != nil)
  }
  final class Numbered: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Tag") }
    var name: Int
  }

  @Test func `the list of allowed classes leaked after its first use`() throws {
    let decoder = SteleDecoder(allowing: [DynamicClasses.Dog.self])
    let dog = DynamicClasses.Dog(name: "Rex", breed: "Collie")
    let bytes = try encoded([dog] as [DynamicClasses.Animal])
    #expect(try decoder.decode([DynamicClasses.Animal].self, from: bytes).count == 1)
    #expect(
      reason { try SteleDecoder().decode([DynamicClasses.Animal].self, from: bytes) }
        == .unknownClass("DynamicClasses.Dog"))
    struct Both: Codable { var dog: DynamicClasses.Dog, stone: DynamicClasses.Animal }
    let cat = DynamicClasses.Cat(name: "Tom")
    #expect(
      try failure(converting: Both(dog: dog, stone: cat), to: Both.self)?.reason
        == .unknownClass("DynamicClasses.Cat"))
  }

  final class Small: Codable {
    var first = 1
    var second = 2
  }

  @Test func `an object with two keys took 87 bytes`() throws {
    let objects = (0..<10_000).map { _ in Small() }
    let bytes = try encoded(objects)
    #expect(bytes.count / objects.count < 10)
  }

  @Test func `properties were listed twice, and their keys mistyped`() throws {
    final class Wide: Codable, SimplyNamed, Equatable {
      var a = 1, b = "b", c = 2.5, d = [1], e = ["k": true], f: Int?
      static func == (left: Wide, right: Wide) -> Bool {
        (left.a, left.b, left.c, left.f) == (right.a, right.b, right.c, right.f)
          && left.d == right.d && left.e == right.e
      }
    }
    #expect(try roundTrip(Wide()) == Wide())
  }

  enum Versions {
    struct Old: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Settings") }
      var volume = 5
    }
    struct New: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass {
        ArchiveClass("Settings", version: 2, keys: [.key("theme", since: 2, default: "dark")])
      }
      var volume: Int
      var theme: String
    }
    struct Undeclared: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Settings", version: 2) }
      var volume: Int
      var theme: String
    }
  }

  @Test func `a new property that is not optional broke old files`() throws {
    let new = try convert(Versions.Old(), to: Versions.New.self)
    #expect((new.volume, new.theme) == (5, "dark"))
    #expect(
      try failure(converting: Versions.Old(), to: Versions.Undeclared.self)
        == CodingFailure(.keyNotFound, "theme", .missingKey("theme")))
    #expect(try convert(new, to: Versions.Old.self).volume == 5)
  }
}
