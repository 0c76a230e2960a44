import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

@Suite("Objects of classes that the program does not have")
struct UnknownClassTests {
  /// An archive of a person and an employee who share a dog, all of unknown classes.
  private func archive(_ format: Format = .stele) throws -> Data {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    person.friend = Employee(name: "Bob", age: 35, weight: 80, office: "B 12")
    person.friend?.dog = person.dog
    person.tags = ["a", "b"]
    return try format.data(naming: Self.classes) { $0.encode(person, forKey: "root") }
  }

  private static let classes: ClassNames = [
    ("App.Person", Person.self), ("App.Employee", Employee.self), ("App.Dog", Dog.self),
  ]
  private func unarchiver(
    _ data: Data, _ format: Format, _ settings: SteleDecoder = .keeping
  ) throws -> SteleKeyedUnarchiver {
    try format.unarchiver(data, settings)
  }

  private static let asked: [AnyClass] = [
    UnknownCodedObject.self, NSString.self, NSNumber.self, NSArray.self,
  ]

  @Test(arguments: Format.both)
  func `they are kept with their keys, and each is one object`(_ format: Format) throws {
    let unarchiver = try unarchiver(archive(format), format)
    let person = try #require(
      try unarchiver.object(of: Self.asked, forKey: "root") as? UnknownCodedObject)
    #expect(person.classNames == ["App.Person"] + (format == .stele ? [] : ["NSObject"]))
    #expect(
      person.keys.sorted() == [
        "age", "dog", "friend", "isActive", "name", "nickname", "tags", "weight",
      ])
    #expect((person["name"] as? String, person["age"] as? Int) == ("Ann", 34))
    #expect(person["weight"] as? Double == 61.5)
    #expect(person["tags"] as? [String] == ["a", "b"])
    #expect(person["nickname"] == nil)
    #expect(person["nothing"] == nil)
    let friend = try #require(person["friend"] as? UnknownCodedObject)
    #expect(friend.classNames.starts(with: ["App.Employee", "App.Person"]))
    #expect(friend["office"] as? String == "B 12")
    let dog = try #require(person["dog"] as? UnknownCodedObject)
    #expect(dog === friend["dog"] as? UnknownCodedObject)
  }

  @Test(arguments: Format.both, Format.both)
  func `they are written back, and decoded into the classes of a program that has them`(
    _ source: Format, _ target: Format
  ) throws {
    let person = try #require(
      try unarchiver(archive(source), source).object(of: Self.asked, forKey: "root"))
    let unarchiver = try target.unarchiver(target.data(of: person), naming: Self.classes)
    let copy = try #require(try unarchiver.object(of: [Person.self], forKey: "root") as? Person)
    #expect((copy.name, copy.age, copy.weight) == ("Ann", 34, 61.5))
    #expect(copy.tags == ["a", "b"])
    #expect(copy.nickname == nil)
    #expect((copy.friend as? Employee)?.office == "B 12")
    #expect(copy.dog === copy.friend?.dog)
    #expect(copy.dog?.name == "Rex")
  }

  @Test func `they are made only where the program asks for them`() throws {
    for classes in [[Person.self], [NSString.self], []] as [[AnyClass]] {
      let unarchiver = try unarchiver(archive(), .stele)
      #expect(
        throws: KeyedCodingError(.unexpectedClass, className: "App.Person", key: "root")
      ) { try unarchiver.object(of: classes, forKey: "root") }
    }
    // Inside of a collection as well.
    let person = try unarchiver(archive(), .stele).object(of: Self.asked, forKey: "root")
    let unarchiver = try unarchiver(Format.stele.data(of: [person]), .stele)
    #expect(throws: (any Error).self) {
      try unarchiver.object(of: [NSArray.self, NSString.self], forKey: "root")
    }
  }

  @Test func `without the setting, a class that is missing is an error`() throws {
    let unarchiver = try unarchiver(archive(), .stele, SteleDecoder())
    #expect(throws: KeyedCodingError(.unknownClass, className: "App.Person", key: "root")) {
      try unarchiver.object(of: Self.asked, forKey: "root")
    }
  }

  @Test func `a class that the program has, and that is refused, does not become opaque`() throws {
    let unarchiver = try unarchiver(archive(), .stele)
    unarchiver.setClass(Insecure.self, forClassName: "App.Person")
    let error = #expect(throws: KeyedCodingError.self) {
      try unarchiver.object(of: Self.asked + [Insecure.self], forKey: "root")
    }
    #expect(error?.reason == .notSecure)
  }

  @Test func `objects of the program may be among them, and they among those`() throws {
    let unarchiver = try unarchiver(archive(.binaryKeyedArchive), .binaryKeyedArchive)
    unarchiver.setClass(Dog.self, forClassName: "App.Dog")
    let person = try #require(
      try unarchiver.object(of: Self.asked + [Dog.self], forKey: "root") as? UnknownCodedObject)
    let dog = try #require(person["dog"] as? Dog)
    #expect(dog.name == "Rex")
    #expect((person["friend"] as? UnknownCodedObject)?["dog"] as? Dog === dog)
  }

  @Test func `references that do not own stay such`() throws {
    let root = TreeNode(name: "root")
    root.add(TreeNode(name: "child"))
    let archive = try Format.stele.data(naming: [("App.Node", TreeNode.self)]) {
      $0.encode(root, forKey: "root")
    }
    let kept = try #require(
      try unarchiver(archive, .stele).object(of: Self.asked, forKey: "root") as? UnknownCodedObject)
    let child = try #require((kept["children"] as? [Any])?.first as? UnknownCodedObject)
    #expect(child["parent"] as? UnknownCodedObject === kept)
    // The child alone has no parent in its archive.
    let data = try Format.stele.data(of: child)
    #expect(try ArchiveGraph([UInt8](data)).objects.count == 1)
  }

  @Test func `numbers of type float16 are numbers of Foundation, and keep their type`() throws {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("App.Sensor", keys: ["heat": .float16]))
    graph.add(ArchiveObject(entry: entry, values: [.float16(bitPattern: 0x3E00)]))
    graph.roots = [ArchiveNamedValue("root", .reference(to: "App.Sensor"), .reference(1))]
    let sensor = try #require(
      try unarchiver(Data(graph.encoded()), .stele).object(of: Self.asked, forKey: "root")
        as? UnknownCodedObject)
    #expect(sensor["heat"] as? Double == 1.5)
    for format in Format.both {
      let data = try format.data(of: sensor)
      let copy = try #require(
        try unarchiver(data, format).object(of: Self.asked, forKey: "root") as? UnknownCodedObject)
      #expect(copy["heat"] as? Double == 1.5)
      #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
        guard format == .stele else { continue }
        let copied = try ArchiveGraph([UInt8](data))
        #expect(copied.objects.map(\.values) == [[.float16(bitPattern: 0x3E00)]])
      #endif
    }
  }

  @Test(arguments: ["$array", "$set"])
  func `a list or a set that is an object of its own is one of Foundation's`(_ name: String) throws
  {
    let isSet = name == "$set"
    let elements: [ArchiveValue] = [.integer(1), .integer(2)]
    var graph = ArchiveGraph()
    let entry = graph.classes.define(
      .class(name, keys: ["value": isSet ? .set(.int64) : .list(.int64)]))
    graph.add(ArchiveObject(entry: entry, values: [isSet ? .set(elements) : .list(elements)]))
    graph.roots = [ArchiveNamedValue("root", .reference(to: name), .reference(1))]
    let object = try SteleKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSSet.self, NSNumber.self], from: Data(graph.encoded()))
    #expect(object as? NSObject == (isSet ? NSSet(array: [1, 2]) : NSArray(array: [1, 2])))
  }

  @Test func `other coders refuse them`() throws {
    let unarchiver = try unarchiver(archive(), .stele)
    let object = try #require(
      try unarchiver.object(of: Self.asked, forKey: "root") as? UnknownCodedObject)
    let other = FailingCoder()
    object.encode(with: other)
    #expect((other.failures.first as? KeyedCodingError)?.reason == .notSupported)
  }
}
