import Stele
import TestSupport
import Testing

/// Structs that became classes, classes that became structs, and what wraps one value.
@Suite struct `Conversions between structs and classes` {
  // The same place in each kind of type.

  struct Place: Codable, Hashable, SimplyNamed {
    var x = 0
    var names: [String] = []
  }
  final class PlaceObject: Codable, Hashable, ArchiveDeclaring {
    var x: Int
    var names: [String]
    init(_ x: Int, _ names: [String] = []) { (self.x, self.names) = (x, names) }
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    static func == (left: PlaceObject, right: PlaceObject) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
  struct FieldPlace: FieldDecodable, ArchiveDeclaring {
    var x: Int
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    init(from fields: inout FieldDecoder) throws { x = try fields.decode("x") }
  }
  final class FieldPlaceObject: FieldDecodable, ArchiveDeclaring {
    let x: Int
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    init(from fields: inout FieldDecoder) throws {
      try fields.level(FieldPlaceObject.self)
      x = try fields.decode("x")
    }
  }
  final class TwoPhasePlaceObject: TwoPhaseCodable, ArchiveDeclaring {
    var x = -1
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    func decode(from fields: inout FieldDecoder) throws { x = try fields.decode("x") }
    func encode(to fields: inout FieldEncoder) throws { try fields.encode(x, "x") }
  }

  @Test func `a struct is read as an object of every kind of class`() throws {
    let old = Place(x: 5, names: ["a"])
    #expect(try convert(old, to: PlaceObject.self).names == ["a"])
    #expect(try convert(Holder(old), to: Holder<PlaceObject>.self).value.x == 5)
    #expect(try convert(Holder(old), to: Holder<PlaceObject?>.self).value?.x == 5)
    #expect(try convert(Holder<Place?>(old), to: Holder<PlaceObject>.self).value.x == 5)
    #expect(try convert(Holder<Place?>(nil), to: Holder<PlaceObject?>.self).value == nil)
    #expect(try convert([old, old], to: [PlaceObject].self).map(\.x) == [5, 5])
    #expect(try convert(["a": old], to: [String: PlaceObject].self)["a"]?.x == 5)
    #expect(try convert([old], to: [FieldPlaceObject].self).map(\.x) == [5])
    #expect(try convert(Holder(old), to: Holder<TwoPhasePlaceObject>.self).value.x == 5)
    #expect(try convert(Set([old]), to: Set<PlaceObject>.self).map(\.x) == [5])
  }

  @Test func `an object is read as a struct of every kind`() throws {
    let old = PlaceObject(5, ["a"])
    let new = Place(x: 5, names: ["a"])
    #expect(try convert(old, to: Place.self) == new)
    #expect(try convert(Holder(old), to: Holder<Place>.self).value == new)
    #expect(try convert(Holder(old), to: Holder<Place?>.self).value == new)
    #expect(try convert(Holder<PlaceObject?>(nil), to: Holder<Place?>.self).value == nil)
    #expect(try convert(Holder<PlaceObject?>(old), to: Holder<Place>.self).value == new)
    #expect(try convert([old, old], to: [Place].self) == [new, new])
    #expect(try convert(["a": old, "b": old], to: [String: Place].self) == ["a": new, "b": new])
    #expect(try convert(Set([old]), to: Set<Place>.self) == [new])
    #expect(try convert([old, old], to: [FieldPlace].self).map(\.x) == [5, 5])
    #expect(
      failure { try convert(Holder<PlaceObject?>(nil), to: Holder<Place>.self) }?.kind
        == .valueNotFound)
  }

  // Hierarchies: a struct has the keys of all levels.

