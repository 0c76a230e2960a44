import Stele
import TestSupport
import Testing

/// Classes that are allowed where their own class is requested, and classes that have to be listed.
enum Requested {
  class Animal: Codable {}
  final class Dog: Animal {}
  final class Cat: Animal {}
  final class Cage<Content: Codable>: Animal {}
  final class Kennel: Codable {
    var animals: [Animal]
    @Polymorphic var pet: AnyObject?
    init(_ animals: [Animal], pet: AnyObject? = nil) {
      self.animals = animals
      self.pet = pet
    }
  }
  struct Walk: Codable { var dog: Dog? }
  struct KennelThenWalk: Codable { var kennel: Kennel, walk: Walk }
  struct WalkThenKennel: Codable { var walk: Walk, kennel: Kennel }
}

@Suite struct `Classes that are requested` {
  private typealias Dog = Requested.Dog
  private typealias Cat = Requested.Cat
  private typealias Kennel = Requested.Kennel
  private typealias Walk = Requested.Walk

  /// Reads an archive of both values in the order of their declaration, then the other order.
  private func reasons(_ kennel: Kennel, _ walk: Walk) throws -> [SteleCodingError.Reason?] {
    [
      try failure(
        converting: Requested.KennelThenWalk(kennel: kennel, walk: walk),
        to: Requested.KennelThenWalk.self)?.reason,
      try failure(
        converting: Requested.WalkThenKennel(walk: walk, kennel: kennel),
        to: Requested.WalkThenKennel.self)?.reason,
    ]
  }

  @Test func `a subclass that only another property requests is refused in any order`() throws {
    let dog = Dog()
    for walk in [Walk(dog: nil), Walk(dog: dog), Walk(dog: Dog())] {
      for kennel in [Kennel([dog]), Kennel([], pet: dog)] {
        let found = try reasons(kennel, walk)
        #expect(found == [.unknownClass("Requested.Dog"), .unknownClass("Requested.Dog")])
      }
    }
  }

  @Test func `a class is allowed where it is requested itself`() throws {
    let found = try reasons(Kennel([Requested.Animal()]), Walk(dog: Dog()))
    #expect(found == [nil, nil])
  }

  @Test func `a listed subclass is allowed in any order`() throws {
    let decoder = SteleDecoder(allowing: [Dog.self])
    let dog = Dog()
    let kennel = try convert(
      Requested.WalkThenKennel(walk: Walk(dog: dog), kennel: Kennel([dog], pet: dog)),
      to: Requested.WalkThenKennel.self, with: decoder
    ).kennel
    #expect(kennel.animals[0] === kennel.pet)
  }

  @Test func `an earlier root of the same archive does not allow classes for others`() throws {
    let archiver = Archiver()
    try archiver.encode(Kennel([Dog()]), root: "kennel")
    try archiver.encode(Walk(dog: Dog()), root: "walk")
    let bytes = try archiver.finish()
    let unarchiver = try Unarchiver(bytes)
    _ = try unarchiver.decode(Walk.self, root: "walk")
    #expect(
      reason { try unarchiver.decode(Kennel.self, root: "kennel") }
        == .unknownClass("Requested.Dog"))
  }

  @Test func `a class that another property requests is as unknown as any other`() throws {
    struct Some: Codable { var known: Walk, items: [MaybeUnknown<Requested.Animal>] }
    var decoder = SteleDecoder()
    decoder.unknownClasses = .keep
    let some = Some(known: Walk(dog: Dog()), items: [.known(Dog())])
    guard case .unknown = try convert(some, to: Some.self, with: decoder).items[0] else {
      Issue.record("it is known")
      return
    }
    decoder.allow(Dog.self)
    guard case .known = try convert(some, to: Some.self, with: decoder).items[0] else {
      Issue.record("it is unknown")
      return
    }
  }

  // MARK: Advice

  private func hint(_ kennel: Kennel, with decoder: SteleDecoder = SteleDecoder()) throws -> String?
  { try failure(converting: kennel, to: Kennel.self, with: decoder)?.underlying?.hint }

  @Test func `the first error names all classes that have to be allowed`() throws {
    struct All: Codable { var walk: Walk, cats: [Cat], kennel: Kennel }
    let all = All(walk: Walk(dog: Dog()), cats: [Cat()], kennel: Kennel([Dog(), Cat()]))
    #expect(
      try failure(converting: all, to: All.self)?.underlying?.hint
        == "Call decoder.allow(Requested.Dog.self, Requested.Cat.self).")
  }

  @Test func `a list that lacks several classes is completed by the first error`() throws {
    var decoder = SteleDecoder(allowing: [Kennel.self])
    decoder.allowsListedClassesOnly = true
    #expect(
      try hint(Kennel([Dog(), Cat(), Dog()]), with: decoder)
        == "Call decoder.allow(Requested.Dog.self, Requested.Cat.self), or leave allowsListedClassesOnly off if the program has a struct for it."
    )
  }

  @Test func `a generic class that is not allowed is named with its arguments`() throws {
    let text = try #require(try hint(Kennel([Requested.Cage<Int>()])))
    #expect(text.hasSuffix("call decoder.allow(Requested.Cage<Int>.self)."))
  }
  private final class Leaf: FieldDecodable, SimplyNamed {
    let name: String
    init(from fields: inout FieldDecoder) throws { name = try fields.decode("name") }
  }

  /// Reads one key as a branch or as a leaf.
  private final class Branch: FieldDecodable, SimplyNamed {
    let branch: Branch?
    let leaf: Leaf?

    init(from fields: inout FieldDecoder) throws {
      let hasLeaf: Bool = try fields.decode("hasLeaf")
      branch = hasLeaf ? nil : try fields.decode("child")
      leaf = hasLeaf ? try fields.decode("child") : nil
    }
  }

  /// Returns an archive of a branch that leads to another one, which has a leaf; and of a third one with a child.
  private func branches(child: ArchiveObject) throws -> [UInt8] {
    func branch(hasLeaf: Bool, _ child: Int) -> ArchiveObject {
      ArchiveObject(entry: 1, values: [.bool(hasLeaf), .reference(child)])
    }
    return try archive(
      [
        .class(
          "Branch", keys: [ArchiveKey("hasLeaf", .bool), ArchiveKey("child", .reference(to: nil))]),
        .class("Leaf", keys: [ArchiveKey("name", .string)]),
      ],
      [
        branch(hasLeaf: false, 2), branch(hasLeaf: true, 3),
        ArchiveObject(entry: 2, values: [.string("first")]), branch(hasLeaf: true, 5), child,
      ], root: .list(.reference(to: "Branch")), .list([.reference(1), .reference(4)]))
  }

  @Test func `a class is the one requested though an inner object requests another`() throws {
    let leaf = ArchiveObject(entry: 2, values: [.string("second")])
    let branches = try SteleDecoder().decode([Branch].self, from: self.branches(child: leaf))
    #expect(branches[0].branch?.leaf?.name == "first")
    #expect(branches[1].leaf?.name == "second")
    let other = ArchiveObject(entry: 1, values: [.bool(true), .reference(3)])
    let bytes = try self.branches(child: other)
    #expect(
      failure { try SteleDecoder().decode([Branch].self, from: bytes) }?.kind == .typeMismatch)
  }
}
