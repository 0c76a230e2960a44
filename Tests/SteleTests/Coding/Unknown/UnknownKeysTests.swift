import Stele
import SteleModel
import Testing
import TestSupport

/// The types of the program of version 2.
private enum New {
  final class Person: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      ArchiveClass(
        "Person", version: 2, keys: [.key("mentor", since: 2), .retired("fax", .string)])
    }
    var name: String
    var mentor: Person?
    var home: Place
    var places: [Place]
    @BackReference var friend: Person?
    var pet: Pet?

    init(_ name: String) {
      self.name = name
      home = Place(name: "\(name)'s", height: 3)
      places = [home]
    }
  }

  struct Place: Codable {
    var name: String
    var height: Double
  }

  class Pet: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Pet") }
    var name = "Rex"
    var next: Pet?
  }

  final class Robot: Pet {
    override class var archiveClass: ArchiveClass { ArchiveClass("Robot") }
    var serial = 7
    var twin: Person?
    override init() { super.init() }
    private enum CodingKeys: CodingKey { case serial, twin }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      serial = try container.decode(Int.self, forKey: .serial)
      twin = try container.decodeIfPresent(Person.self, forKey: .twin)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(serial, forKey: .serial)
      try container.encodeIfPresent(twin, forKey: .twin)
      try super.encode(to: encoder)
    }
  }
}

/// The types of the program of version 1.
private enum Old {
  final class Person: Codable, SimplyNamed {
    var name: String
    var home: Place
    var unknownKeys = UnknownKeys()
  }

  struct Place: Codable {
    var name: String
    var unknownKeys = UnknownKeys()
  }
}

private func group() -> New.Person {
  let ann = New.Person("Ann")
  let bob = New.Person("Bob")
  let cid = New.Person("Cid")
  ann.mentor = bob
  bob.mentor = cid
  ann.friend = cid
  let robot = New.Robot()
  robot.twin = New.Person("Dot")
  robot.next = New.Pet()
  cid.pet = robot
  return ann
}

@Suite struct UnknownKeysTests {
  @Test func `a program changes what it knows and keeps what it does not`() throws {
    let old = try convert(group(), to: Old.Person.self)
    old.name = "Anna"
    let ann = try convert(old, to: New.Person.self, with: SteleDecoder.knowingRobots)
    #expect((ann.name, ann.mentor?.mentor?.name) == ("Anna", "Cid"))
    #expect(ann.friend === ann.mentor?.mentor)
    #expect((ann.mentor?.mentor?.pet as? New.Robot)?.twin?.name == "Dot")
    #expect(ann.home.height == 3)
  }

  @Test func `unknown keys lead to the objects that they led to in the archive`() throws {
    let ann = New.Person("Ann")
    let bob = New.Person("Bob")
    ann.mentor = bob
    let old = try convert([ann, bob], to: [Old.Person].self)
    guard case .reference(let number)? = old[0].unknownKeys["mentor"] else {
      Issue.record("no mentor")
      return
    }
    #expect(old[0].unknownKeys.object(number) === old[1])
    old[1].name = "Robert"
    let new = try convert(old, to: [New.Person].self)
    #expect(new[0].mentor === new[1])
    #expect(new[1].name == "Robert")
  }

  @Test func `the entry of an object has the version that its kept keys have`() throws {
    let old = try convert(group(), to: Old.Person.self)
    let entries = try ArchiveGraph(SteleEncoder().encode(old)).classes.entries
    let person = try #require(entries.first { $0.name == "Person" })
    #expect(person.version == 2)
    #expect(person.keys.first { $0.name == "mentor" }?.since == 2)
    #expect(person.keys.first { $0.name == "fax" }?.presence == .retired)
  }

  @Test func `a new value has no unknown keys, and its own key is in no archive`() throws {
    struct Point: Codable {
      var x = 1
      var unknownKeys = UnknownKeys()
    }
    let bytes = try encoded(Point())
    #expect(try ArchiveGraph(bytes).classes.entries.map { $0.keys.map(\.name) } == [["x"]])
    let point = try SteleDecoder().decode(Point.self, from: bytes)
    #expect(point.unknownKeys.names.isEmpty)
    #expect(try SteleEncoder().encode(point) == bytes)
  }

