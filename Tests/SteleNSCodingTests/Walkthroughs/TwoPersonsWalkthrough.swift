import Foundation
import SteleNSCoding
import Testing

@Suite("Walk-through: two persons in one archive")
struct TwoPersonsWalkthrough {
  private typealias Person = PersonWalkthrough.Person

  private func expect(_ personOne: Person?, _ personTwo: Person?) throws {
    let (one, two) = (try #require(personOne), try #require(personTwo))
    #expect([one.name, two.name] == ["Ann", "Bob"])
    #expect(one.age == 34)
    #expect(two.age == 35)
    #expect(one.weight == 61.5)
    #expect(two.weight == 80)
    #expect([one.dog?.name, two.dog?.name] == ["Rex", "Bello"])
  }

  @Test func `two persons with two dogs are archived under two names`() throws {
    let ann = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    let bob = Person(name: "Bob", age: 35, weight: 80, dog: Dog(name: "Bello"))

    let archiver = SteleKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(ann, forKey: "personOne")
    archiver.encode(bob, forKey: "personTwo")
    archiver.finishEncoding()
    let data = archiver.encodedData

    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    let personOne = unarchiver.decodeObject(of: Person.self, forKey: "personOne")
    let personTwo = unarchiver.decodeObject(of: Person.self, forKey: "personTwo")
    unarchiver.finishDecoding()

    #expect(unarchiver.error == nil)
    try expect(personOne, personTwo)

    let stored = StoredArchive("two-persons", PersonWalkthrough.classes)
    try stored.expectSame(as: ["personOne": ann, "personTwo": bob])
    let other = try stored.unarchiver()
    try expect(
      other.decodeObject(of: Person.self, forKey: "personOne"),
      other.decodeObject(of: Person.self, forKey: "personTwo"))
  }
}
