internal import Foundation

/// A person for NSKeyedArchiver, which cannot decode cycles on all systems: the friend is a number.
final class KeyedPerson: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let row: PersonRow
  let dog: KeyedDog?

  init(_ row: PersonRow, dog: KeyedDog?) {
    self.row = row
    self.dog = dog
  }

  func encode(with coder: NSCoder) {
    coder.encode(row.name as NSString, forKey: "name")
    coder.encode(row.age, forKey: "age")
    if let email = row.email { coder.encode(email as NSString, forKey: "email") }
    coder.encode(row.weight, forKey: "weight")
    coder.encode(row.active, forKey: "active")
    coder.encode(NSArray(array: row.tags.map { NSString(string: $0) }), forKey: "tags")
    coder.encode(row.bestFriend, forKey: "bestFriend")
    if let dog { coder.encode(dog, forKey: "dog") }
  }

  init?(coder: NSCoder) {
    let tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String]
    row = PersonRow(
      name: coder.text("name"), age: coder.decodeInteger(forKey: "age"),
      // The key is looked for first: on some systems, reading an absent key ends the archive.
      email: coder.containsValue(forKey: "email") ? coder.text("email") : nil,
      weight: coder.decodeDouble(forKey: "weight"), active: coder.decodeBool(forKey: "active"),
      tags: tags ?? [], bestFriend: coder.decodeInteger(forKey: "bestFriend"), dog: nil)
    dog =
      coder.containsValue(forKey: "dog")
      ? coder.decodeObject(of: KeyedDog.self, forKey: "dog") : nil
  }
}

/// A dog for NSKeyedArchiver.
final class KeyedDog: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let row: DogRow

  init(_ row: DogRow) {
    self.row = row
  }

  func encode(with coder: NSCoder) {
    coder.encode(row.name as NSString, forKey: "name")
    coder.encode(row.age, forKey: "age")
  }

  init?(coder: NSCoder) {
    row = DogRow(name: coder.text("name"), age: coder.decodeInteger(forKey: "age"))
  }
}

extension PeopleTables {
  /// Makes objects from the rows.
  var keyedPersons: [KeyedPerson] {
    let objects = dogs.map { KeyedDog($0) }
    return persons.map { row in KeyedPerson(row, dog: row.dog.map { objects[$0] }) }
  }

  /// Makes rows from objects.
  init(_ objects: [KeyedPerson]) {
    var dogNumbers = IdentityIndex()
    for object in objects {
      var row = object.row
      if let dog = object.dog {
        let (number, isNew) = dogNumbers.number(of: dog)
        if isNew { dogs.append(dog.row) }
        row.dog = number
      }
      persons.append(row)
    }
  }
}