  struct Dog: Codable, Equatable { var legs: Int, name: String, tag: String? }
  class Animal: Codable {
    var legs: Int
    init(legs: Int) { self.legs = legs }
  }
  final class DogObject: Animal, ArchiveDeclaring {
    var name: String
    var tag: String
    init(legs: Int, name: String) {
      (self.name, tag) = (name, "t")
      super.init(legs: legs)
    }
    enum CodingKeys: CodingKey { case name, tag }
    required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      tag = try values.decode(String.self, forKey: .tag)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encode(tag, forKey: .tag)
      try super.encode(to: encoder)
    }
    static var archiveClass: ArchiveClass {
      ArchiveClass("Dog", version: 2, keys: [.key("tag", since: 2, default: "none")])
    }
  }

  @Test func `a struct has the keys of all levels of a class`() throws {
    let dog = try convert(Dog(legs: 4, name: "Rex", tag: nil), to: DogObject.self)
    #expect("\(dog.legs) \(dog.name) \(dog.tag)" == "4 Rex none")
    #expect(
      try convert(DogObject(legs: 3, name: "Tim"), to: Dog.self)
        == Dog(legs: 3, name: "Tim", tag: "t"))
  }

  // One value.

  final class Token: SingleValueCodable {
    let value: String
    init(_ value: String) { self.value = value }
  }
  final class Tags: SingleValueCodable {
    let value: [String]
    init(_ value: [String]) { self.value = value }
  }
  struct TextValue: Codable, RawRepresentable, Hashable { var rawValue: String }

  @Test func `a class that wraps a value is read as the value, and the other way`() throws {
    let token = Token("a")
    #expect(try convert(token, to: String.self) == "a")
    #expect(try convert(Holder(token), to: Holder<String>.self).value == "a")
    #expect(try convert(Holder(token), to: Holder<String?>.self).value == "a")
    #expect(try convert([token, token], to: [String].self) == ["a", "a"])
    #expect(try convert(Holder(token), to: Holder<TextValue>.self).value.rawValue == "a")
    #expect(try convert(Holder(Tags(["a", "b"])), to: Holder<[String]>.self).value == ["a", "b"])
    #expect(
      try convert(Holder(Tags(["a", "b"])), to: Holder<Set<String>>.self).value == ["a", "b"])
    #expect(try convert("a", to: Token.self).value == "a")
    #expect(try convert(["a", "b"], to: [Token].self).map(\.value) == ["a", "b"])
    #expect(try convert(Holder(["a"]), to: Holder<Tags>.self).value.value == ["a"])
    #expect(
      try convert(Holder(TextValue(rawValue: "a")), to: Holder<Token>.self).value.value == "a")
  }

  @Test func `a class is read as a dictionary, and a dictionary as a class`() throws {
    let object = Named(ann: 1, bob: 2)
    #expect(try convert(object, to: [String: Int].self) == ["ann": 1, "bob": 2])
    #expect(
      try convert(Holder(object), to: Holder<[String: Int]>.self).value == ["ann": 1, "bob": 2])
    #expect(try convert(["ann": 3, "bob": 4], to: Named.self).bob == 4)
    #expect(try convert(Holder(["ann": 3, "bob": 4]), to: Holder<Named>.self).value.ann == 3)
  }
  final class Named: Codable {
    var ann: Int
    var bob: Int
    init(ann: Int, bob: Int) { (self.ann, self.bob) = (ann, bob) }
  }

  // Conversions that must remain errors.

  struct Spot: Codable { var x = 0 }
  enum Either: Codable {
    case value(Spot), object(PlaceObject)
    init(from decoder: any Decoder) throws {
      let single = try decoder.singleValueContainer()
      if let value = try? single.decode(Spot.self) {
        self = .value(value)
      } else {
        self = .object(try single.decode(PlaceObject.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      switch self {
      case .value(let value): try single.encode(value)
      case .object(let object): try single.encode(object)
      }
    }
  }

  @Test func `a type that tries a struct and a class finds the one that was encoded`() throws {
    let object = PlaceObject(1)
    let read = try convert([Either.object(object), .object(object)], to: [Either].self)
    guard case .object(let first) = read[0], case .object(let second) = read[1] else {
      Issue.record("\(read)")
      return
    }
    #expect(first === second)
    guard case .value = try convert(Either.value(Spot()), to: Either.self) else {
      Issue.record("it is no value")
      return
    }
  }

  @Test func `a class that was not listed is not made of a struct`() throws {
    var decoder = SteleDecoder()
    decoder.allowsListedClassesOnly = true
    let bytes = try SteleEncoder().encode(Place())
    let failure = failure { try decoder.decode(PlaceObject.self, from: bytes) }
    #expect(failure?.reason == .classNotAllowed("Place"))
    decoder.allow(PlaceObject.self)
    #expect(try decoder.decode(PlaceObject.self, from: bytes).x == 0)
  }

  // Completion.

  final class Awoken: Codable, AwakeAfterDecoding, ArchiveDeclaring {
    var x: Int
    var other: PlaceObject?
    enum CodingKeys: CodingKey { case x, other }
    var isAwake = false
    static var archiveClass: ArchiveClass { ArchiveClass("Place", version: 2) }
    func awake() { isAwake = true }
  }
  final class Owner<Part: Codable>: Codable, ArchiveDeclaring {
    var part: Part
    init(_ part: Part) { self.part = part }
    static var archiveClass: ArchiveClass { ArchiveClass("Owner") }
  }

  @Test func `objects that are made of structs are awoken`() throws {
    #expect(try convert(Place(), to: Awoken.self).isAwake)
    #expect(try convert(Owner(Place()), to: Owner<Awoken>.self).part.isAwake)
    #expect(
      try convert(Owner([Place(), Place()]), to: Owner<[Awoken]>.self).part.allSatisfy(\.isAwake))
  }

  struct Line: Codable { var from = Place(x: 1), to = Place(x: 2) }
  struct ObjectLine: Codable { var from: PlaceObject, to: PlaceObject }

  @Test func `structs in lists that say their entries once are read as objects`() throws {
    let lines = try convert([Line(), Line(), Line()], to: [ObjectLine].self)
    #expect((lines.map(\.from.x), lines.map(\.to.x)) == ([1, 1, 1], [2, 2, 2]))
  }
}
