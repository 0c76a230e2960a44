import Foundation
import Stele
import SteleNSCoding
import Testing

/// Collections in properties whose elements may be nil.
@Suite("Elements that may be nil")
struct OptionalElementTests {
  final class Kennel: NSObject, PropertyCoding {
    var dogs: [Dog?] = []
    var byName: [String: Dog?] = [:]
    var maps: [String: [Dog?]]? = [:]
    var set: Set<Dog?> = []
    var byDog: [Dog: [String: Dog?]] = [:]
    var texts: [NSString?] = []
    var lists: [NSMutableArray?] = []
    var numbers: [Int?] = []
    var words: [String: String?] = [:]
    override init() {}
  }

  @Test(arguments: Format.both)
  func `each nil comes back in its place`(format: Format) throws {
    let kennel = Kennel()
    let dog = Dog(name: "Rex")
    kennel.dogs = [nil, dog, nil]
    kennel.maps = ["a": [nil, dog]]
    kennel.set = [dog, nil]
    kennel.byDog = [dog: ["a": nil, "b": dog]]
    kennel.texts = ["a", nil]
    kennel.lists = [nil, ["a"]]
    kennel.numbers = [1, nil, 3]
    kennel.words = ["a": "b", "c": nil]
    let copy = try format.copy(kennel)
    #expect(copy.dogs.map { $0?.name } == [nil, "Rex", nil])
    let same = try #require(copy.dogs[1])
    #expect((copy.maps, copy.set) == (["a": [nil, same]], [same, nil]))
    #expect((copy.byDog, copy.texts) == ([same: ["a": nil, "b": same]], ["a", nil]))
    #expect((copy.lists, copy.numbers) == ([nil, ["a"]], [1, nil, 3]))
    #expect(copy.words == ["a": "b", "c": nil])
  }

  final class Texts: NSObject, PropertyCoding {
    var text: String?
    var list: [String?] = []
    var map: [String: String?] = [:]
    var plain: [String] = []
    override init() {}
  }

  @Test(arguments: Format.both)
  func `the text $null is nil in a keyed archive where it might be nil`(format: Format) throws {
    let texts = Texts()
    texts.text = "$null"
    texts.list = ["a", "$null", nil]
    texts.map = ["a": "$null"]
    texts.plain = ["a", "$null"]
    let copy = try format.copy(texts)
    let isStele = format == .stele
    #expect(copy.text == (isStele ? "$null" : nil))
    #expect(copy.list == ["a", isStele ? "$null" : nil, nil])
    #expect(copy.map == ["a": isStele ? "$null" : nil])
    #expect(copy.plain == ["a", "$null"])
  }

  final class Whole: NSObject, PropertyCoding {
    var dogs: [Dog] = []
    var byName: [String: Dog] = [:]
    override init() {}
  }

  @Test(arguments: Format.both)
  func `a nil, or another object, where the elements are not optional is an error that names it`(
    format: Format
  ) throws {
    func error(_ set: (Kennel) -> Void) throws -> KeyedCodingError? {
      let kennel = Kennel()
      set(kennel)
      let unarchiver = try format.reading(
        naming: [("Kennel", Kennel.self)], as: [("Kennel", Whole.self)]
      ) { $0.encode(kennel, forKey: "root") }
      return #expect(throws: KeyedCodingError.self) {
        try unarchiver.object(of: [Whole.self], forKey: "root")
      }
    }
    let dogs = try error { $0.dogs = [Dog(name: "Rex"), nil] }
    #expect((dogs?.reason, dogs?.className) == (.unexpectedClass, "NSNull"))
    #expect(dogs?.path == "Whole.dogs" || dogs?.path == "Kennel.dogs")
    #expect(try error { $0.byName = ["a": nil] }?.className == "NSNull")
  }
}
