import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

/// A class that is recorded as its superclass.
private final class HiddenDog: Titled {
  override class var supportsSecureCoding: Bool { true }
  override var classForCoder: AnyClass { Titled.self }
}

/// An object that has a dog encoded in its place.
private final class DogHouse: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let dog: Dog
  init(_ dog: Dog) { self.dog = dog }
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {}
  override func replacementObject(for coder: NSCoder) -> Any? { dog }
}

/// Names that hold for all coders are set for these classes only.
private final class Renamed: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

/// A private class without a name.
private final class Unnamed: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

/// A class nested in another one.
enum Kennel {
  final class Nested: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }
}

@Suite("Names and classes")
struct ClassNameTests {
  private func names(_ data: Data) throws -> [String] {
    try ArchiveGraph([UInt8](data)).classes.entries.map(\.name)
  }

  @Test func `a name that is set for an archiver is written, and read by a class that is set`()
    throws
  {
    let archiver = SteleKeyedArchiver()
    archiver.setClassName("Hound", for: Dog.self)
    #expect(archiver.className(for: Dog.self) == "Hound")
    #expect(SteleKeyedArchiver.className(for: Dog.self) == nil)
    archiver.encode(Dog(name: "Rex"), forKey: "root")
    let data = try archiver.archivedData()
    #expect(try names(data) == ["Hound"])
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    unarchiver.setClass(Dog.self, forClassName: "Hound")
    #expect(unarchiver.class(forClassName: "Hound") == Dog.self)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "root")?.name == "Rex")
    // Nobody else knows the name.
    #expect(
      throws: KeyedCodingError(.unknownClass, className: "Hound", key: "root")
    ) { try SteleKeyedUnarchiver.unarchivedObject(ofClass: Dog.self, from: data) }
  }

  @Test func `a name that is taken back is not used`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.setClassName("Hound", for: Dog.self)
    archiver.setClassName(nil, for: Dog.self)
    archiver.encode(Dog(name: "Rex"), forKey: "root")
    #expect(try names(archiver.archivedData()) == ["SteleNSCodingTests.Dog"])
  }

  @Test func `names and classes for all coders hold where a coder has none of its own`() throws {
    SteleKeyedArchiver.setClassName("Shared.Renamed", for: Renamed.self)
    SteleKeyedUnarchiver.setClass(Renamed.self, forClassName: "Shared.Renamed")
    defer {
      SteleKeyedArchiver.setClassName(nil, for: Renamed.self)
      SteleKeyedUnarchiver.setClass(nil, forClassName: "Shared.Renamed")
    }
    #expect(SteleKeyedArchiver.className(for: Renamed.self) == "Shared.Renamed")
    #expect(SteleKeyedUnarchiver.class(forClassName: "Shared.Renamed") == Renamed.self)
    let data = try archive(Renamed())
    #expect(try names(data) == ["Shared.Renamed"])
    #expect(try SteleKeyedUnarchiver.unarchivedObject(ofClass: Renamed.self, from: data) != nil)
    let archiver = SteleKeyedArchiver()
    archiver.setClassName("Own.Renamed", for: Renamed.self)
    archiver.encode(Renamed(), forKey: "root")
    #expect(try names(archiver.archivedData()) == ["Own.Renamed"])
  }

  @Test func `an object is recorded as its class for coders`() throws {
    let data = try archive(HiddenDog(title: "a"))
    #expect(try names(data) == ["SteleNSCodingTests.Titled"])
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Titled.self, from: data)
    #expect(copy.map { type(of: $0) == Titled.self } == true)
  }

  @Test func `an object may have another one encoded in its place, which keeps its identity`()
    throws
  {
    let house = DogHouse(Dog(name: "Rex"))
    let unarchiver = try reading { archiver in
      archiver.encode(house, forKey: "house")
      archiver.encode(house.dog, forKey: "dog")
      archiver.encode([house], forKey: "list")
    }
    let dog = unarchiver.decodeObject(of: Dog.self, forKey: "house")
    #expect(dog?.name == "Rex")
    #expect(dog === unarchiver.decodeObject(of: Dog.self, forKey: "dog"))
    #expect(unarchiver.decodeArrayOfObjects(ofClass: Dog.self, forKey: "list")?.first === dog)
  }

  @Test func `a nested class comes back, a private one needs a name`() throws {
    let data = try archive(Kennel.Nested())
    #expect(try names(data) == ["SteleNSCodingTests.Kennel.Nested"])
    #expect(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Kennel.Nested.self, from: data) != nil)
    let error = #expect(throws: SteleCodingError.self) { try archive(Unnamed()) }
    #expect(error?.reason == .unnamedClass("Unnamed"))
  }
}
