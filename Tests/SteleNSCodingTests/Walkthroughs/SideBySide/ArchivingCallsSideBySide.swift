import Foundation
import SteleNSCoding
import TestSupport
import Testing

final class WalkedDog: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var name: String?

  init(_ name: String) { self.name = name }

  init?(coder: NSCoder) { name = coder.decodeObject(forKey: "dogName") as? String }

  func encode(with coder: NSCoder) { coder.encode(name, forKey: "dogName") }
}

class DogWalker: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var name: String?
  var age: Int32 = 20
  var weight = 125.0
  var dog: WalkedDog?

  init(_ name: String, _ dog: WalkedDog? = nil) {
    self.name = name
    self.dog = dog
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "name") as? String
    age = coder.decodeInt32(forKey: "age")
    weight = coder.decodeDouble(forKey: "weight")
    dog = coder.requiresSecureCoding ? nil : coder.decodeObject(forKey: "dog") as? WalkedDog
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(age, forKey: "age")
    coder.encode(weight, forKey: "weight")
    coder.encode(dog, forKey: "dog")
  }
}

final class WalkingStudent: DogWalker {
  override class var supportsSecureCoding: Bool { true }
  var school = ""

  override init(_ name: String, _ dog: WalkedDog? = nil) { super.init(name, dog) }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    school = coder.decodeObject(forKey: "school") as? String ?? ""
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(school, forKey: "school")
  }
}

/// Refers to an object of a class that is not coded.
final class PlainHolder: NSObject, NSSecureCoding {
  final class Plain: NSObject {}

  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) { coder.encode(Plain(), forKey: "x") }
}

@Suite("Walk-through: archiving calls with errors, side by side")
struct ArchivingCallsSideBySide {
  @Test(arguments: Coders.allCases)
  func `one object goes to data, to a file, and back`(_ coders: Coders) throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("archive")
    try coders.data(of: DogWalker("XY")).write(to: file, options: .atomic)
    let copy = try coders.object(of: DogWalker.self, in: Data(contentsOf: file))
    #expect(copy?.name == "XY")
    #expect(copy?.age == 20)
    #expect(copy?.weight == 125)
  }

  @Test(arguments: Coders.allCases)
  func `two objects have a key each, and data may be taken before encoding is finished`(
    _ coders: Coders
  ) throws {
    let data = coders.data(secure: false) {
      $0.encode(DogWalker("XY", WalkedDog("Bruce")), forKey: "personOne")
      $0.encode(DogWalker("Jacky", WalkedDog("Oudy")), forKey: "personTwo")
    }
    let unarchiver = try coders.unarchiver(data, secure: false)
    let persons = ["personOne", "personTwo"].map {
      unarchiver.decodeObject(forKey: $0) as? DogWalker
    }
    #expect(persons.map { $0?.name } == ["XY", "Jacky"])
    #expect(persons.map { $0?.dog?.name } == ["Bruce", "Oudy"])
    #expect(unarchiver.error == nil)
  }

  @Test(arguments: Coders.allCases)
  func `an object of a subclass that calls super comes back as one`(_ coders: Coders) throws {
    let student = WalkingStudent("n")
    student.school = "sc"
    let copy = try coders.object(of: DogWalker.self, in: coders.data(of: student))
    #expect(copy?.name == "n")
    #expect((copy as? WalkingStudent)?.school == "sc")
  }

  @Test func `an object inside whose class is not coded is an error`() {
    // Foundation ends the process.
    let error = #expect(throws: KeyedCodingError.self) { try Coders.stele.data(of: PlainHolder()) }
    #expect(error?.reason == .notCoding)
  }

  @Test(arguments: Coders.allCases)
  func `a key is known to be there or not`(_ coders: Coders) throws {
    let unarchiver = try coders.unarchiver(
      coders.data(secure: false) { $0.encode(1, forKey: "a") })
    #expect(unarchiver.containsValue(forKey: "a"))
    #expect(!unarchiver.containsValue(forKey: "b"))
    // Foundation makes that an error under the policy of raising, and ends the process.
    if coders == .stele { #expect(unarchiver.decodeInteger(forKey: "b") == 0) }
  }

  @Test(arguments: Coders.allCases)
  func `a string that is asked for without a class comes back under secure coding`(
    _ coders: Coders
  ) throws {
    let unarchiver = try coders.unarchiver(
      coders.data(secure: true) { $0.encode(DogWalker("p", WalkedDog("d")), forKey: "k") })
    #expect(unarchiver.decodeObject(of: DogWalker.self, forKey: "k")?.name == "p")
  }
}
