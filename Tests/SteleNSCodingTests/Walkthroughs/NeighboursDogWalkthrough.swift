import Foundation
import SteleNSCoding
import Testing

@Suite("Walk-through: the dog of the neighbours")
struct NeighboursDogWalkthrough {
  @Test func `a dog is put into an archive and taken out, and dogs are the same dogs`() throws {
    let rex = Dog(name: "Rex")
    let bello = Dog(name: "Bello")
    let hasso = Dog(name: "Hasso")

    let archiver = SteleKeyedArchiver()
    archiver.encode(bello, forKey: "neighbours")
    archiver.encode([rex, bello, hasso, rex], forKey: "all")
    archiver.finishEncoding()

    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let dog = unarchiver.decodeObject(of: Dog.self, forKey: "neighbours")
    let dogs = unarchiver.decodeArrayOfObjects(ofClass: Dog.self, forKey: "all")

    try expect(dog, dogs)
    let stored = StoredArchive("dogs", ["Dog": Dog.self])
    try stored.expectSame(as: ["neighbours": bello, "all": [rex, bello, hasso, rex]])
    let other = try stored.unarchiver()
    try expect(
      other.decodeObject(of: Dog.self, forKey: "neighbours"),
      other.decodeArrayOfObjects(ofClass: Dog.self, forKey: "all"))
  }

  private func expect(_ dog: Dog?, _ dogs: [Dog]?) throws {
    let dogs = try #require(dogs)
    #expect(dogs.map(\.name) == ["Rex", "Bello", "Hasso", "Rex"])
    #expect(dogs[0] === dogs[3])
    #expect(dogs[1] === dog)
  }
}
