import Foundation
import Stele

/// A person for JSON, which has no references: the friend and the dog are positions.
struct PersonRow: Codable {
  var name: String
  var age: Int
  var email: String?
  var weight: Double
  var isActive: Bool
  var tags: [String]
  var friend: Int?
  var dog: Int?
}

struct DogRow: Codable {
  var name: String
  var age: Int
}

struct PeopleRows: Codable {
  var people: [PersonRow]
  var dogs: [DogRow]

  init(_ count: Int) {
    people = (0..<count).map { number in
      PersonRow(
        name: "Person \(number)", age: number % 90,
        email: number % 2 == 0 ? "person\(number)@example.org" : nil,
        weight: Double(number % 800) / 8, isActive: number % 3 == 0,
        tags: (0..<(number % 4)).map { "tag \($0)" }, friend: number * 7919 % count,
        dog: number % 4 == 0 ? nil : number / 2)
    }
    dogs = (0..<(count / 2 + 1)).map { DogRow(name: "Dog \($0)", age: $0 % 15) }
  }
}

final class Dog: Codable {
  var name: String
  var age: Int

  init(_ row: DogRow) {
    name = row.name
    age = row.age
  }
}

final class Person: Codable {
  var name: String
  var age: Int
  var email: String?
  var weight: Double
  var isActive: Bool
  var tags: [String]
  @BackReference var friend: Person?
  var dog: Dog?

  init(_ row: PersonRow, _ dogs: [Dog]) {
    name = row.name
    age = row.age
    email = row.email
    weight = row.weight
    isActive = row.isActive
    tags = row.tags
    dog = row.dog.map { dogs[$0] }
  }

  static func people(_ rows: PeopleRows) -> [Person] {
    let dogs = rows.dogs.map(Dog.init)
    let people = rows.people.map { Person($0, dogs) }
    for (person, row) in zip(people, rows.people) {
      person.friend = row.friend.map { people[$0] }
    }
    return people
  }
}

final class ExplicitDog: FieldCodable {
  var name: String
  var age: Int

  init(_ row: DogRow) {
    name = row.name
    age = row.age
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

final class ExplicitPerson: TwoPhaseCodable {
  var name = ""
  var age = 0
  var email: String?
  var weight = 0.0
  var isActive = false
  var tags: [String] = []
  weak var friend: ExplicitPerson?
  var dog: ExplicitDog?

  init() {}

  func decode(from fields: inout FieldDecoder) throws {
    name = try fields.decode("name")
    age = try fields.decode("age")
    email = try fields.decode("email")
    weight = try fields.decode("weight")
    isActive = try fields.decode("isActive")
    tags = try fields.decode("tags")
    friend = try fields.decode("friend")
    dog = try fields.decode("dog")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(name, "name")
    try fields.encode(age, "age")
    try fields.encode(email, "email")
    try fields.encode(weight, "weight")
    try fields.encode(isActive, "isActive")
    try fields.encode(tags, "tags")
    try fields.encode(friend, "friend")
    try fields.encode(dog, "dog")
  }

  static func people(_ rows: PeopleRows) -> [ExplicitPerson] {
    let dogs = rows.dogs.map(ExplicitDog.init)
    let people = rows.people.map { row in
      let person = ExplicitPerson()
      person.name = row.name
      person.age = row.age
      person.email = row.email
      person.weight = row.weight
      person.isActive = row.isActive
      person.tags = row.tags
      person.dog = row.dog.map { dogs[$0] }
      return person
    }
    for (person, row) in zip(people, rows.people) {
      person.friend = row.friend.map { people[$0] }
    }
    return people
  }
}
