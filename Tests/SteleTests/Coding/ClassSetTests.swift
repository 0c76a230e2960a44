import Stele
import TestSupport
import Testing

extension ClassSet {
  fileprivate static let pets: ClassSet = [ClassSetTests.Dog.self, ClassSetTests.Cat.self]
}

struct ClassSetTests {
  class Pet: Codable {}
  final class Dog: Pet {}
  final class Cat: Pet {}
  final class Fish: Pet {}

  @Test func `a set of classes is declared once and given to each decoder`() throws {
    let pets = [Dog(), Cat(), Dog()]
    let copy = try convert(pets, to: [Pet].self, with: SteleDecoder(allowing: .pets))
    #expect(copy.map { "\(type(of: $0))" } == ["Dog", "Cat", "Dog"])
    var decoder = SteleDecoder()
    decoder.allow(.pets)
    #expect(try convert(pets, to: [Pet].self, with: decoder).count == 3)
    let unarchiver = try Unarchiver(
      SteleEncoder().encode(pets), decoder: SteleDecoder(allowing: .pets))
    #expect(try unarchiver.decode([Pet].self).count == 3)
  }

  @Test func `a class of no set stays refused`() throws {
    #expect(
      try failure(converting: [Fish()], to: [Pet].self, with: SteleDecoder(allowing: .pets))?.reason
        == .unknownClass("ClassSetTests.Fish"))
  }

  @Test func `sets are joined, and have each class once`() {
    var union = ClassSet.pets.union([Fish.self, Dog.self])
    #expect(union.classes.map { "\($0)" } == ["Dog", "Cat", "Fish"])
    union.formUnion(.pets)
    union.insert(Fish.self)
    #expect(union.classes.count == 3)
    #expect(ClassSet().classes.isEmpty)
  }
}
