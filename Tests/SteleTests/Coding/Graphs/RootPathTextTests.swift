import Stele
import TestSupport
import Testing

/// The texts of errors in objects, and the beginning of their paths if there is a choice.
@Suite struct `Errors in objects` {
  final class Big: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Small") }
    var value: Int
    init(_ value: Int) { self.value = value }
  }

  final class Small: Codable, SimplyNamed {
    var value: UInt8
  }

  final class Owner<Child: Codable>: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Owner") }
    var child: Child
    var others: [Child] = []
    init(_ child: Child) { self.child = child }
  }

  final class Group<Child: Codable>: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Group") }
    var owner: Child
    init(_ owner: Child) { self.owner = owner }
  }

  private func error<T: Decodable>(
    decoding type: T.Type, _ value: some Encodable
  ) throws -> SteleCodingError? {
    try failure(converting: value, to: type)?.underlying
  }

  @Test func `begin with the class of the root, and name that of the object`() throws {
    let failure = try failure(converting: Owner([Big(1), Big(300)]), to: Owner<[Small]>.self)
    let cause = try #require(failure?.underlying)
    #expect(
      cause
        == SteleCodingError(
          .valueDoesNotFit, object: 3, offset: cause.offset, className: "Small",
          keyPath: "child[1].value"))
    expectText(
      "Cannot decode Owner.child[1].value (Small, object 3) at byte \(cause.offset ?? 0): "
        + "the value does not fit in UInt8. Take a wider type.", of: failure)
  }

  @Test func `say the same of the root itself and of its values as without other objects`() throws {
    let inRoot = try #require(try error(decoding: Small.self, Big(300)))
    #expect(inRoot.attempt == "Cannot decode Small.value (object 1) at byte \(inRoot.offset ?? 0)")
    let inList = try #require(try error(decoding: [Small].self, [Big(300)]))
    #expect(
      inList.attempt == "Cannot decode [0].value (Small, object 1) at byte \(inList.offset ?? 0)")
  }

  @Test func `take the shortest way, by strong references if there are any`() throws {
    final class Row: Codable, SimplyNamed {
      @BackReference var weak: Row? = nil
      var next: [Row] = []
      var number = 0
    }
    final class SmallRow: Codable, ArchiveDeclaring {
      class var archiveClass: ArchiveClass { ArchiveClass("Row") }
      @BackReference var weak: SmallRow? = nil
      var next: [SmallRow] = []
      var number: UInt8 = 0
    }
    let rows = (0..<4).map { _ in Row() }
    rows[3].number = 300
    rows[0].next = [rows[1]]
    rows[1].next = [rows[2], rows[3]]
    rows[2].next = [rows[3]]
    rows[0].weak = rows[3]
    #expect(try error(decoding: SmallRow.self, rows[0])?.keyPath == "next[0].next[1].number")
  }

  @Test func `begin at the object that was asked for by number`() throws {
    let bytes = try encoded([Group(Owner(Big(300)))])
    let unarchiver = try Unarchiver(bytes)
    let failure = failure { try unarchiver.decode(Owner<Small>.self, object: 2) }
    #expect(failure == CodingFailure(.dataCorrupted, "child.value", .valueDoesNotFit))
  }

  @Test func `are about one of several roots`() throws {
    let shared = Big(300)
    let archiver = Archiver()
    try archiver.encode(Owner(shared), root: "a")
    try archiver.encode([shared], root: "b")
    let bytes = try verified(archiver.finish())
    #expect(
      failure { try Unarchiver(bytes).decode(Owner<Small>.self, root: "a") }
        == CodingFailure(.dataCorrupted, "child.value", .valueDoesNotFit))
    #expect(
      failure { try Unarchiver(bytes).decode([Small].self, root: "b") }
        == CodingFailure(.dataCorrupted, "[0].value", .valueDoesNotFit))
  }

  final class Link: FieldEncodable, SimplyNamed {
    var next: Link?
    var number: Int
    init(_ number: Int, next: Link?) { (self.number, self.next) = (number, next) }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(number, "number")
      try fields.encode(next, "next")
    }
  }

  final class SmallLink: FieldDecodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Link") }
    let next: SmallLink?
    init(from fields: inout FieldDecoder) throws {
      let _: UInt8 = try fields.decode("number")
      next = try fields.decode("next")
    }
  }

  @Test func `leave out the beginning of a path through many objects`() throws {
    func chain(_ count: Int) -> Link {
      var link = Link(300, next: nil)
      for _ in 1..<count { link = Link(1, next: link) }
      return link
    }
    let short = try error(decoding: SmallLink.self, chain(64))
    #expect(short?.keyPath == String(repeating: "next.", count: 63) + "number")
    let long = try error(decoding: SmallLink.self, chain(20_000))
    #expect(long?.keyPath == "…." + String(repeating: "next.", count: 63) + "number")
  }

  final class Careful: Decodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Owner") }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      // The error of this one is caught.
      _ = try? container.decode(Small.self, forKey: "child")
      _ = try container.decode([Small].self, forKey: "others")
    }
  }

  @Test func `are about the object whose error was not caught`() throws {
    let owner = Owner(Big(300))
    owner.others = [Big(1), Big(400)]
    #expect(try error(decoding: [Careful].self, [owner])?.keyPath == "[0].others[1].value")
  }

  final class Waking: Codable, SimplyNamed, AwakeAfterDecoding {
    func awake() throws {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "asleep"))
    }
  }

  @Test func `are about the object that could not be awoken`() throws {
    #expect(
      try failure(converting: Owner([Waking()]), to: Owner<[Waking]>.self)
        == CodingFailure(.dataCorrupted, "child[0]", .valueDoesNotFit))
  }

  final class Envelope: Codable, SimplyNamed {
    var bytes: [UInt8]
    init(_ value: some Encodable) throws { bytes = try SteleEncoder().encode(value) }
    init(from decoder: any Decoder) throws {
      bytes = try decoder.container(keyedBy: AnyKey.self).decode([UInt8].self, forKey: "bytes")
      _ = try SteleDecoder().decode([Small].self, from: bytes)
    }
  }

  @Test func `of another archive are left as they are`() throws {
    #expect(
      try failure(converting: [Envelope([Big(300)])], to: [Envelope].self)
        == CodingFailure(.dataCorrupted, "[0].value", .valueDoesNotFit))
  }

  @Test func `do not make a long list of failures slow`() throws {
    // Each call fails in the last object; the searches end when they have walked over a multiple of the archive.
    let owners = (0..<3_000).map { _ in Owner(Big(1)) }
    let bad = Big(300)
    for owner in owners { owner.others = [bad] }
    let bytes = try encoded(owners)
    let unarchiver = try Unarchiver(bytes)
    var paths: Set<String> = []
    for number in 1...owners.count {
      let failure = failure { try unarchiver.decode(Owner<Small>.self, object: number) }
      paths.insert(failure?.path ?? "")
    }
    #expect(paths == ["others[0].value"])
  }

  @Test func `of the encoder name the class of the object as well`() throws {
    final class Holder: Encodable, SimplyNamed {
      var twice = [WritingTwice()]
    }
    final class Top: Encodable, SimplyNamed {
      @BackReference var weak: Big? = Big(1)
      var text = "t"
      var holders = [Holder()]
    }
    let failure = failure(encoding: Top())
    #expect(failure == CodingFailure(.invalidValue, "holders[0].twice[0].k", .duplicateKey("k")))
    #expect(failure?.underlying?.className == "Holder")
    #expect(failure?.underlying?.attempt == "Cannot encode Top.holders[0].twice[0].k (Holder)")
  }

  @Test func `of the encoder have a path after many blocks`() throws {
    final class Item: Encodable, SimplyNamed {
      var number: Int
      var text = String(repeating: "t", count: 100)
      init(_ number: Int) { self.number = number }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(text, forKey: "text")
        try container.encode(number, forKey: "number")
        if number == 2_999 { try container.encode(number, forKey: "number") }
      }
    }
    final class Top: Encodable, SimplyNamed {
      var items = (0..<3_000).map { Item($0) }
    }
    #expect(
      failure(encoding: [Top()])
        == CodingFailure(.invalidValue, "[0].items[2999].number", .duplicateKey("number")))
  }

  @Test func `about a cycle lead to one of its objects`() throws {
    final class Circle: Codable, SimplyNamed {
      var next: Circle?
    }
    let circle = Circle()
    circle.next = circle
    defer { circle.next = nil }
    #expect(
      failure(encoding: ["key": [circle]])
        == CodingFailure(.invalidValue, "key[0]", .strongCycle(["Circle.next"])))
  }
}
