import Foundation
import Stele
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

/// Elements are complete before they are hashed, with every kind of class.
@Suite("Sets and dictionaries of coded objects")
struct HashedElementTests {
  /// A tag that is what its number is, all properties in one line.
  final class Tag: NSObject, PropertyCoding {
    var number = 0
    override init() {}
    convenience init(_ number: Int) {
      self.init()
      self.number = number
    }
    override var hash: Int { number.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? Tag)?.number == number }
  }

  /// The same by hand.
  final class HandTag: NSObject, NSSecureCoding, NSCopying {
    static var supportsSecureCoding: Bool { true }
    let number: Int
    init(_ number: Int) { self.number = number }
    init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }
    func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
    func copy(with zone: NSZone?) -> Any { self }
    override var hash: Int { number.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? HandTag)?.number == number }
  }

  /// The same, with the number taken up in the second phase.
  final class LateTag: NSObject, NSSecureCoding, SecondPhaseDecoding {
    static var supportsSecureCoding: Bool { true }
    private(set) var number = 0
    var owner: LateOwner?
    init(_ number: Int) { self.number = number }
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {
      coder.encode(number, forKey: "number")
      coder.encodeConditionalObject(owner, forKey: "owner")
    }
    func finishDecoding(with coder: SteleKeyedUnarchiver) {
      number = coder.decodeInteger(forKey: "number")
      owner = coder.decodeObject(of: LateOwner.self, forKey: "owner")
    }
    override var hash: Int { number.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? LateTag)?.number == number }
  }

  final class LateOwner: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var tags: Set<LateTag> = []
    override init() {}
    init?(coder: NSCoder) {
      tags =
        coder.decodeObject(of: [NSSet.self, LateTag.self], forKey: "tags") as? Set<LateTag> ?? []
    }
    func encode(with coder: NSCoder) { coder.encode(tags, forKey: "tags") }
  }

  /// Tags by hand and with a second phase in properties.
  final class Shelf: NSObject, PropertyCoding, ContentDeclaring {
    var map = NSDictionary()
    var hand: Set<HandTag> = []
    var late: Set<LateTag> = []
    override init() {}

    static func contentClasses(of property: String) -> [AnyClass] { [Tag.self, HandTag.self] }
  }

  /// A shelf by hand.
  final class HandShelf: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var tags: Set<Tag> = []
    override init() {}
    init?(coder: NSCoder) {
      tags = coder.decodeObject(of: [NSSet.self, Tag.self], forKey: "tags") as? Set<Tag> ?? []
    }
    func encode(with coder: NSCoder) { coder.encode(tags, forKey: "tags") }
  }

  @Test(arguments: Format.both)
  func `tags that are coded by hand or in a second phase come back in sets and as keys`(
    format: Format
  ) throws {
    let shelf = Shelf()
    shelf.map = NSDictionary(dictionary: [HandTag(1): Tag(1), HandTag(2): Tag(2)])
    shelf.hand = [HandTag(2), HandTag(3)]
    shelf.late = [LateTag(2), LateTag(3)]
    let copy = try format.copy(shelf)
    #expect(copy.map.count == 2)
    #expect(copy.map[HandTag(2)] as? Tag == Tag(2))
    #expect((copy.hand, copy.late) == (shelf.hand, shelf.late))
    #expect(copy.late.contains(LateTag(3)))
  }

  /// A node that is hashed by its identity.
  final class Node: NSObject, PropertyCoding {
    var neighbours: Set<Node> = []
    override init() {}
  }

  @Test func `what is hashed by its identity may be in any cycle`() throws {
    let (one, two) = (Node(), Node())
    one.neighbours = [one, two]
    two.neighbours = [one]
    defer { one.neighbours = [] }
    let copy = try Format.stele.copy(one)
    #expect(copy.neighbours.count == 2)
    #expect(copy.neighbours.contains(copy))
    #expect(copy.neighbours.first { $0 !== copy }?.neighbours == [copy])
    copy.neighbours = []
  }

  /// An object whose hash is made of a reference.
  final class Pair: NSObject, PropertyCoding {
    var name = ""
    var other: Pair?
    var pairs: Set<Pair> = []
    override init() {}
    override var hash: Int { name.hashValue &+ (other?.name ?? "").hashValue }
    override func isEqual(_ object: Any?) -> Bool {
      (object as? Pair)?.name == name && (object as? Pair)?.other?.name == other?.name
    }
  }

  @Test func `an object is hashed with its references if they come before the set`() throws {
    let pair = Pair()
    pair.name = "one"
    pair.other = Pair()
    pair.other?.name = "two"
    pair.pairs = [pair]
    defer { pair.pairs = [] }
    do {
      let copy = try Format.stele.copy(pair)
      #expect(copy.pairs.contains(copy))
      copy.pairs = []
    } catch let error as KeyedCodingError {
      #expect(error.reason == .hashedTooEarly)
    }
  }

  /// An object by hand that is in its own set.
  final class HandGroup: NSObject, NSSecureCoding, CircleDecoding {
    static var supportsSecureCoding: Bool { true }
    var name = ""
    var members: Set<HandGroup> = []
    override init() {}
    init?(coder: NSCoder) {
      super.init()
      name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
      members =
        coder.decodeObject(of: [NSSet.self, HandGroup.self], forKey: "members") as? Set<HandGroup>
        ?? []
    }
    func encode(with coder: NSCoder) {
      coder.encode(name, forKey: "name")
      coder.encode(members, forKey: "members")
    }
    override var hash: Int { name.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? HandGroup)?.name == name }
  }

  @Test
  func `an object that is made at once and is in its own set is an error with the way around`()
    throws
  {
    let group = HandGroup()
    group.members = [group]
    defer { group.members = [] }
    let refused = failure { try Format.stele.copy(group) }
    #expect(refused?.kind == .dataCorrupted)
    let cause = try #require(refused?.underlying)
    let key = "SteleNSCodingTests.HashedElementTests.HandGroup.members"
    #expect([.hashCycle([key]), .strongCycle([key])].contains(cause.reason))
    #expect(cause.advice?.contains("PropertyCoding") == true)
  }

  @Test func `a second phase that leads back to the set comes too late for it, which is an error`()
    throws
  {
    let owner = LateOwner()
    owner.tags = [LateTag(2)]
    for tag in owner.tags { tag.owner = owner }
    defer { owner.tags = [] }
    let data = try archive(owner)
    let error = #expect(throws: KeyedCodingError.self) {
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: LateOwner.self, from: data)
    }
    #expect(error?.reason == .hashedTooEarly)
    #expect(error?.className == "SteleNSCodingTests.HashedElementTests.LateTag")
    #expect(error?.key == "tags")
  }

  @Test func `two members that are equal when they are read are an error, not one member`() throws {
    let shelf = HandShelf()
    shelf.tags = [Tag(2), Tag(3)]
    var graph = try ArchiveGraph([UInt8](archive(shelf)))
    for index in graph.objects.indices where graph.objects[index].values == [.integer(3)] {
      graph.objects[index].values = [.integer(2)]
    }
    let error = #expect(throws: KeyedCodingError.self) {
      try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: HandShelf.self, from: Data(graph.encoded()))
    }
    #expect(error?.reason == .equalElements)
    #expect(error?.className == "SteleNSCodingTests.HashedElementTests.Tag")
    #expect(error?.path == "HandShelf.tags")
  }
}
