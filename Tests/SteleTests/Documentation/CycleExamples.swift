import Stele
import SteleModel
import TestSupport
import Testing

/// The examples of the page about cycles.
@Suite struct `Examples of cycles` {
  final class Chapter: Codable {
    var title: String
    var sections: [Chapter] = []
    @BackReference var parent: Chapter?

    init(title: String) { self.title = title }

    func add(_ section: Chapter) {
      section.parent = self
      sections.append(section)
    }
  }

  @Test func `a tree has references to its parents`() throws {
    let book = Chapter(title: "Birds")
    book.add(Chapter(title: "Owls"))
    let bytes = try SteleEncoder().encode(book)
    let copy = try SteleDecoder().decode(Chapter.self, from: bytes)
    #expect(copy.sections.first?.title == "Owls")
    #expect(copy.sections.first?.parent === copy)
    #expect(try ArchiveGraph(verified(bytes)).objects.count == 2)
  }

  @Test func `a back reference keeps nothing in the archive`() throws {
    let book = Chapter(title: "Birds")
    let owls = Chapter(title: "Owls")
    book.add(owls)
    let bytes = try SteleEncoder().encode(owls)  // without the book
    let copy = try SteleDecoder().decode(Chapter.self, from: bytes)
    let parent = copy.parent  // nil
    #expect(parent == nil)
    #expect(copy.title == "Owls")
    #expect(try ArchiveGraph(verified(bytes)).objects.count == 1)
  }

  final class Friend: Codable {
    var name: String
    var friend: Friend?
    init(name: String) { self.name = name }
  }

  @Test func `a cycle of strong references is refused by name`() throws {
    let ann = Friend(name: "Ann")
    let bob = Friend(name: "Bob")
    ann.friend = bob
    bob.friend = ann
    defer { ann.friend = nil }
    var report: [String] = []
    do {
      _ = try SteleEncoder().encode(ann)
    } catch let error as EncodingError {
      if let error = error.underlyingError as? SteleCodingError,
        case .strongCycle(let path) = error.reason
      {
        report = path  // ["Friend.friend", "Friend.friend"]
      }
    }
    #expect(report == ["Friend.friend", "Friend.friend"])
  }

  final class Partner: Codable {
    var name: String
    @LateReference var partner: Partner? = nil
    @LateReference var friends: [Partner] = []
    init(name: String) { self.name = name }
  }

  @Test func `late references close a circle`() throws {
    let ann = Partner(name: "Ann")
    let bob = Partner(name: "Bob")
    ann.partner = bob
    bob.partner = ann
    ann.friends = [bob, ann]
    let bytes = try SteleEncoder().encode(ann)
    let copy = try SteleDecoder().decode(Partner.self, from: bytes)
    #expect(copy.partner?.name == "Bob")
    #expect(copy.partner?.partner === copy)
    #expect(copy.friends.map(\.name) == ["Bob", "Ann"])
    #expect(copy.friends.last === copy)
    #expect(try ArchiveGraph(verified(bytes)).objects.count == 2)
    for person in [ann, copy] {
      person.friends = []
      person.partner?.partner = nil
    }
  }

  final class Station: TwoPhaseCodable {
    var name = ""
    var next: Station?
    @BackReference var previous: Station?

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(next, "next")
      try fields.encode(_previous, "previous")
    }

    func decode(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      next = try fields.decode("next")
      _previous = try fields.decode("previous")
    }
  }

  @Test func `a ring of two-phase objects`() throws {
    let names = ["North", "East", "South", "West"]
    let ring = names.map { name in
      let station = Station()
      station.name = name
      return station
    }
    for (index, station) in ring.enumerated() {
      station.next = ring[(index + 1) % 4]
      station.next?.previous = station
    }
    let bytes = try verified(try SteleEncoder().encode(ring[0]))
    let copy = try SteleDecoder().decode(Station.self, from: bytes)
    #expect(copy.next?.next?.next?.name == "West")
    #expect(copy.next?.next?.next?.next === copy)
    #expect(copy.previous?.name == "West")
    ring[0].next = nil
    copy.next = nil
  }

  final class Link: Codable {
    var next: Link?

    deinit {
      var rest = next
      next = nil
      while isKnownUniquelyReferenced(&rest) {
        let following = rest?.next
        rest?.next = nil
        rest = following
      }
    }
  }

  @Test func `a long list is coded and let go of`() throws {
    var head = Link()
    for _ in 0..<20_000 {
      let link = Link()
      link.next = head
      head = link
    }
    let bytes = try SteleEncoder().encode(head)
    let copy = try SteleDecoder().decode(Link.self, from: bytes)
    var count = 0
    var link: Link? = copy
    while let here = link {
      count += 1
      link = here.next
    }
    #expect(count == 20_001)
  }
}

// The names that the types have outside of the suite.
extension `Examples of cycles`.Friend: SimplyNamed {}