  @Test func `a key that the program writes takes the place of the kept one`() throws {
    struct Point: Codable {
      var x = 1
      var unknownKeys = UnknownKeys()
      enum CodingKeys: CodingKey { case x, y, unknownKeys }
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        x = try container.decode(Int.self, forKey: .x)
        unknownKeys = try container.decode(UnknownKeys.self, forKey: .unknownKeys)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(unknownKeys, forKey: .unknownKeys)
        try container.encode(x, forKey: .x)
        try container.encode(2, forKey: .y)
      }
    }
    struct Whole: Codable {
      var x = 5
      var y = 6
      var z = 7
    }
    let point = try convert(Whole(), to: Point.self)
    #expect(point.unknownKeys.names == ["y", "z"])
    let whole = try convert(point, to: Whole.self)
    #expect([whole.x, whole.y, whole.z] == [5, 2, 7])
  }
}

extension SteleDecoder {
  fileprivate static var knowingRobots: SteleDecoder {
    SteleDecoder(allowing: [New.Robot.self])
  }
}

@Suite struct UnknownFieldsTests {
  private struct Old: FieldCodable {
    var x = 1
    var unknownKeys = UnknownKeys()
    init() {}
    init(from fields: inout FieldDecoder) throws {
      x = try fields.decode("x")
      unknownKeys = try fields.decode("unknownKeys")
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(x, "x")
      try fields.encode(unknownKeys, "unknownKeys")
    }
  }

  private final class OldNode: TwoPhaseCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Node") }
    var place = Old()
    var unknownKeys = UnknownKeys()
    func decode(from fields: inout FieldDecoder) throws {
      unknownKeys = try fields.decode("unknownKeys")
      place = try fields.decode("place")
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(place, "place")
      try fields.encode(unknownKeys, "unknownKeys")
    }
  }

  private struct New: Codable {
    var x = 5
    var y = [6, 7]
  }

  private final class NewNode: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Node") }
    var place = New()
    var next: NewNode?
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `types that write their keys by hand keep unknown keys as well`() throws {
    let node = NewNode(1)
    node.next = NewNode(2)
    node.next?.next = NewNode(3)
    let old = try convert([node, try #require(node.next)], to: [OldNode].self)
    #expect(old.map(\.unknownKeys.names) == [["next", "number"], ["next", "number"]])
    #expect(old[0].place.unknownKeys.names == ["y"])
    old[1].place.x = 9
    let new = try convert(old, to: [NewNode].self)
    #expect(new[0].next === new[1])
    #expect((new.map(\.number), new[1].place.x) == ([1, 2], 9))
    #expect((new[1].place.y, new[1].next?.number) == ([6, 7], 3))
  }
}

@Suite struct OpaqueObjectTests {
  private final class Owner: Codable, SimplyNamed {
    var pets: [MaybeUnknown<New.Pet>]
    var first: OpaqueObject?
  }

  private final class AnyOwner: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Owner") }
    var pets: [New.Pet] = []
    var first: New.Pet?
  }

  private func petArchive() throws -> [UInt8] {
    let owner = AnyOwner()
    let robot = New.Robot()
    robot.twin = New.Person("Dot")
    robot.next = New.Pet()
    owner.pets = [New.Pet(), robot, robot]
    owner.first = robot
    return try encoded(owner)
  }

  private var keeping: SteleDecoder {
    var decoder = SteleDecoder()
    decoder.unknownClasses = .keep
    return decoder
  }

  @Test func `an object of an unknown class is kept, looked at and written back`() throws {
    let bytes = try petArchive()
    let owner = try keeping.decode(Owner.self, from: bytes)
    guard case .known(let rex) = owner.pets[0], case .unknown(let robot) = owner.pets[1],
      case .unknown(let same) = owner.pets[2]
    else {
      Issue.record("\(owner.pets)")
      return
    }
    #expect(rex.name == "Rex")
    #expect(robot === same)
    #expect(robot === owner.first)
    #expect((robot.classNames, robot["serial"]) == (["Robot", "Pet"], .integer(7)))
    #expect(robot["name"] == .string("Rex"))
    #expect(robot["colour"] == nil)
    guard case .reference(let number)? = robot["twin"] else {
      Issue.record("no twin")
      return
    }
    let twin = try #require(robot.object(number) as? OpaqueObject)
    #expect(twin["name"] == .string("Dot"))
    let all = try convert(owner, to: AnyOwner.self, with: SteleDecoder.knowingRobots)
    let back = try #require(all.first as? New.Robot)
    #expect(all.pets[1] === back)
    #expect(all.pets[2] === back)
    #expect((back.serial, back.twin?.name, back.next?.name) == (7, "Dot", "Rex"))
  }

  @Test func `without leave to keep them unknown classes are an error`() throws {
    let bytes = try petArchive()
    let failure = failure(decoding: Owner.self, from: bytes)
    #expect((failure?.kind, failure?.reason) == (.dataCorrupted, .unknownClass("Robot")))
  }

  @Test func `a property of a class of the program never holds an opaque object`() throws {
    final class Strict: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Owner") }
      var pets: [New.Pet]
    }
    let bytes = try petArchive()
    let failure = failure { try keeping.decode(Strict.self, from: bytes) }
    #expect((failure?.kind, failure?.reason) == (.dataCorrupted, .unknownClass("Robot")))
  }

  @Test func `a long circular list of opaque objects is read, let go of and written back`() throws {
    let count = 10_000
    let keys = [
      ArchiveKey("next", .optional(.reference(to: "Link"))),
      ArchiveKey("last", .weakReference(to: "Link")),
    ]
    let objects = (1...count).map { number in
      ArchiveObject(
        entry: 1, values: [.reference(number % count + 1), .reference(number == 1 ? count : 1)])
    }
    let bytes = try archive(
      [.class("Link", keys: keys)], objects, root: .reference(to: "Link"), .reference(1))
    let opaque = try keeping.decode(OpaqueObject.self, from: bytes)
    var seen = 1
    var next = opaque
    while case .reference(let number)? = next["next"],
      let object = next.object(number) as? OpaqueObject, object !== opaque
    {
      next = object
      seen += 1
    }
    #expect(seen == count)
    let again = try encoded(opaque)
    #expect(try learnedNotation(again) == learnedNotation(bytes))
  }
}

