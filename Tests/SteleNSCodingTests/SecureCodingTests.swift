import Foundation
import Stele
import SteleNSCoding
import TestSupport
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
    thrown { try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) }
  }

  @Test func `an object of a class that was not asked for is refused`() throws {
    let error = refusal([Person.self], try archive(Dog(name: "Rex"))) as? KeyedCodingError
    #expect(
      error == KeyedCodingError(.unexpectedClass, className: "SteleNSCodingTests.Dog", key: "root"))
  }

  @Test func `a value that stands for a class that was not asked for is refused`() throws {
    let values: [(Any, String)] = [
      ("text", "NSString"), (5, "NSNumber"), (Data([1]), "NSData"),
      (Date(timeIntervalSinceReferenceDate: 0), "NSDate"), ([1, 2], "NSArray"),
      (["a": 1], "NSDictionary"),
    ]
    for (value, name) in values {
      let error = refusal([NSUUID.self], try archive(value)) as? KeyedCodingError
      #expect(error == KeyedCodingError(.unexpectedClass, className: name, key: "root"))
    }
  }

  @Test(arguments: Format.both)
  func `a collection that was asked for has property lists in it, and nothing else`(
    format: Format
  ) throws {
    func error(_ object: Any, _ type: AnyClass, _ classes: [AnyClass] = []) throws
      -> KeyedCodingError?
    {
      let data = try format.data(of: object)
      do {
        let copy = try format.object(of: [type] + classes, in: data)
        #expect((copy as? NSObject)?.isEqual(object) == true)
        return nil
      } catch {
        return try #require(error as? KeyedCodingError)
      }
    }
    let texts: [Any] = [
      "a", NSMutableString(string: "b"), 3, Data([1]), Date(timeIntervalSinceReferenceDate: 0),
      NSArray(array: ["c", NSMutableDictionary(dictionary: ["d": 5])]),
      ["e": [1.5, true]] as [String: Any],
    ]
    #expect(try error(NSMutableArray(array: texts), NSMutableArray.self) == nil)
    #expect(try error(NSArray(array: texts), NSArray.self) == nil)
    #expect(try error(NSDictionary(dictionary: ["a": texts]), NSDictionary.self) == nil)
    #expect(try error(NSSet(array: ["a", 1]), NSSet.self) == nil)
    #expect(try error(NSOrderedSet(array: ["a", 1]), NSOrderedSet.self) == nil)
    for other in [NSNull(), NSUUID(), NSSet(), Dog(name: "Rex")] as [NSObject] {
      let list = NSMutableArray(array: ["a", [other]])
      let found = try error(list, NSMutableArray.self)
      #expect(found?.reason == .unexpectedClass)
      #expect(found?.className.hasSuffix(String(describing: type(of: other))) == true)
      let text = try error(list, NSString.self, [type(of: other)])
      #expect(text?.className == "NSMutableArray")
    }
    #expect(try error("a" as NSString, NSArray.self)?.className == "NSString")
    #expect(try error(NSArray(array: ["a"]), NSMutableArray.self)?.className == "NSArray")
  }

  /// Asks for a list, and not for what is in it.
  final class Notes: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var list: NSMutableArray?
    init(_ list: NSMutableArray?) { self.list = list }
    init?(coder: NSCoder) { list = coder.decodeObject(of: NSMutableArray.self, forKey: "list") }
    func encode(with coder: NSCoder) { coder.encode(list, forKey: "list") }
  }

  @Test(arguments: Format.both)
  func `a list of strings and numbers that was asked for comes back, and may be changed`(
    format: Format
  ) throws {
    for content in [[], ["a", "b", 3]] as [[Any]] {
      let copy = try format.copy(Notes(NSMutableArray(array: content)))
      copy.list?.add("c")
      #expect(copy.list?.isEqual(to: content + ["c"]) == true)
    }
    #expect(try format.copy(Notes(nil)).list == nil)
    let error = refusal([Notes.self], try archive(Notes(NSMutableArray(array: [Notes(nil)]))))
    #expect((error as? KeyedCodingError)?.reason == .unexpectedClass)
  }

  /// A list of objects of which the class is not among those that are asked for.
  final class Kennel: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var found: [Any?] = []
    var dogs: [Dog] = [Dog(name: "Rex")]
    override init() {}
    init?(coder: NSCoder) {
      found = [
        coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "dogs"),
        coder.decodeObject(of: [NSDate.self], forKey: "dog"),
        coder.decodeObject(of: NSDate.self, forKey: "dog"),
        coder.decodeObject(of: [NSDate.self], forKey: "text"),
        coder.decodeObject(of: [NSURL.self], forKey: "url"),
      ]
    }
    func encode(with coder: NSCoder) {
      coder.encode(dogs, forKey: "dogs")
      coder.encode(dogs[0], forKey: "dog")
      coder.encode("text", forKey: "text")
      coder.encode(URL(string: "https://example.org"), forKey: "url")
    }
  }

  @Test(arguments: Format.both)
  func `without secure coding a list of classes is not enforced`(format: Format) throws {
    let data = try format.data(of: Kennel(), secure: false)
    let unarchiver = try format.unarchiver(data)
    unarchiver.requiresSecureCoding = false
    let object = try unarchiver.object(of: [NSString.self], forKey: "root")
    let kennel = try #require(object as? Kennel)
    #expect((kennel.found[0] as? [Dog])?.map(\.name) == ["Rex"])
    #expect((kennel.found[1] as? Dog)?.name == "Rex")
    #expect(kennel.found[2] == nil)
    #expect(kennel.found[3] as? String == "text")
    #expect(kennel.found[4] as? URL == URL(string: "https://example.org"))
    #expect(unarchiver.error == nil)
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
    let dogs = NSArray(array: [Dog(name: "Rex")])
    for list in [dogs, [dogs, "text"]] as [Any] {
      let unarchiver = try reading { archiver in
        archiver.encode(list, forKey: "dogs")
        archiver.encode(list, forKey: "strings")
      }
      #expect(unarchiver.decodeObject(of: [NSArray.self, Dog.self], forKey: "dogs") != nil)
      #expect(unarchiver.decodeObject(of: [NSArray.self, NSString.self], forKey: "strings") == nil)
      #expect(
        unarchiver.refusal
          == KeyedCodingError(
            .unexpectedClass, className: "SteleNSCodingTests.Dog", key: "strings"))
    }
  }

  @Test func `a list of classes is looked at for every use, whatever was accepted elsewhere`()
    throws
  {
    let dog = Dog(name: "Rex")
    let all: [(object: NSObject, type: AnyClass, name: String)] = [
      (NSUUID(), NSUUID.self, "NSUUID"), (dog, Dog.self, "SteleNSCodingTests.Dog"),
      (NSNull(), NSNull.self, "NSNull"), (NSSet(array: [1]), NSSet.self, "NSSet"),
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
      #expect(unarchiver.refusal == expected)
      // The other way round.
      let other = try SteleKeyedUnarchiver(forReadingFrom: data)
      #expect(other.decodeObject(of: [NSArray.self], forKey: "root") == nil)
      #expect(other.refusal?.className == name)
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
    // Property lists may be in any collection.
    #expect(refusal([NSArray.self, NSSet.self], data) == nil)
    for fewer: [AnyClass] in [[NSArray.self], [NSSet.self, NSDictionary.self]] {
      #expect(refusal(fewer, data) is KeyedCodingError, "\(fewer)")
    }
  }

  @Test func `a class that does not support secure coding is refused in both directions`() throws {
    let expected = KeyedCodingError(
      .notSecure, className: "SteleNSCodingTests.Insecure", key: "root")
    #expect(throws: expected) { try archive(Insecure()) }
    let error = #expect(throws: KeyedCodingError.self) {
      try Format.binaryKeyedArchive.data(of: Insecure())
    }
    #expect(error?.reason == .notSecure)
    let data = try archive(Insecure(), secure: false)
    #expect(refusal([Insecure.self], data) != nil)
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeObject(forKey: "root") is Insecure)
  }

  @Test func `where no class is named only property lists are given`() throws {
    let unarchiver = try reading { archiver in
      archiver.encode(["a": [1, 2]], forKey: "list")
      archiver.encode(Dog(name: "Rex"), forKey: "dog")
    }
    #expect(unarchiver.decodeObject(forKey: "list") as? [String: [Int]] == ["a": [1, 2]])
    #expect(unarchiver.decodeObject(forKey: "dog") == nil)
    #expect(unarchiver.error != nil)
  }
}
