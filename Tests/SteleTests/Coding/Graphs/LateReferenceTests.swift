import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Late references` {
  final class Person: Codable {
    var name: String
    @LateReference var spouse: Person?
    @LateReference var friends: [Person] = []
    @LateReference var byName: [String: Person] = [:]
    init(_ name: String) { self.name = name }

    /// Takes strong cycles apart.
    func letGo() {
      spouse = nil
      friends = []
      byName = [:]
    }
  }

  protocol Pet: AnyObject, Codable {}

  final class Cat: Pet {}

  final class Home: Codable {
    @LateReference var first: Polymorphic<any Pet>?
    @LateReference var second: Polymorphic<any Pet>?
  }

  private func letGo(_ people: [Person]) { people.forEach { $0.letGo() } }

  @Test func `everybody may be everybody's friend`() throws {
    let people = (0..<20).map { Person("\($0)") }
    for person in people {
      person.friends = people
      person.byName = Dictionary(uniqueKeysWithValues: people.map { ($0.name, $0) })
    }
    defer { letGo(people) }
    let bytes = try encoded(people)
    #expect(try ArchiveReader(opening: bytes).objectCount == 20)
    let copy = try SteleDecoder().decode([Person].self, from: bytes)
    #expect(copy.map(\.name) == people.map(\.name))
    for person in copy {
      #expect(zip(person.friends, copy).allSatisfy { $0 === $1 })
      #expect(person.byName["7"] === copy[7])
    }
    letGo(copy)
  }

  @Test func `empty and missing values come back as placeholders`() throws {
    let copy = try roundTrip(Person("alone"))
    #expect(copy.spouse == nil)
    #expect(copy.friends.isEmpty)
    #expect(copy.byName.isEmpty)
  }

  @Test func `each level of nil comes back`() throws {
    struct Unset: Codable, Equatable {
      init() {}
      init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decodeNil() else {
          throw DecodingError.valueNotFound(
            Unset.self, .init(codingPath: [], debugDescription: "not nil"))
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      }
    }
    struct Late<Value: Codable>: Codable {
      @LateReference var value: Value?
      var list: [LateReference<Value?>?]

      init(_ value: Value?) {
        self.value = value
        list = [nil, LateReference(wrappedValue: value)]
      }
    }
    for value in [Int??.none, .some(nil), 1] {
      let copy = try roundTrip(Late(value))
      #expect(copy.value == value && copy.list[0] == nil && copy.list[1]?.wrappedValue == value)
    }
    for value in [Unset?.none, Unset()] {
      let copy = try roundTrip(Late(value))
      #expect(copy.value == value && copy.list[0] == nil && copy.list[1]?.wrappedValue == value)
    }
  }

  @Test func `objects behind a protocol are shared`() throws {
    let home = Home()
    home.first = Polymorphic(wrappedValue: Cat())
    home.second = home.first
    let copies = try RoundTrip(decoder: SteleDecoder(allowing: [Cat.self]))([home, home])
    #expect(copies[0] === copies[1])
    let cat = try #require(copies[0].first?.wrappedValue)
    #expect(copies[0].second?.wrappedValue === cat)
  }

  @Test func `long rings come back`() throws {
    let people = (0..<deepCount).map { Person("\($0)") }
    for (index, person) in people.enumerated() {
      person.spouse = people[(index + 1) % people.count]
    }
    defer { letGo(people) }
    let copy = try convert(people[0], to: Person.self)
    var person = copy
    var count = 0
    repeat {
      count += 1
      let next = try #require(person.spouse)
      person.letGo()
      person = next
    } while person !== copy
    #expect(count == people.count)
  }

  @Test func `a subclass comes back as itself`() throws {
    struct Owner: Codable {
      @LateReference var pet: DynamicClasses.Animal?
      @LateReference var others: [DynamicClasses.Animal] = []
      var name = "o"
    }
    var owner = Owner()
    owner.pet = DynamicClasses.Dog(name: "d", breed: "b")
    owner.others = [DynamicClasses.Cat(name: "c")]
    let decoder = SteleDecoder(allowing: [DynamicClasses.Dog.self, DynamicClasses.Cat.self])
    let copy = try RoundTrip(decoder: decoder)(owner)
    #expect(copy.pet is DynamicClasses.Dog)
    #expect(copy.others.first is DynamicClasses.Cat)
    #expect(
      try failure(converting: owner, to: Owner.self)?.reason
        == .unknownClass("DynamicClasses.Dog"))
  }
}
