import Foundation
import Stele
import SteleNSCoding
import Testing

@Suite("Walk-throughs of NSCoding")
struct WalkthroughTests {
  @Test func `a person with a dog is archived to data and back`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    person.tags = ["climber", "reader"]
    person.isActive = true
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data))
    #expect(copy.name == "Ann")
    #expect(copy.age == 34)
    #expect(copy.weight == 61.5)
    #expect(copy.nickname == nil)
    #expect(copy.isActive)
    #expect(copy.tags == ["climber", "reader"])
    #expect(copy.dog?.name == "Rex")
    #expect(copy.friend == nil)
  }

  @Test func `a person with a dog is archived to a file and back`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).stele")
    defer { try? FileManager.default.removeItem(at: url) }
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    try SteleKeyedArchiver.archive(rootObject: person, to: url)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, contentsOf: url)
    #expect(copy?.dog?.name == "Rex")
  }

  @Test func `two persons with two dogs share one archive under two names`() throws {
    let (rex, bello) = (Dog(name: "Rex"), Dog(name: "Bello"))
    let ann = Person(name: "Ann", age: 34, weight: 61.5, dog: rex)
    let bob = Person(name: "Bob", age: 35, weight: 80, dog: bello)
    bob.friend = ann
    let archiver = SteleKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(ann, forKey: "personOne")
    archiver.encode(bob, forKey: "personTwo")
    try archiver.finishEncoding()
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let one = unarchiver.decodeObject(of: Person.self, forKey: "personOne")
    let two = unarchiver.decodeObject(of: Person.self, forKey: "personTwo")
    unarchiver.finishDecoding()
    #expect(unarchiver.error == nil)
    #expect(one?.dog?.name == "Rex")
    #expect(two?.dog?.name == "Bello")
    #expect(two?.friend === one)
  }

  @Test func `a subclass comes back with the properties of its superclass`() throws {
    let employee = Employee(name: "Eve", age: 50, weight: 70, office: "B 12")
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: employee, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
    let same = try #require(copy as? Employee)
    #expect(same.office == "B 12")
    #expect(same.name == "Eve")
    #expect(same.age == 50)
    let names = try Graph([UInt8](data)).classes.entries.map(\.name)
    #expect(names == ["SteleNSCodingTests.Person", "SteleNSCodingTests.Employee"])
  }

  @Test func `a dog of the neighbours is put into an archive and taken out`() throws {
    let dogs = ["Rex", "Bello", "Hasso"].map { Dog(name: $0) }
    let archiver = SteleKeyedArchiver()
    archiver.encode(dogs + [dogs[0]], forKey: "dogs")
    archiver.encode(dogs[1], forKey: "neighbours")
    try archiver.finishEncoding()
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let dog = try #require(unarchiver.decodeObject(of: Dog.self, forKey: "neighbours"))
    let all = try #require(unarchiver.decodeArrayOfObjects(ofClass: Dog.self, forKey: "dogs"))
    #expect(all.map(\.name) == ["Rex", "Bello", "Hasso", "Rex"])
    #expect(all[0] === all[3])
    #expect(all[1] === dog)
  }
}
