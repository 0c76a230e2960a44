import Foundation
import Stele
import SteleNSCoding
import Testing

/// The examples of the page about archives of `NSKeyedArchiver`.
@Suite("Examples of old archives")
struct PortExamples {
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
}
