import Foundation
import Stele
import SteleNSCoding
import Testing

/// The examples of the readme and of the first page: a change of type names.
@Suite("Examples of a change of type names")
struct PortExamples {
  @Test func `a program changes the names of two types`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
    #expect(copy?.name == "Ann")
    #expect(copy?.dog?.name == "Rex")
  }

  class Account: NSObject, PropertyCoding {
    var owner = ""
    var balance = 0.0
    @TransientValue var requestCount = 0
    required override init() {}
  }

  @Test func `a class has no line for any of its properties`() throws {
    let account = Account()
    account.owner = "Ann"
    account.balance = 12.5
    account.requestCount = 1
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: account, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Account.self, from: data)
    #expect(copy?.owner == "Ann")
    #expect(copy?.balance == 12.5)
    #expect(copy?.requestCount == 0)
  }

  private func read(_ data: Data) throws -> Person? {
    let unarchiver =
      data.starts(with: Data("bplist".utf8))
      ? try SteleKeyedUnarchiver(forReadingKeyedArchive: data)
      : try SteleKeyedUnarchiver(forReadingFrom: data)
    return try unarchiver.object(of: [Person.self], forKey: "root") as? Person
  }

  @Test func `a program reads old files and new ones`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    // The other archiver cannot encode nil everywhere.
    person.nickname = "A"
    let new = try SteleKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    let old = try NSKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    #expect(try read(new)?.dog?.name == "Rex")
    #expect(try read(old)?.dog?.name == "Rex")
  }

  @Test func `an old archive is decoded into the same classes`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    person.nickname = "A"
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(
      ofClasses: [Person.self], fromKeyedArchive: data)
    #expect((copy as? Person)?.dog?.name == "Rex")
  }

  @Test func `an archive is written for the other unarchiver`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    person.nickname = "A"
    let list = try SteleKeyedArchiver.archivedData(
      withRootObject: person, requiringSecureCoding: true, outputFormat: .binaryKeyedArchive)
    #expect(try read(list)?.dog?.name == "Rex")
  }
}
