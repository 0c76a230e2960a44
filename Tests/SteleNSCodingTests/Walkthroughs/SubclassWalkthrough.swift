import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

@Suite("Walk-through: a subclass")
struct SubclassWalkthrough {
  enum ByHand {
    class Person: NSObject, NSSecureCoding {
      class var supportsSecureCoding: Bool { true }

      var name: String
      var age: Int

      init(name: String, age: Int) {
        self.name = name
        self.age = age
      }

      required init?(coder: NSCoder) {
        name = (coder.decodeObject(of: NSString.self, forKey: "name") as String?) ?? ""
        age = coder.decodeInteger(forKey: "age")
      }

      func encode(with coder: NSCoder) {
        coder.encode(name, forKey: "name")
        coder.encode(age, forKey: "age")
      }
    }

    final class Employee: Person {
      override class var supportsSecureCoding: Bool { true }

      var office: String

      init(name: String, age: Int, office: String) {
        self.office = office
        super.init(name: name, age: age)
      }

      required init?(coder: NSCoder) {
        office = (coder.decodeObject(of: NSString.self, forKey: "office") as String?) ?? ""
        super.init(coder: coder)
      }

      override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(office, forKey: "office")
      }
    }
  }

  enum InOneLine {
    class Person: NSObject, PropertyCoding {
      var name = ""
      var age = 0
      required override init() {}
    }

    final class Employee: Person {
      var office = ""
    }
  }

  @Test func `a subclass comes back with the properties of its superclass`() throws {
    let employee = ByHand.Employee(name: "Eve", age: 50, office: "B 12")
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: employee, requiringSecureCoding: true)
    let person = try SteleKeyedUnarchiver.unarchivedObject(ofClass: ByHand.Person.self, from: data)
    let copy = try #require(person as? ByHand.Employee)
    #expect(copy.name == "Eve")
    #expect(copy.age == 50)
    #expect(copy.office == "B 12")
  }

  @Test func `the stored subclass is read and written by hand and in one line`() throws {
    let byHand = StoredArchive(
      "employee", ["Person": ByHand.Person.self, "Employee": ByHand.Employee.self])
    try byHand.expectSame(as: ["root": ByHand.Employee(name: "Eve", age: 50, office: "B 12")])
    let person = try #require(try byHand.root(ByHand.Person.self) as? ByHand.Employee)
    #expect(person.name == "Eve")
    #expect(person.age == 50)
    #expect(person.office == "B 12")

    let inOneLine = StoredArchive(
      "employee-levels", ["Person": InOneLine.Person.self, "Employee": InOneLine.Employee.self])
    let employee = InOneLine.Employee()
    employee.name = "Eve"
    employee.age = 50
    employee.office = "B 12"
    try inOneLine.expectSame(as: ["root": employee])
    // Either reads what the other has written.
    let old = StoredArchive(
      "employee", ["Person": InOneLine.Person.self, "Employee": InOneLine.Employee.self])
    for archive in [inOneLine, old] {
      let copy = try #require(try archive.root(InOneLine.Person.self) as? InOneLine.Employee)
      #expect(copy.name == "Eve")
      #expect(copy.age == 50)
      #expect(copy.office == "B 12")
    }
    let new = StoredArchive(
      "employee-levels", ["Person": ByHand.Person.self, "Employee": ByHand.Employee.self])
    let other = try #require(try new.root(ByHand.Person.self) as? ByHand.Employee)
    #expect(other.name == "Eve")
    #expect(other.age == 50)
    #expect(other.office == "B 12")
    let classes = try ArchiveGraph([UInt8](inOneLine.data)).classes.entries
    #expect(classes.map(\.name) == ["Person", "Employee"])
  }
}
