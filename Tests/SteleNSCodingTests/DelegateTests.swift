import Foundation
import Stele
import SteleNSCoding
import Testing

/// Records its calls, and replaces dogs by name.
private final class Observer: SteleKeyedArchiverDelegate, SteleKeyedUnarchiverDelegate {
  var log: [String] = []
  /// The replacements of objects, by the names that ``text(_:)`` gives them; nil to leave an object out.
  let replacements: [String: Any?]
  let standIns: [String: AnyClass]

  init(replacing replacements: [String: Any?] = [:], standIns: [String: AnyClass] = [:]) {
    (self.replacements, self.standIns) = (replacements, standIns)
  }

  private func text(_ object: Any?) -> String {
    switch object {
    case let dog as Dog: dog.name
    case let object?: "\(type(of: object))"
    case nil: "nil"
    }
  }

  func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any? {
    log.append("will encode \(text(object))")
    return replacements[text(object)] ?? object
  }

  func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?) {
    log.append("did encode \(text(object))")
  }

  func archiver(_ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?) {
    log.append("will replace \(text(object)) with \(text(newObject))")
  }

  func archiverWillFinish(_ archiver: SteleKeyedArchiver) { log.append("will finish") }

  func archiverDidFinish(_ archiver: SteleKeyedArchiver) { log.append("did finish") }

  func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
    originalClasses classNames: [String]
  ) -> AnyClass? {
    log.append("cannot decode \(name) of \(classNames)")
    return standIns[name]
  }

  func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any? {
    log.append("did decode \(text(object))")
    return replacements[text(object)] ?? object
  }

  func unarchiver(
    _ unarchiver: SteleKeyedUnarchiver, willReplace object: Any, with newObject: Any
  ) {
    log.append("will replace \(text(object)) with \(text(newObject))")
  }

  func unarchiverWillFinish(_ unarchiver: SteleKeyedUnarchiver) { log.append("will finish") }

  func unarchiverDidFinish(_ unarchiver: SteleKeyedUnarchiver) { log.append("did finish") }
}

/// A delegate without methods.
private final class Silent: SteleKeyedArchiverDelegate, SteleKeyedUnarchiverDelegate {}

@Suite("Delegates")
struct DelegateTests {
  private func archive(_ delegate: Observer, _ encode: (SteleKeyedArchiver) -> Void) throws -> Data
  {
    let archiver = SteleKeyedArchiver()
    archiver.delegate = delegate
    encode(archiver)
    return try archiver.archivedData()
  }

