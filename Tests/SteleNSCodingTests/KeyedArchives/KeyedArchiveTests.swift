import Foundation
import Stele
import SteleKeyedArchive
import SteleNSCoding
import TestSupport
import Testing

@Suite("Archives of NSKeyedArchiver")
struct KeyedArchiveTests {
  @Test func `what NSKeyedArchiver has written is decoded into the same classes`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    person.tags = ["climber"]
    person.friend = Employee(name: "Bob", age: 35, weight: 80, office: "B 12")
    person.friend?.dog = person.dog
    // The other archiver cannot encode nil everywhere.
    person.nickname = "A"
    person.friend?.nickname = "B"
    let data = try NSKeyedArchiver.archivedData(withRootObject: person, requiringSecureCoding: true)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(
      ofClasses: [Person.self], fromKeyedArchive: data)
    let ann = try #require(copy as? Person)
    #expect((ann.name, ann.age, ann.weight) == ("Ann", 34, 61.5))
    #expect(ann.tags == ["climber"])
    #expect((ann.friend as? Employee)?.office == "B 12")
    #expect(ann.dog === ann.friend?.dog)
  }

  @Test func `the kin of NSKeyedArchiver are read as well`() throws {
    let data = try Format.xmlKeyedArchive.data(of: Dog(name: "Rex"))
    let text = String(decoding: data, as: UTF8.self)
      .replacing("<string>NSKeyedArchiver</string>", with: "<string>SCNKeyedArchiver</string>")
    #expect(text.contains("SCNKeyedArchiver"))
    #expect(throws: (any Error).self) { try NSKeyedUnarchiver(forReadingFrom: Data(text.utf8)) }
    let copy = try Format.xmlKeyedArchive.object(of: Dog.self, in: Data(text.utf8))
    #expect(copy?.name == "Rex")
  }

  @Test func `a cycle that ends other unarchivers is refused with the way around`() throws {
    let list = try HandWrittenArchive("NSMutableArray", ["NS.objects": [HandWrittenArchive.uid(1)]])
      .data
    let refused = failure {
      try SteleKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self], fromKeyedArchive: list)
    }
    #expect(refused?.kind == .dataCorrupted)
    #expect(refused?.reason == .strongCycle(["NSMutableArray.NS.objects"]))
  }
}
