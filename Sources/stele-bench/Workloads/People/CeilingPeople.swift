extension Ceiling {
  /// Writes persons, friends by number, and each dog at its first owner.
  static func encode(_ persons: [Explicit.Person]) -> PositionalBytes {
    var writer = PositionalWriter()
    var personNumbers = IdentityNumbers()
    var dogNumbers = IdentityNumbers()
    writer.write(count: persons.count)
    for person in persons { _ = personNumbers.number(of: person) }
    for person in persons {
      writer.write(person.name)
      writer.write(signed: person.age)
      writer.write(person.email)
      writer.write(fixed: person.weight)
      writer.write(person.active)
      writer.write(count: person.tags.count)
      for tag in person.tags { writer.write(tag) }
      writer.write(count: person.bestFriend.map { personNumbers.number(of: $0).number + 1 } ?? 0)
      guard let dog = person.dog else {
        writer.write(count: 0)
        continue
      }
      let (number, isNew) = dogNumbers.number(of: dog)
      writer.write(count: number + 1)
      guard isNew else { continue }
      writer.write(dog.name)
      writer.write(signed: dog.age)
    }
    return PositionalBytes(writer.finish())
  }

  /// Reads persons, and sets their friends at the end.
  static func decodePeople(_ bytes: PositionalBytes) throws -> [Explicit.Person] {
    try PositionalReader.read(bytes.raw) { reader in
      // A person takes at least 14 bytes.
      let personCount = try reader.count(ofSize: 14)
      var persons: [Explicit.Person] = []
      persons.reserveCapacity(personCount)
      var friends: [Int] = []
      friends.reserveCapacity(personCount)
      var dogs: [Explicit.Dog] = []
      for _ in 0..<personCount {
        let name = try reader.text()
        let age = try reader.signed()
        let email = try reader.optionalText()
        let weight = try reader.fixed(Double.self)
        let active = try reader.flag()
        let tagCount = try reader.count()
        var tags: [String] = []
        tags.reserveCapacity(tagCount)
        for _ in 0..<tagCount { tags.append(try reader.text()) }
        friends.append(try reader.reference(below: personCount + 1) - 1)
        let dogNumber = try reader.reference(below: dogs.count + 2)
        if dogNumber > dogs.count {
          let name = try reader.text()
          dogs.append(Explicit.Dog(name: name, age: try reader.signed()))
        }
        persons.append(
          Explicit.Person(
            name: name, age: age, email: email, weight: weight, active: active, tags: tags,
            dog: dogNumber == 0 ? nil : dogs[dogNumber - 1]))
      }
      for (person, friend) in zip(persons, friends) where friend >= 0 {
        person.bestFriend = persons[friend]
      }
      return persons
    }
  }
}
