/// A person, whose friend and dog are positions in the tables.
struct PersonRow: Codable {
  var name: String
  var age: Int
  var email: String?
  var weight: Double
  var active: Bool
  var tags: [String]
  var bestFriend: Int
  var dog: Int?
}

/// A dog.
struct DogRow: Codable {
  var name: String
  var age: Int
}

/// People and dogs without objects, as tree coders need them.
struct PeopleTables: Codable {
  var persons: [PersonRow] = []
  var dogs: [DogRow] = []
}

extension PeopleTables {
  private static let hosts = [
    "example.com", "example.org", "example.net", "mail.example", "post.example", "inbox.test",
    "corp.test", "uni.test",
  ]
  private static let topics = (0..<50).map { "topic-\($0 / 10)\($0 % 10)" }

  /// Makes persons, three in four of whom have a dog; a dog has two owners, and any person may be
  /// any other's friend.
  init(_ personCount: Int) {
    var random = SplitMix64(seed: 1)
    let dogCount = max(1, personCount * 3 / 8)
    var ownerCount = 0
    persons.reserveCapacity(personCount)
    for number in 0..<personCount {
      let name = random.nextName(8, spread: 9)
      let age = random.next(below: 100)
      let hasMail = random.next(below: 2) == 0
      let email = hasMail ? name.lowercased() + "@" + random.pick(Self.hosts) : nil
      let weight = 40 + random.nextDouble() * 80
      let active = random.next(below: 2) == 0
      let tagCount = random.next(below: 4)
      let tags = (0..<tagCount).map { _ in random.pick(Self.topics) }
      let friend = random.next(below: personCount)
      var dog: Int?
      if number % 4 != 3 {
        dog = ownerCount * 48271 % dogCount
        ownerCount += 1
      }
      persons.append(
        PersonRow(
          name: name, age: age, email: email, weight: weight, active: active, tags: tags,
          bestFriend: friend, dog: dog))
    }
    for _ in 0..<dogCount {
      let name = random.nextName(3, spread: 8)
      dogs.append(DogRow(name: name, age: random.next(below: 20)))
    }
  }

  /// A hash that depends on the owners of each dog, but not on the order of the dogs.
  var hash: UInt64 {
    var hash = ContentHash()
    var numbers = [Int?](repeating: nil, count: dogs.count)
    var dogCount = 0
    for person in persons {
      hash.combine(person.name)
      hash.combine(person.age)
      hash.combine(person.email)
      hash.combine(person.weight)
      hash.combine(person.active)
      hash.combine(person.tags.count)
      for tag in person.tags { hash.combine(tag) }
      hash.combine(person.bestFriend)
      guard let dog = person.dog else {
        hash.combine(-1)
        continue
      }
      if let number = numbers[dog] {
        hash.combine(number)
        continue
      }
      numbers[dog] = dogCount
      hash.combine(dogs[dog].name)
      hash.combine(dogs[dog].age)
      hash.combine(dogCount)
      dogCount += 1
    }
    return hash.value
  }
}
