import TestSupport
import Testing

import Stele

struct DistantReferenceTests {
  /// Somebody who has a number, a friend, and a pet that is shared.
  final class Owner: TwoPhaseCodable {
    var number = 0
    var friend: Owner?
    var pet: Pet?

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(number, "number")
      try fields.encode(friend, "friend")
      try fields.encode(pet, "pet")
    }

    func decode(from fields: inout FieldDecoder) throws {
      number = try fields.decode("number")
      friend = try fields.decode("friend")
      pet = try fields.decode("pet")
    }
  }

  final class Pet: FieldCodable {
    let number: Int

    init(_ number: Int) { self.number = number }

    init(from fields: inout FieldDecoder) throws { number = try fields.decode("number") }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(number, "number") }
  }

  /// The friend and the pet of each owner, as numbers, once each object has been seen to be one and the same wherever it is.
  private func pairs(of owners: [Owner]) throws -> [[Int?]] {
    var pets: [Int: Pet] = [:]
    return try owners.enumerated().map { index, owner in
      #expect(owner.number == index)
      if let friend = owner.friend { #expect(owners[friend.number] === friend) }
      if let pet = owner.pet { #expect(pets[pet.number, default: pet] === pet) }
      owner.pet.map { pets[$0.number] = $0 }
      return [try #require(owner.friend).number, owner.pet?.number]
    }
  }

  @Test(arguments: Seeds.forTest(count: 1))
  func `friends anywhere among 10,000 objects, and shared pets behind them, come back`(
    seed: UInt64
  ) throws {
    var random = RandomSource(seed: seed)
    let pets = (0..<3000).map { Pet($0) }
    let owners = (0..<10_000).map { _ in Owner() }
    defer { for owner in owners { owner.friend = nil } }
    for (number, owner) in owners.enumerated() {
      owner.number = number
      owner.friend = owners.randomElement(using: &random)
      owner.pet = Bool.random(using: &random) ? pets.randomElement(using: &random) : nil
    }
    let copies = try convert(owners, to: [Owner].self)
    defer { for copy in copies { copy.friend = nil } }
    #expect(try pairs(of: copies) == pairs(of: owners), "seed \(seed)")
  }
}
