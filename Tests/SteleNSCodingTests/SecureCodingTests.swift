import Foundation
import Stele
import SteleNSCoding
import Testing

/// An object that does not support secure coding.
final class Insecure: NSObject, NSCoding {
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

@Suite("Secure coding")
struct SecureCodingTests {
  private func refusal(_ classes: [AnyClass], _ data: Data) -> (any Error)? {
    do {
      _ = try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an object of a class that was not asked for is refused`() throws {
    let error = refusal([Person.self], try archive(Dog(name: "Rex"))) as? KeyedCodingError
    #expect(
      error
        == KeyedCodingError(.unexpectedClass, className: "SteleNSCodingTests.Dog", key: "root"))
  }

  @Test func `a value that stands for a class that was not asked for is refused`() throws {
    let values: [(Any, String)] = [
      ("text", "NSString"), (5, "NSNumber"), (Data([1]), "NSData"),
      (Date(timeIntervalSinceReferenceDate: 0), "NSDate"), ([1, 2], "NSArray"),
      (["a": 1], "NSDictionary"),
    ]
    for (value, name) in values {
      let error = refusal([NSURL.self], try archive(value)) as? KeyedCodingError
      #expect(error == KeyedCodingError(.unexpectedClass, className: name, key: "root"))
    }
  }

  @Test func `what is in an array has to be asked for, too`() throws {
    let data = try archive(NSArray(array: [Dog(name: "Rex")]))
    #expect(refusal([NSArray.self, Dog.self], data) == nil)
    #expect(refusal([NSArray.self], data) != nil)
  }

  @Test func `a set of classes is declared once and given to each call`() throws {
    var classes = ClassSet(coded: [NSArray.self, Dog.self])
    let data = try archive(NSArray(array: [Dog(name: "Rex"), Dog(name: "Tom")]))
    let dogs = try SteleKeyedUnarchiver.unarchivedObject(of: classes, from: data) as? [Dog]
    #expect(dogs?.map(\.name) == ["Rex", "Tom"])
    let people = try archive(NSArray(array: [Person(name: "Ann", age: 1, weight: 2)]))
    #expect(refusal(classes.classes, people) != nil)
    classes.insert(coded: Person.self)
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: people)
    let person = try unarchiver.object(of: classes, forKey: "root") as? [Person]
    #expect(person?.first?.name == "Ann")
  }

  @Test func `an array that was accepted once is examined where something else is asked for`()
    throws
  {
    let archiver = SteleKeyedArchiver()
    let dogs = NSArray(array: [Dog(name: "Rex")])
    archiver.encode(dogs, forKey: "dogs")
    archiver.encode(dogs, forKey: "strings")
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    #expect(unarchiver.decodeObject(of: [NSArray.self, Dog.self], forKey: "dogs") != nil)
    #expect(unarchiver.decodeObject(of: [NSArray.self, NSString.self], forKey: "strings") == nil)
    #expect(
      unarchiver.error as? KeyedCodingError
        == KeyedCodingError(
          .unexpectedClass, className: "SteleNSCodingTests.Dog", key: "strings"))
  }

  @Test func `a list of classes is looked at for every use, whatever was accepted elsewhere`()
    throws
  {
    let text = NSMutableString(string: "text")
    let number = NSNumber(value: 5)
    let dog = Dog(name: "Rex")
    let date = NSDate(timeIntervalSinceReferenceDate: 0)
    let all: [(object: NSObject, type: AnyClass, name: String)] = [
      (text, NSString.self, "NSMutableString"), (number, NSNumber.self, "NSNumber"),
      (dog, Dog.self, "SteleNSCodingTests.Dog"), (date, NSDate.self, "NSDate"),
      (NSDecimalNumber(string: "0.1"), NSNumber.self, "NSDecimalNumber"),
      (NSData(data: Data([1])), NSData.self, "NSData"),
    ]
    for specimen in all {
      let (object, name) = (specimen.object, specimen.name)
      let data = try archive([object, [object]] as [Any])
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
      let expected = KeyedCodingError(.unexpectedClass, className: name, key: "root")
      #expect(
        unarchiver.decodeObject(of: [NSArray.self, specimen.type], forKey: "root") is NSArray)
      #expect(unarchiver.error == nil)
      #expect(unarchiver.decodeObject(of: [NSArray.self, NSURL.self], forKey: "root") == nil)
      #expect(unarchiver.error as? KeyedCodingError == expected)
      // The other way round.
      let other = try SteleKeyedUnarchiver(forReadingFrom: data)
      #expect(other.decodeObject(of: [NSArray.self], forKey: "root") == nil)
      #expect((other.error as? KeyedCodingError)?.className == name)
    }
  }

  @Test func `a subclass is as good as the class that was asked for, a superclass is not`() throws {
    let mutable = try archive(NSMutableArray(array: [1]))
    #expect(refusal([NSArray.self, NSNumber.self], mutable) == nil)
    #expect(refusal([NSMutableArray.self, NSNumber.self], mutable) == nil)
    #expect(refusal([NSMutableArray.self, NSNumber.self], try archive([1])) != nil)
    let employee = try archive(Employee(name: "Eve", age: 50, weight: 70, office: "B 12"))
    #expect(refusal([Person.self], employee) == nil)
    let person = try archive(Person(name: "Ann", age: 34, weight: 61.5))
    #expect(refusal([Employee.self], person) != nil)
  }

  @Test func `what is deep in collections has to be asked for`() throws {
    let deep: [Any] = [
      ["a": [Set([1, 2])]] as [String: Any], NSArray(array: [NSDictionary(dictionary: ["b": 1])]),
    ]
    let classes: [AnyClass] = [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self,
    ]
    let data = try archive(deep)
    #expect(refusal(classes, data) == nil)
    for index in classes.indices {
      var fewer = classes
      fewer.remove(at: index)
      #expect(refusal(fewer, data) is KeyedCodingError, "\(classes[index])")
    }
  }

  @Test func `a class that does not support secure coding is refused in both directions`() throws {
    let expected = KeyedCodingError(
      .notSecure, className: "SteleNSCodingTests.Insecure", key: "root")
    #expect(throws: expected) { try archive(Insecure()) }
    let data = try archive(Insecure(), secure: false)
    #expect(refusal([Insecure.self], data) != nil)
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeObject(forKey: "root") is Insecure)
  }

  @Test func `where no class is named only property lists are given`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.encode(["a": [1, 2]], forKey: "list")
    archiver.encode(Dog(name: "Rex"), forKey: "dog")
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    #expect(unarchiver.decodeObject(forKey: "list") as? [String: [Int]] == ["a": [1, 2]])
    #expect(unarchiver.decodeObject(forKey: "dog") == nil)
    #expect(unarchiver.error != nil)
  }
}
