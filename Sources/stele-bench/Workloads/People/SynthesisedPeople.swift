internal import Stele

extension Synthesised {
  /// A person, whose friend is set when all persons have been made.
  final class Person: Codable, PersonObject {
    var name: String
    var age: Int
    var email: String?
    var weight: Double
    var active: Bool
    var tags: [String]
    @LateReference var bestFriend: Person? = nil
    var dog: Dog?

    init(_ row: PersonRow, dog: Dog?) {
      name = row.name
      age = row.age
      email = row.email
      weight = row.weight
      active = row.active
      tags = row.tags
      self.dog = dog
    }
  }

  /// A dog.
  final class Dog: Codable, DogObject {
    var name: String
    var age: Int

    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }
  }
}
