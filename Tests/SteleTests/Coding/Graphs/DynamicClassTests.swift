import Stele
import TestSupport
import Testing

@Suite struct `Dynamic classes` {
  typealias Animal = DynamicClasses.Animal
  typealias Dog = DynamicClasses.Dog
  typealias Cat = DynamicClasses.Cat
  typealias Stone = DynamicClasses.Stone

  @Test func `a subclass that is not allowed is an error, and is not made`() throws {
    let counter = Counter()
    let failure = try failure(
      converting: [Dog(name: "a", breed: "b")] as [Animal], to: [Animal].self,
      with: DynamicClasses.decoder(counter))
    #expect(failure?.reason == .unknownClass("DynamicClasses.Dog"))
    #expect(failure?.path == "[0]")
    #expect(failure?.underlying?.offset != nil)
    #expect(counter.count == 0)
  }

  @Test func `a class that only another subclass has allowed is still an error`() throws {
    let counter = Counter()
    var decoder = DynamicClasses.decoder(counter)
    decoder.allow(Dog.self)
    #expect(
      try failure(converting: [Cat(name: "a")] as [Animal], to: [Animal].self, with: decoder)?
        .reason
        == .unknownClass("DynamicClasses.Cat"))
    #expect(counter.count == 0)
  }

  @Test func `an allowed class is an error where another is asked for`() throws {
    let counter = Counter()
    var decoder = DynamicClasses.decoder(counter)
    decoder.allow(Stone.self)
    let failure = try failure(converting: [Stone(weight: 1)], to: [Animal].self, with: decoder)
    #expect((failure?.kind, failure?.path) == (.typeMismatch, "[0]"))
    #expect(counter.count == 0)
  }

  @Test func `a superclass is an error where its subclass is asked for`() throws {
    let counter = Counter()
    let decoder = DynamicClasses.decoder(counter)
    #expect(try failure(converting: [Animal(name: "a")], to: [Dog].self, with: decoder) != nil)
    #expect(counter.count == 0)
  }

  @Test func `a subclass behind an optional, a dictionary and an enum comes back`() throws {
    enum Home: Codable { case pet(Animal, since: Int) }
    struct House: Codable {
      var optional: Animal?
      var named: [String: Animal]
      var home: Home
    }
    let dog = Dog(name: "d", breed: "e")
    let decoder = SteleDecoder(allowing: [Dog.self])
    let copy = try RoundTrip(decoder: decoder)(
      House(optional: dog, named: ["d": dog], home: .pet(dog, since: 1)))
    #expect(copy.optional is Dog)
    #expect(copy.named["d"] === copy.optional)
    if case .pet(let pet, since: 1) = copy.home { #expect(pet === copy.optional) }
  }

  @Test func `only listed classes are made when the list is whole`() throws {
    struct Mixed: Codable { var stone: Stone, animals: [Animal] }
    let bytes = try encoded(
      Mixed(stone: Stone(weight: 1), animals: [Animal(name: "a"), Cat(name: "c")]))
    let counter = Counter()
    var decoder = DynamicClasses.decoder(counter)
    decoder.allowsListedClassesOnly = true
    #expect(
      reason { try decoder.decode(Mixed.self, from: bytes) }
        == .classNotAllowed("DynamicClasses.Stone"))
    decoder.allow(Stone.self, Animal.self)
    #expect(
      reason { try decoder.decode(Mixed.self, from: bytes) }
        == .classNotAllowed("DynamicClasses.Cat"))
    #expect(counter.count == 0)
    decoder.allow(Cat.self)
    #expect(try decoder.decode(Mixed.self, from: bytes).animals.count == 2)
    #expect(counter.count == 3)
  }

  @Test func `an object of an unlisted class is an error even if nobody asks for it`() throws {
    struct Both: Codable { var animals: [Animal], stone: Stone }
    struct One: Codable { var animals: [Animal] }
    let bytes = try encoded(Both(animals: [Animal(name: "a")], stone: Stone(weight: 1)))
    let counter = Counter()
    var decoder = DynamicClasses.decoder(counter)
    #expect(try decoder.decode(One.self, from: bytes).animals.count == 1)
    #expect(counter.count == 1)
    decoder.allowsListedClassesOnly = true
    decoder.allow(Animal.self)
    #expect(
      reason { try decoder.decode(One.self, from: bytes) }
        == .classNotAllowed("DynamicClasses.Stone"))
    #expect(counter.count == 1)
  }

  @Test func `values need not be listed`() throws {
    var decoder = SteleDecoder()
    decoder.allowsListedClassesOnly = true
    #expect(
      try convert(Holder(["a": [1.5]]), to: Holder<[String: [Double]]>.self, with: decoder).value
        == ["a": [1.5]])
  }
}
