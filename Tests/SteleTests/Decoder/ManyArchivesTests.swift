import Stele
import SteleModel
import TestSupport
import Testing

/// Archives that are decoded one after the other: no trace of one shows in the next.
struct ManyArchivesTests {
  final class Pair: FieldCodable {
    let name: String
    let number: Int

    init(name: String, number: Int) {
      self.name = name
      self.number = number
    }

    init(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      number = try fields.decode("number")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(number, "number")
    }
  }

  typealias Animal = Requested.Animal
  typealias Dog = Requested.Dog

  /// Reads the pet first, and the dog only on demand: the way to the class depends on the archive.
  final class Shelf: FieldCodable {
    let pet: Animal?
    let hasDog: Bool
    let dog: Dog?

    init(pet: Animal?, dog: Dog?, hasDog: Bool) {
      self.pet = pet
      self.dog = dog
      self.hasDog = hasDog
    }

    init(from fields: inout FieldDecoder) throws {
      pet = try fields.decode("pet")
      hasDog = try fields.decode("hasDog")
      dog = hasDog ? try fields.decode("dog") : nil
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(pet, "pet")
      try fields.encode(hasDog, "hasDog")
      try fields.encode(dog, "dog")
    }
  }

  /// Returns the text of the error that decoding throws, or nil if there is none.
  private func refusal<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) -> String? {
    do {
      _ = try SteleDecoder().decode(type, from: bytes)
      return nil
    } catch {
      return String(describing: error)
    }
  }

  @Test func `many small archives come back one after the other`() throws {
    let decoder = SteleDecoder()
    for number in 0..<20 {
      let pair = Pair(name: "pair \(number)", number: number)
      let sameOne = try decoder.decode(Pair.self, from: SteleEncoder().encode(pair))
      #expect((sameOne.name, sameOne.number) == (pair.name, number))
      let link = Link(number, next: number % 2 == 0 ? Link(-1) : nil)
      let sameLink = try decoder.decode(Link.self, from: SteleEncoder().encode(link))
      #expect((sameLink.value, sameLink.next?.value) == (number, link.next?.value))
    }
  }

  @Test func `archives of one class table have objects of their own`() throws {
    let bytes = try SteleEncoder().encode(Pair(name: "a", number: 1))
    let first = try SteleDecoder().decode(Pair.self, from: bytes)
    let second = try SteleDecoder().decode(Pair.self, from: bytes)
    #expect(first !== second)
  }

  @Test func `an object is released with its last user, not with the next archive`() throws {
    let bytes = try SteleEncoder().encode(Pair(name: "a", number: 1))
    weak var pair: Pair?
    do {
      let decoded = try SteleDecoder().decode(Pair.self, from: bytes)
      pair = decoded
      #expect(pair != nil)
    }
    #expect(pair == nil)
  }

  @Test func `a class that one archive leads to is not accepted in the next`() throws {
    let tame = try SteleEncoder().encode(Shelf(pet: nil, dog: Dog(), hasDog: true))
    let wild = try SteleEncoder().encode(Shelf(pet: Dog(), dog: nil, hasDog: false))
    #expect(try ArchiveReader(opening: tame).classes == ArchiveReader(opening: wild).classes)
    let before = try #require(refusal(Shelf.self, wild))
    #expect(before.contains("Dog"))
    for _ in 0..<3 {
      #expect(refusal(Shelf.self, tame) == nil)
      #expect(refusal(Shelf.self, wild) == before)
    }
  }

  @Test func `an archive is refused as before when others have been decoded`() throws {
    let good = try SteleEncoder().encode(Pair(name: "a", number: 1))
    let other = try SteleEncoder().encode(Link(1))
    let before = (refusal(Link.self, good), refusal(Pair.self, other), refusal([Pair].self, good))
    for _ in 0..<3 {
      #expect(refusal(Pair.self, good) == nil)
      #expect(refusal(Link.self, other) == nil)
      #expect(refusal(Link.self, good) == before.0)
      #expect(refusal(Pair.self, other) == before.1)
      #expect(refusal([Pair].self, good) == before.2)
    }
    #expect(before.0 != nil)
    #expect(before.1 != nil)
    #expect(before.2 != nil)
  }
}
