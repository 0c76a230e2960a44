import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// Objects with a hash of their own in sets to which they lead themselves.
@Suite("Cycles through sets and keys")
struct HashCircleTests {
  /// A group that is what its name is, and has others in collections of all kinds.
  final class Group: NSObject, PropertyCoding, ContentDeclaring, NSCopying {
    var set = NSSet()
    var mutableSet = NSMutableSet()
    var counted = NSCountedSet()
    var ordered = NSOrderedSet()
    var map = NSDictionary()
    var list = NSArray()
    var members: Set<Group> = []
    var titles: [Group: String] = [:]
    var owner: Group?
    var name = ""
    override init() {}
    convenience init(_ name: String) {
      self.init()
      self.name = name
    }
    static func contentClasses(of property: String) -> [AnyClass] { [Group.self] }
    func copy(with zone: NSZone?) -> Any { self }
    override var hash: Int { name.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? Group)?.name == name }
  }

  /// A collection of a group: what fills it, what it has, and whether it finds an element.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fill: @Sendable (Group, [Group]) -> Void
    let content: @Sendable (Group) -> [Group]
    let finds: @Sendable (Group, Group) -> Bool

    static let all = [
      Kind(
        testDescription: "NSSet", fill: { $0.set = NSSet(array: $1) },
        content: { $0.set.compactMap { $0 as? Group } }, finds: { $0.set.contains($1) }),
      Kind(
        testDescription: "NSMutableSet", fill: { $0.mutableSet = NSMutableSet(array: $1) },
        content: { $0.mutableSet.compactMap { $0 as? Group } },
        finds: { $0.mutableSet.contains($1) }),
      Kind(
        testDescription: "NSCountedSet", fill: { $0.counted = NSCountedSet(array: $1) },
        content: { $0.counted.compactMap { $0 as? Group } },
        finds: { $0.counted.count(for: $1) == 1 }),
      Kind(
        testDescription: "NSOrderedSet", fill: { $0.ordered = NSOrderedSet(array: $1) },
        content: { $0.ordered.array.compactMap { $0 as? Group } },
        finds: { $0.ordered.contains($1) }),
      Kind(
        testDescription: "NSDictionary",
        fill: { group, members in
          group.map = NSDictionary(
            dictionary: Dictionary(uniqueKeysWithValues: members.map { ($0, "v") }))
        }, content: { $0.map.allKeys.compactMap { $0 as? Group } },
        finds: { $0.map[$1] as? String == "v" }),
      Kind(
        testDescription: "NSArray of NSArray of NSSet",
        fill: { $0.list = NSArray(object: NSArray(object: NSSet(array: $1))) },
        content: { set(in: $0)?.compactMap { $0 as? Group } ?? [] },
        finds: { set(in: $0)?.contains($1) == true }),
      Kind(
        testDescription: "Set", fill: { $0.members = Set($1) }, content: { Array($0.members) },
        finds: { $0.members.contains($1) }),
      Kind(
        testDescription: "Dictionary",
        fill: { $0.titles = Dictionary(uniqueKeysWithValues: $1.map { ($0, "v") }) },
        content: { Array($0.titles.keys) }, finds: { $0.titles[$1] == "v" }),
    ]

    private static func set(in group: Group) -> NSSet? {
      ((group.list.count == 1 ? group.list[0] : nil) as? NSArray)?[0] as? NSSet
    }
  }

  /// Returns all groups to which one leads by some kinds of collections, and by their owners.
  private func all(from group: Group, _ kinds: [Kind] = Kind.all) -> [Group] {
    var found: [ObjectIdentifier: Group] = [ObjectIdentifier(group): group]
    var rest = [group]
    while let next = rest.popLast() {
      for member in kinds.flatMap({ $0.content(next) }) + [next.owner].compactMap({ $0 })
      where found.updateValue(member, forKey: ObjectIdentifier(member)) == nil {
        rest.append(member)
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// Takes groups apart, which would keep each other.
  private func empty(_ groups: [Group]) {
    for group in groups {
      for kind in Kind.all { kind.fill(group, []) }
      group.list = []
      group.owner = nil
    }
  }

  /// Receives the objects that have been made.
  final class Listener: SteleKeyedUnarchiverDelegate {
    var names: [String] = []
    func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any? {
      if let group = object as? Group { names.append(group.name) }
      return object
    }
  }

  @Test(arguments: Kind.all)
  func `a delegate, which may put others in their place, is told of each once`(kind: Kind) throws {
    let groups = (0..<4).map { Group("\($0)") }
    defer { empty(groups) }
    for (index, group) in groups.enumerated() {
      kind.fill(group, [group, groups[(index + 1) % 4]])
      group.owner = groups[(index + 2) % 4]
    }
    let listener = Listener()
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archive(groups[0]))
    unarchiver.delegate = listener
    let root = try unarchiver.object(of: [Group.self], forKey: SteleKeyedArchiveRootObjectKey)
    let copies = all(from: try #require(root as? Group))
    defer { empty(copies) }
    #expect(copies.map(\.name) == ["0", "1", "2", "3"])
    #expect(listener.names.sorted() == ["0", "1", "2", "3"])
    for (index, group) in copies.enumerated() {
      #expect(group.owner === copies[(index + 2) % 4])
      #expect(kind.content(group).count == 2)
      #expect(kind.finds(group, group) && kind.finds(group, copies[(index + 1) % 4]))
    }
  }

  @Test(arguments: Kind.all, Format.both)
  func `members may know the collection that they are in, and whose it is`(
    kind: Kind, format: Format
  ) throws {
    let owner = Group("owner")
    let members = (0..<20).map { Group("member \($0)") }
    defer { empty([owner] + members) }
    kind.fill(owner, members)
    for member in members {
      member.owner = owner
      (member.set, member.map, member.list) = (owner.set, owner.map, owner.list)
    }
    for root in [owner, members[7]] {
      let copies = all(from: try format.copy(root))
      defer { empty(copies) }
      #expect(copies.map(\.name) == ([owner] + members).map(\.name).sorted())
      let owner = try #require(copies.last)
      #expect(kind.content(owner).count == 20)
      for member in copies.dropLast() {
        #expect(member.owner === owner)
        #expect(kind.finds(owner, member))
        #expect(member.set == owner.set)
      }
    }
  }

  /// An owner that is made at once, whose tags know it.
  final class Owner: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var tags = NSSet()
    override init() {}
    init?(coder: NSCoder) {
      tags = coder.decodeObject(of: [NSSet.self, Tag.self], forKey: "tags") as? NSSet ?? tags
    }
    func encode(with coder: NSCoder) { coder.encode(tags, forKey: "tags") }
  }

  final class Tag: NSObject, PropertyCoding, SecondPhaseDecoding {
    var owner: Owner?
    var name = ""
    /// The number of tags of the owner in the second phase.
    @TransientValue var count = 0
    override init() {}
    override var hash: Int { name.hashValue }
    override func isEqual(_ object: Any?) -> Bool { (object as? Tag)?.name == name }
    func finishDecoding(with coder: SteleKeyedUnarchiver) { count = owner?.tags.count ?? 0 }
  }

  @Test(arguments: Format.both)
  func `the owner may be made at once, and is there in the second phase`(format: Format) throws {
    let owner = Owner()
    let tags = ["a", "b", "c"].map { name in
      let tag = Tag()
      (tag.name, tag.owner) = (name, owner)
      return tag
    }
    owner.tags = NSSet(array: tags)
    defer { owner.tags = NSSet() }
    let copy = try format.copy(owner)
    defer { copy.tags = NSSet() }
    let found = copy.tags.compactMap { $0 as? Tag }
    #expect(Set(found.map(\.name)) == ["a", "b", "c"])
    #expect(found.allSatisfy { $0.owner === copy && $0.count == 3 && copy.tags.contains($0) })
  }

  /// An object whose hash is made of its own set.
  final class Sum: NSObject, PropertyCoding, ContentDeclaring {
    var parts = NSSet()
    var name = ""
    override init() {}
    static func contentClasses(of property: String) -> [AnyClass] { [Sum.self] }
    override var hash: Int { name.hashValue &+ parts.count }
    override func isEqual(_ object: Any?) -> Bool {
      (object as? Sum)?.name == name && (object as? Sum)?.parts.count == parts.count
    }
  }

  @Test(arguments: Format.both)
  func `a hash that is made of what leads back is an error`(format: Format) throws {
    let (sum, part) = (Sum(), Sum())
    (sum.name, part.name) = ("sum", "part")
    sum.parts = NSSet(array: [part])
    part.parts = NSSet(array: [sum])
    defer { sum.parts = NSSet() }
    let error = #expect(throws: KeyedCodingError.self) { try format.copy(sum) }
    #expect(error?.reason == .hashedTooEarly)
    #expect(error?.className == "SteleNSCodingTests.HashCircleTests.Sum")
    // Without the cycle its hash may be.
    part.parts = NSSet()
    #expect(try format.copy(sum).parts.contains(part))
  }

  @Test(arguments: Format.both)
  func `sets that lead to each other by their members nest, which has a limit`(
    format: Format
  ) throws {
    // The limit is the stack.
    let reason = try onStack {
      let groups = (0..<1000).map { Group("\($0)") }
      defer { empty(groups) }
      for (index, group) in groups.enumerated() {
        group.set = NSSet(object: groups[(index + 1) % 1000])
      }
      return failure { try format.copy(groups[0]) }?.reason
    }
    guard case .stackTooSmall? = reason else {
      Issue.record("\(reason as Any)")
      return
    }
  }

  @Test(arguments: Format.both)
  func `random groups come back`(format: Format) throws {
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      let groups = (0..<Int.random(in: 1...7, using: &random)).map { Group("\($0)") }
      defer { empty(groups) }
      for group in groups {
        for kind in Kind.all where random.isOne(in: 3) {
          kind.fill(group, groups.filter { _ in random.isOne(in: 3) })
        }
        if random.isOne(in: 3) { group.owner = groups.randomElement(using: &random) }
        // Collections may be shared.
        if random.isOne(in: 4), let other = groups.randomElement(using: &random) {
          (group.set, group.ordered) = (other.set, other.ordered)
        }
      }
      let expected = all(from: groups[0])
      do {
        let copies = all(from: try format.copy(groups[0]))
        defer { empty(copies) }
        #expect(copies.map(\.name) == expected.map(\.name), "seed \(seed)")
        for (copy, group) in zip(copies, expected) {
          #expect(copy.owner?.name == group.owner?.name, "seed \(seed)")
          for kind in Kind.all {
            #expect(
              Set(kind.content(copy).map(\.name)) == Set(kind.content(group).map(\.name)),
              "seed \(seed), \(kind.testDescription)")
            for member in kind.content(copy) {
              #expect(kind.finds(copy, member), "seed \(seed), \(kind.testDescription)")
            }
          }
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}
