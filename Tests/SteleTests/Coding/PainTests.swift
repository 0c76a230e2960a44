import Stele
import SteleModel
import TestSupport
import Testing

/// Problems of other archivers that do not exist here: one test for each.
@Suite(.serialized) struct `Pains and their cures` {
  enum Yesterday {
    final class Song: Codable, SimplyNamed {
      var title = "Blue"
      init() {}
    }
  }
  enum Today {
    final class Track: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Track", aliases: ["Song"]) }
      var title: String
    }
  }

  @Test func `a class was renamed, and old files were unreadable`() throws {
    #expect(try convert([Yesterday.Song()], to: [Today.Track].self)[0].title == "Blue")
  }

  @Test func `the module was renamed, and old files were unreadable`() throws {
    let classes = try ArchiveReader(opening: verified(SteleEncoder().encode(Tag("one")))).classes
    #expect(classes.entries.map(\.name) == ["Tag"])
  }

  @Test func `a list of 12000 nodes overflowed the stack`() throws {
    try onStack {
      let list = Link.list(count: 30_000)
      let bytes = try verified(SteleEncoder().encode(list))
      #expect(Link.takeApart(list) == 30_000)
      #expect(Link.takeApart(try SteleDecoder().decode(Link.self, from: bytes)) == 30_000)
    }
  }

  @Test func `coding lost the identity of objects`() throws {
    let tag = Tag("one")
    let copy = try roundTrip(["a": tag, "b": tag], isOrdered: false)
    #expect(copy["a"] === copy["b"])
  }

  @Test func `coding lost subclasses`() throws {
    let decoder = SteleDecoder(allowing: [DynamicClasses.Dog.self])
    let dog = DynamicClasses.Dog(name: "Rex", breed: "Collie")
    let copy = try RoundTrip(decoder: decoder)([dog] as [DynamicClasses.Animal])
    #expect((copy[0] as? DynamicClasses.Dog)?.breed == "Collie")
  }

  @Test func `cycles crashed`() throws {
    let child = BackReferenceFamily("child")
    let parent = BackReferenceFamily("parent")
    parent.children = [child]
    child.parent = parent
    let copy = try roundTrip(parent)
    #expect(copy.children[0].parent === copy)
  }

  final class BackReferenceFamily: Codable {
    var name: String
    var children: [BackReferenceFamily] = []
    @BackReference var parent: BackReferenceFamily?
    init(_ name: String) { self.name = name }
  }

  final class Ring: Codable, SimplyNamed {
    var next: Ring?
    init() {}
  }

  @Test func `a cycle that cannot be decoded was written all the same`() throws {
    let ring = Ring()
    ring.next = ring
    defer { ring.next = nil }
    #expect(reason { try SteleEncoder().encode(ring) } == .strongCycle(["Ring.next"]))
  }

  @Test func `equal objects were merged into one`() throws {
    let copy = try roundTrip([Tag("same"), Tag("same")])
    #expect(copy[0] == copy[1])
    #expect(copy[0] !== copy[1])
  }

  @Test func `bad data aborted the process`() throws {
    struct Sample: Codable {
      var tags: [Tag]
      var numbers: [Int]
      var map: [String: Double]
    }
    let bytes = try verified(
      SteleEncoder().encode(Sample(tags: [Tag("a"), Tag("b")], numbers: [1, 2], map: ["x": 1.5])))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x41
      let damage = failure { try SteleDecoder().decode(Sample.self, from: damaged) }
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
    let bytes = try verified(SteleEncoder().encode([dog] as [DynamicClasses.Animal]))
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

  @Test func `a class was made before it was refused`() throws {
    let counter = Counter()
    #expect(
      try failure(
        converting: [DynamicClasses.Cat(name: "Tom")] as [DynamicClasses.Animal],
        to: [DynamicClasses.Animal].self, with: DynamicClasses.decoder(counter)) != nil)
    #expect(counter.count == 0)
  }

  final class Small: Codable {
    var first = 1
    var second = 2
    init() {}
  }

  @Test func `an object with two keys took 87 bytes`() throws {
    let objects = (0..<10_000).map { _ in Small() }
    let bytes = try verified(SteleEncoder().encode(objects))
    #expect(bytes.count / objects.count < 10)
  }

  @Test func `properties were listed twice, and their keys mistyped`() throws {
    final class Wide: Codable, SimplyNamed, Equatable {
      var a = 1, b = "b", c = 2.5, d = [1], e = ["k": true], f: Int?
      init() {}
      static func == (left: Wide, right: Wide) -> Bool {
        (left.a, left.b, left.c, left.f) == (right.a, right.b, right.c, right.f)
          && left.d == right.d && left.e == right.e
      }
    }
    #expect(try roundTrip(Wide()) == Wide())
  }

  @Test func `a subclass that forgot its coding lost its properties in silence`() throws {
    #expect(
      reason { try SteleEncoder().encode(ForgetfulSubclass()) }
        == .lostProperties(["ForgetfulSubclass.extra"]))
  }
  class LostBase: Codable {
    var name = "n"
    init() {}
  }
  final class ForgetfulSubclass: LostBase { var extra = 1 }

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

  @Test func `dictionary keys collapsed in silence`() throws {
    let zeros: Set = [CollapseBits(0.0), CollapseBits(-0.0)]
    #expect(
      try failure(converting: zeros, to: Set<Double>.self)?.reason == .duplicateAfterConversion)
  }
  struct CollapseBits: Encodable, Hashable {
    var bits: UInt64
    init(_ value: Double) { bits = value.bitPattern }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Double(bitPattern: bits))
    }
  }

  @Test func `a NaN lost its bits, and zero its sign`() throws {
    let bits: [UInt64] = [0x7FF8_0000_0000_1234, 1 << 63]
    #expect(try roundTrip(bits.map { Double(bitPattern: $0) }).map(\.bitPattern) == bits)
  }
}