/// Objects that are kept and refer to objects of the program by a class that is no superclass of theirs in the program.
@Suite struct `Opaque objects beside another hierarchy` {
  private class Base: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Base") }
  }

  private final class Pup: Base {
    override class var archiveClass: ArchiveClass { ArchiveClass("Pup") }
  }

  private class Renamed: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Base", aliases: ["Former"]) }
  }

  private final class RenamedPup: Renamed {
    override class var archiveClass: ArchiveClass { ArchiveClass("Pup") }
  }

  /// A pup, and a stranger that has it as a friend, both of the class "Former".
  private func pupAndStranger() throws -> [UInt8] {
    try archive(
      [
        .class("Former"), .class("Pup", superclass: 1),
        .class(
          "Stranger", superclass: 1, keys: [ArchiveKey("friend", .reference(to: "Former"))]),
      ],
      [ArchiveObject(entry: 2, values: []), ArchiveObject(entry: 3, values: [.reference(1)])],
      root: .list(.reference(to: "Former")), .list([.reference(1), .reference(2)]))
  }

  @Test func `they are refused when they are written, with the alias to declare`() throws {
    var decoder = SteleDecoder(allowing: [Pup.self])
    decoder.unknownClasses = .keep
    let list = try decoder.decode([MaybeUnknown<Base>].self, from: pupAndStranger())
    guard case .known(let known) = list.first, known is Pup, case .unknown = list.last else {
      Issue.record("decoded as \(list)")
      return
    }
    let failure = failure(encoding: list)
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .wrongType(.reference(to: "Former")))
    let hint = failure?.underlying?.hint
    #expect(hint?.contains(#"Declare "Former" as an alias of a superclass"#) == true)
  }

  @Test func `with the alias they are written`() throws {
    var decoder = SteleDecoder(allowing: [RenamedPup.self])
    decoder.unknownClasses = .keep
    let list = try decoder.decode([MaybeUnknown<Renamed>].self, from: pupAndStranger())
    let copy = try convert(list, to: [MaybeUnknown<Renamed>].self, with: decoder)
    guard case .known(let known) = copy.first, case .unknown(let stranger) = copy.last else {
      Issue.record("decoded as \(copy)")
      return
    }
    #expect(stranger.object(1) === known)
  }
}
