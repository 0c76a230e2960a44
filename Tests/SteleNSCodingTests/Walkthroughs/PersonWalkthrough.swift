import Foundation
import SteleNSCoding
import TestSupport
import Testing

@Suite("Walk-through: a person with a dog")
struct PersonWalkthrough {
  final class Person: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let name: String
    var age: Int
    var weight: Double
    var dog: Dog?

    init(name: String, age: Int, weight: Double, dog: Dog? = nil) {
      self.name = name
      self.age = age
      self.weight = weight
      self.dog = dog
    }

    init?(coder: NSCoder) {
      guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
      self.name = name as String
      age = coder.decodeInteger(forKey: "age")
      weight = coder.decodeDouble(forKey: "weight")
      dog = coder.decodeObject(of: Dog.self, forKey: "dog")
    }

    func encode(with coder: NSCoder) {
      coder.encode(name, forKey: "name")
      coder.encode(age, forKey: "age")
      coder.encode(weight, forKey: "weight")
      coder.encode(dog, forKey: "dog")
    }
  }

  static var classes: KeyValuePairs<String, AnyClass> { ["Person": Person.self, "Dog": Dog.self] }

  private var ann: Person { Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex")) }

  private func expectAnn(_ person: Person?) throws {
    let person = try #require(person)
    #expect(person.name == "Ann")
    #expect(person.age == 34)
    #expect(person.weight == 61.5)
    #expect(person.dog?.name == "Rex")
  }

  @Test func `a person is archived to data and back`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
    try expectAnn(copy)
  }

  @Test func `a person is archived to a file and back`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("person.stele")
    let person = ann
    try SteleKeyedArchiver.archive(rootObject: person, to: url)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, contentsOf: url)
    try expectAnn(copy)
  }

  @Test func `the stored person is read, and written the same`() throws {
    let stored = StoredArchive("person", Self.classes)
    try stored.expectSame(as: ["root": ann])
    try expectAnn(stored.root(Person.self))
  }
}