  @Test func `an archiver tells of objects once, as they are met`() throws {
    let observer = Observer()
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    _ = try archive(observer) { archiver in
      archiver.encode(person, forKey: "one")
      archiver.encode(person, forKey: "two")
      archiver.encode(nil, forKey: "three")
    }
    #expect(
      observer.log == [
        "will encode Person", "will encode Rex", "did encode Rex", "did encode Person",
        "will finish", "did finish",
      ])
  }

  @Test func `an archiver writes what its delegate puts in the place of an object`() throws {
    let observer = Observer(replacing: ["Rex": Dog(name: "Bello")])
    let rex = Dog(name: "Rex")
    let data = try archive(observer) { archiver in
      archiver.encode(rex, forKey: "one")
      archiver.encode(rex, forKey: "two")
    }
    #expect(
      observer.log == [
        "will encode Rex", "will replace Rex with Bello", "did encode Bello", "will finish",
        "did finish",
      ])
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    let one = unarchiver.decodeObject(of: Dog.self, forKey: "one")
    #expect(one?.name == "Bello")
    #expect(one === unarchiver.decodeObject(of: Dog.self, forKey: "two"))
  }

  @Test func `what the delegate of an archiver wants away is nil, and missing in collections`()
    throws
  {
    let observer = Observer(replacing: ["Rex": Any?.none, "Bello": Any?.none])
    let (rex, bello, hasso) = (Dog(name: "Rex"), Dog(name: "Bello"), Dog(name: "Hasso"))
    let data = try archive(observer) { archiver in
      archiver.encode(rex, forKey: "dog")
      archiver.encode([rex, hasso, bello], forKey: "swift")
      archiver.encode(["r": rex, "h": hasso] as [String: Dog], forKey: "named")
      archiver.encode(NSArray(array: [rex, hasso]), forKey: "list")
      archiver.encode(NSSet(array: [rex, bello, hasso]), forKey: "set")
      archiver.encode(NSOrderedSet(array: [rex, bello, hasso]), forKey: "ordered")
      archiver.encode(
        NSDictionary(
          objects: [rex, hasso], forKeys: ["r" as NSString, "h" as NSString]), forKey: "map")
      let counted = NSCountedSet(array: [rex, hasso, hasso])
      archiver.encode(counted, forKey: "counted")
    }
    #expect(observer.log.first == "will encode Rex")
    #expect(observer.log.dropFirst().first == "will replace Rex with nil")
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    let classes: [AnyClass] = [
      NSArray.self, NSSet.self, NSOrderedSet.self, NSDictionary.self, NSString.self, Dog.self,
    ]
    #expect(unarchiver.containsValue(forKey: "dog"))
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "dog") == nil)
    for key in ["swift", "list", "set", "ordered", "counted", "map", "named"] {
      let found = unarchiver.decodeObject(of: classes, forKey: key)
      let dogs: [Any] =
        switch found {
        case let list as NSArray: list.map { $0 }
        case let set as NSSet: set.map { $0 }
        case let set as NSOrderedSet: set.array
        case let map as NSDictionary: map.allValues
        default: []
        }
      #expect(dogs.map { ($0 as? Dog)?.name } == ["Hasso"], "\(key)")
      if let set = found as? NSCountedSet {
        #expect(set.count(for: set.anyObject() as Any) == 2)
      }
    }
    #expect(unarchiver.error == nil)
  }

  @Test func `an unarchiver tells of objects in the order in which they are made`() throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    let unarchiver = try reading { $0.encode(person, forKey: "root") }
    let observer = Observer()
    unarchiver.delegate = observer
    _ = unarchiver.decodeObject(of: Person.self, forKey: "root")
    unarchiver.finishDecoding()
    unarchiver.finishDecoding()
    #expect(observer.log == ["did decode Rex", "did decode Person", "will finish", "did finish"])
  }

  @Test func `an unarchiver gives what its delegate puts in the place of an object`() throws {
    let rex = Dog(name: "Rex")
    let unarchiver = try reading { archiver in
      archiver.encode(rex, forKey: "one")
      archiver.encode([rex], forKey: "list")
    }
    let bello = Dog(name: "Bello")
    let observer = Observer(replacing: ["Rex": bello])
    unarchiver.delegate = observer
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "one") === bello)
    #expect(unarchiver.decodeArrayOfObjects(ofClass: Dog.self, forKey: "list") == [bello])
    #expect(observer.log == ["did decode Rex", "will replace Rex with Bello"])
  }

  @Test func `an object for which the delegate of an unarchiver gives nil stays`() throws {
    let unarchiver = try reading { archiver in
      archiver.encode(Dog(name: "Rex"), forKey: "one")
      archiver.encode(NSArray(array: [Dog(name: "Rex")]), forKey: "list")
    }
    let observer = Observer(replacing: ["Rex": Any?.none])
    unarchiver.delegate = observer
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "one")?.name == "Rex")
    #expect(
      unarchiver.decodeArrayOfObjects(ofClass: Dog.self, forKey: "list")?.map(\.name) == ["Rex"])
  }

  @Test func `a replacement has to be of a class that was asked for`() throws {
    let unarchiver = try reading { $0.encode(Dog(name: "Rex"), forKey: "dog") }
    let observer = Observer(replacing: ["Rex": Titled(title: "a")])
    unarchiver.delegate = observer
    #expect(unarchiver.decodeObject(of: [Dog.self], forKey: "dog") == nil)
    #expect(
      unarchiver.refusal
        == KeyedCodingError(.unexpectedClass, className: "SteleNSCodingTests.Titled", key: "dog"))
  }

  @Test func `a class that is not there is asked for with all its superclasses`() throws {
    let classes: ClassNames = [("Company.Manager", Employee.self), ("Company.Human", Person.self)]
    let unarchiver = try Format.stele.reading(naming: classes, as: []) {
      $0.encode(Employee(name: "Eve", age: 50, weight: 70, office: "B 12"), forKey: "root")
    }
    let observer = Observer(standIns: ["Company.Manager": Employee.self])
    unarchiver.delegate = observer
    let copy = unarchiver.decodeObject(of: Person.self, forKey: "root")
    #expect((copy as? Employee)?.office == "B 12")
    #expect(
      observer.log == [
        #"cannot decode Company.Manager of ["Company.Manager", "Company.Human"]"#,
        "did decode Employee",
      ])
  }

  @Test func `a class that the delegate gives has to be asked for all the same`() throws {
    let unarchiver = try Format.stele.reading(naming: [("Company.Dog", Dog.self)], as: []) {
      $0.encode(Dog(name: "Rex"), forKey: "root")
    }
    let observer = Observer(standIns: ["Company.Dog": Dog.self])
    unarchiver.delegate = observer
    #expect(unarchiver.decodeObject(of: Person.self, forKey: "root") == nil)
    #expect(
      unarchiver.refusal
        == KeyedCodingError(.unexpectedClass, className: "Company.Dog", key: "root"))
  }

  @Test func `a delegate without methods changes nothing`() throws {
    let silent = Silent()
    let archiver = SteleKeyedArchiver()
    archiver.delegate = silent
    archiver.encode(Dog(name: "Rex"), forKey: "root")
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    unarchiver.delegate = silent
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "root")?.name == "Rex")
    unarchiver.finishDecoding()
    #expect(unarchiver.error == nil)
  }
}
