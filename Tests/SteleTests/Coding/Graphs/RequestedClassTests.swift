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

  @Test func `an earlier archive of a series does not allow classes for others`() throws {
    let kennel = try SteleEncoder().encode(Kennel([Dog()]))
    let walk = try SteleEncoder().encode(Walk(dog: Dog()))
    let series = SeriesDecoder()
    for _ in 0..<2 {
      #expect(
        reason { try series.decode(Kennel.self, from: kennel) } == .unknownClass("Requested.Dog"))
      _ = try series.decode(Walk.self, from: walk)
    }
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
}
