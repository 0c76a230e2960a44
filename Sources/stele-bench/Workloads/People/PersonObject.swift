/// A person of a graph of objects.
protocol PersonObject: AnyObject {
  associatedtype Dog: DogObject
  var name: String { get }
  var age: Int { get }
  var email: String? { get }
  var weight: Double { get }
  var active: Bool { get }
  var tags: [String] { get }
  var bestFriend: Self? { get set }
  var dog: Dog? { get }

  /// Makes a person without a friend.
  init(_ row: PersonRow, dog: Dog?)
}

/// A dog of a graph of objects.
protocol DogObject: AnyObject {
  var name: String { get }
  var age: Int { get }

  init(name: String, age: Int)
}

extension PeopleTables {
  /// Makes objects from the rows.
  func objects<Person: PersonObject>(_ type: Person.Type = Person.self) -> [Person] {
    let dogObjects = dogs.map { Person.Dog(name: $0.name, age: $0.age) }
    let objects = persons.map { row in Person(row, dog: row.dog.map { dogObjects[$0] }) }
    for (object, row) in zip(objects, persons) { object.bestFriend = objects[row.bestFriend] }
    return objects
  }

  /// Makes rows from objects, and finds every dog and every friend by identity.
  init<Person: PersonObject>(_ objects: [Person]) {
    var personNumbers = IdentityIndex()
    for object in objects { _ = personNumbers.number(of: object) }
    var dogNumbers = IdentityIndex()
    for object in objects {
      let dog = object.dog.map { dog in
        let (number, isNew) = dogNumbers.number(of: dog)
        if isNew { dogs.append(DogRow(name: dog.name, age: dog.age)) }
        return number
      }
      let friend = object.bestFriend.flatMap { personNumbers[$0] }
      persons.append(
        PersonRow(
          name: object.name, age: object.age, email: object.email, weight: object.weight,
          active: object.active, tags: object.tags, bestFriend: friend ?? -1, dog: dog))
    }
  }
}

/// Breaks the cycles of friends, which would keep each other alive.
func separate<Person: PersonObject>(_ persons: [Person]) {
  for person in persons { person.bestFriend = nil }
}
