import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Strong cycles` {
  final class Person: Codable, SimplyNamed {
    var name: String
    var spouse: Person?
    var friends: [Person] = []
    init(_ name: String) { self.name = name }
  }
  final class Left: Codable, SimplyNamed {
    var right: Right?
  }
  final class Right: Codable, SimplyNamed {
    var lefts: [String: Left] = [:]
  }

  @Test func `two objects in a cycle are an error with its path`() throws {
    let (anna, bert) = (Person("Anna"), Person("Bert"))
    (anna.spouse, bert.spouse) = (bert, anna)
    defer { anna.spouse = nil }
    let failure = failure(encoding: anna)
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .strongCycle(["Person.spouse", "Person.spouse"]))
  }

  @Test func `an object that refers to itself is an error with its path`() throws {
    let person = Person("Self")
    person.friends = [person]
    defer { person.friends = [] }
    #expect(reason { try SteleEncoder().encode([person]) } == .strongCycle(["Person.friends"]))
  }

  @Test func `a cycle through two classes and a dictionary has both keys in its path`() throws {
    let (left, right) = (Left(), Right())
    left.right = right
    right.lefts = ["l": left]
    defer { left.right = nil }
    #expect(
      reason { try SteleEncoder().encode(["x": left]) }
        == .strongCycle(["Left.right", "Right.lefts"]))
    #expect(
      reason { try SteleEncoder().encode(right) } == .strongCycle(["Right.lefts", "Left.right"]))
  }

  @Test func `a cycle through a value names the property of the value`() throws {
    final class Room: Codable, SimplyNamed {
      struct Door: Codable { var room: Room? }
      var doors: [Door] = []
    }
    let room = Room()
    room.doors = [Room.Door(room: room)]
    defer { room.doors = [] }
    #expect(reason { try SteleEncoder().encode(room) } == .strongCycle(["Room.doors.room"]))
  }

  @Test func `a cycle far from the root is found, without recursion`() throws {
    try onStack {
      let list = Link.list(count: deepCount)
      defer { _ = Link.takeApart(list) }
      let last = try #require(sequence(first: list, next: \.next).reversed().first)
      let before = Link(0, next: last)
      last.next = before
      defer { last.next = nil }
      #expect(
        reason { try SteleEncoder().encode(list) } == .strongCycle(["Link.next", "Link.next"]))
    }
  }

  /// Objects of one class that refer to each other by number, as an archive may have them.
  private func ring(count: Int) throws -> [UInt8] {
    let keys = [
      ArchiveKey("name", .string),
      ArchiveKey("spouse", .reference(to: "Person"), presence: .optional),
      ArchiveKey("friends", .list(.reference(to: "Person"))),
    ]
    let objects = (1...count).map { number in
      ArchiveObject(
        entry: 1, values: [.string("\(number)"), .reference(number % count + 1), .list([])])
    }
    return try verified(
      archive(
        [.class("Person", keys: keys)], objects, root: .reference(to: "Person"), .reference(1)))
  }

  @Test func `a cycle in an archive is an error with its path`() throws {
    let bytes = try ring(count: 2)
    let two = failure(decoding: Person.self, from: bytes)
    #expect(two?.kind == .dataCorrupted)
    #expect(two?.reason == .strongCycle(["Person.spouse", "Person.spouse"]))
    let alone = try ring(count: 1)
    #expect(
      reason { try SteleDecoder().decode(Person.self, from: alone) }
        == .strongCycle(["Person.spouse"]))
  }

  @Test func `a large cycle in an archive is an error on a small stack`() throws {
    let bytes = try ring(count: deepCount)
    let found = try onStack { reason { try SteleDecoder().decode(Person.self, from: bytes) } }
    guard case .strongCycle(let path)? = found else {
      Issue.record("\(found as Any)")
      return
    }
    #expect(path.allSatisfy { $0 == "Person.spouse" }, "\(Set(path))")
  }
}
