import Foundation
import Stele
import SteleNSCoding
import Testing

/// A class by hand as there are many in settings and caches.
final class NeighbourDog: NSObject, NSCoding {
  var rope: String?
  var bowl: String?

  init(_ number: Int) {
    rope = "rope\(number)"
    bowl = "bowl\(number)"
  }

  init?(coder: NSCoder) {
    rope = coder.decodeObject(forKey: "dogRope") as? String
    bowl = coder.decodeObject(forKey: "dogBowl") as? String
  }

  func encode(with coder: NSCoder) {
    coder.encode(rope, forKey: "dogRope")
    coder.encode(bowl, forKey: "dogBowl")
  }
}

/// A class in one line whose objects choose the archived properties.
class DogCage: NSObject, PropertyCoding, PropertySelecting {
  var a = "1"
  var b = "2"
  var d = "4"
  @TransientValue var chosen: Set<String> = ["a", "b"]
  required override init() {}

  func archives(_ property: String, _ userInfo: [CodingUserInfoKey: Any]) -> Bool {
    chosen.contains(property)
  }
}

final class BigDogCage: DogCage {
  var e = "5"
  var count: NSNumber?
}

/// A class in one line that has what `NSObject` declares, too.
final class DescribedDog: NSObject, PropertyCoding {
  var x = 1
  override var description: String { "custom" }
  override var hash: Int { x }
  override init() {}
}

@Suite("Walk-through: relations, chosen properties and superclasses, side by side")
struct NeighbourDogsSideBySide {
  @Test(arguments: Coders.allCases)
  func `an archive goes through the defaults of a user`(_ coders: Coders) throws {
    let suite = try #require(UserDefaults(suiteName: "stele.\(UUID().uuidString)"))
    suite.set(try coders.data(of: NeighbourDog(1), secure: false), forKey: "dog")
    let data = try #require(suite.data(forKey: "dog"))
    suite.removeObject(forKey: "dog")
    let copy = try coders.root(of: data) as? NeighbourDog
    #expect(copy?.rope == "rope1")
    #expect(copy?.bowl == "bowl1")
  }

  @Test(arguments: Coders.allCases)
  func `a thousand dogs in an array come back in their order`(_ coders: Coders) throws {
    let dogs = (0..<1000).map(NeighbourDog.init)
    let copy = try coders.root(of: coders.data(of: dogs, secure: false)) as? [NeighbourDog]
    #expect(copy?.map(\.bowl) == dogs.map(\.bowl))
  }

  @Test(arguments: Coders.allCases)
  func `dogs in a mutable array come back in one`(_ coders: Coders) throws {
    let dogs = NSMutableArray(array: (0..<10).map(NeighbourDog.init))
    let copy = try coders.root(of: coders.data(of: dogs, secure: false)) as? NSMutableArray
    #expect(copy?.count == 10)
    #expect((copy?[9] as? NeighbourDog)?.bowl == "bowl9")
  }

  private func copy(_ cage: BigDogCage) throws -> BigDogCage {
    let data = try Coders.stele.data(of: cage)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: DogCage.self, from: data)
    return try #require(copy as? BigDogCage)
  }

  @Test func `the properties that an object chooses are archived, of its superclass as well`()
    throws
  {
    let cage = BigDogCage()
    (cage.a, cage.d, cage.e, cage.count) = ("A", "D", "E", 4)
    let first = try copy(cage)
    #expect([first.a, first.d, first.e] == ["A", "4", "5"])
    #expect(first.count == nil)
    cage.chosen = ["d", "e", "count"]
    let second = try copy(cage)
    #expect([second.a, second.d, second.e] == ["1", "D", "E"])
    #expect(second.count == 4)
  }

  @Test func `what NSObject declares is not archived`() throws {
    let dog = DescribedDog()
    dog.x = 4
    let data = try Coders.stele.data(of: dog)
    let copy = try SteleKeyedUnarchiver.unarchivedObject(ofClass: DescribedDog.self, from: data)
    #expect(copy?.x == 4)
    #expect(data.range(of: Data("description".utf8)) == nil)
    #expect(data.range(of: Data("hash".utf8)) == nil)
  }
}
