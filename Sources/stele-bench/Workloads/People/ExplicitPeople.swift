internal import Stele

extension Explicit {
  /// A person, who may be part of a cycle of friends.
  final class Person: TwoPhaseCodable, PersonObject {
    var name = ""
    var age = 0
    var email: String?
    var weight = 0.0
    var active = false
    var tags: [String] = []
    var bestFriend: Person?
    var dog: Dog?

    init() {}

    init(
      name: String, age: Int, email: String?, weight: Double, active: Bool, tags: [String],
      dog: Dog?
    ) {
      self.name = name
      self.age = age
      self.email = email
      self.weight = weight
      self.active = active
      self.tags = tags
      self.dog = dog
    }

    convenience init(_ row: PersonRow, dog: Dog?) {
      self.init(
        name: row.name, age: row.age, email: row.email, weight: row.weight,
        active: row.active, tags: row.tags, dog: dog)
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(age, "age")
      try fields.encode(email, "email")
      try fields.encode(weight, "weight")
      try fields.encode(active, "active")
      try fields.encode(tags, "tags")
      try fields.encode(bestFriend, "bestFriend")
      try fields.encode(dog, "dog")
    }

    func decode(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      age = try fields.decode("age")
      email = try fields.decode("email")
      weight = try fields.decode("weight")
      active = try fields.decode("active")
      tags = try fields.decode("tags")
      bestFriend = try fields.decode("bestFriend")
      dog = try fields.decode("dog")
    }
  }

  /// A dog, which is not part of any cycle.
  final class Dog: FieldCodable, DogObject {
    let name: String
    let age: Int

    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }

    init(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      age = try fields.decode("age")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(age, "age")
    }
  }
}
