import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

/// A shape that writes its title.
class Titled: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }

  let title: String
  let dog: Dog?

  init(title: String, dog: Dog? = nil) {
    self.title = title
    self.dog = dog
  }

  required init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "title").map { $0 as String } ?? ""
    dog = coder.decodeObject(of: Dog.self, forKey: "dog")
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(dog, forKey: "dog")
  }
}

/// A shape that writes the keys of its superclass once more, with other values.
final class Retitled: Titled {
  override class var supportsSecureCoding: Bool { true }

  override func encode(with coder: NSCoder) {
    coder.encode(1, forKey: "number")
    super.encode(with: coder)
    coder.encode("new \(title)", forKey: "title")
    coder.encode(Dog(name: "other"), forKey: "dog")
    coder.encode(2, forKey: "number")
    coder.encode(true, forKey: "last")
  }
}

@Suite("Keys that are written twice")
struct DuplicateKeyTests {
  @Test func `what a subclass writes again takes the place of what its superclass wrote`() throws {
    let shapes = (0..<3).map { Retitled(title: "\($0)", dog: Dog(name: "Rex")) }
    let data = try Format.stele.data(of: shapes + [Titled(title: "plain")])
    let copies = try #require(
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Titled.self, from: data))
    #expect(copies.map(\.title) == ["new 0", "new 1", "new 2", "plain"])
    #expect(copies.map { $0.dog?.name } == ["other", "other", "other", nil])
    let graph = try ArchiveGraph([UInt8](data))
    let numbers = graph.objects.compactMap { object in
      zip(graph.classes.storedKeys(of: object.entry), object.values)
        .first { $0.0.name == "number" }?.1
    }
    #expect(numbers == Array(repeating: .integer(2), count: 3))
  }

  @Test(arguments: [false, true])
  func `objects of a class and of its subclass do not get in each other's way`(
    _ isSubclassFirst: Bool
  ) throws {
    let plain = [Titled(title: "plain", dog: Dog(name: "Rex")), Titled(title: "other")]
    let shapes = [Retitled(title: "sub", dog: Dog(name: "Rex")), Retitled(title: "b")]
    let data = try archive(isSubclassFirst ? shapes + plain : plain + shapes + plain)
    let copies = try #require(
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Titled.self, from: data))
    for copy in copies {
      #expect(copy is Retitled == copy.title.hasPrefix("new"))
      #expect((copy.dog == nil) == (copy.title == "other"))
    }
    #expect(Set(copies.map(\.title)) == ["plain", "other", "new sub", "new b"])
  }

  @Test func `the value that comes last may be of another type`() throws {
    let unarchiver = try reading { archiver in
      archiver.encode("one", forKey: "root")
      archiver.encode(Dog(name: "Rex"), forKey: "dog")
      archiver.encode(1, forKey: "root")
    }
    #expect(unarchiver.decodeInteger(forKey: "root") == 1)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "dog")?.name == "Rex")
    #expect(unarchiver.error == nil)
  }
}
