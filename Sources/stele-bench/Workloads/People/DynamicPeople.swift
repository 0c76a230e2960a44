internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph of people and dogs.
  static func people(_ tables: PeopleTables) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let person = graph.classes.define(
      .class(
        "Person",
        keys: [
          ArchiveKey("name", .string), ArchiveKey("age", .int64),
          ArchiveKey("email", .optional(.string)),
          ArchiveKey("weight", .float64), ArchiveKey("active", .bool),
          ArchiveKey("tags", .list(.string)),
          ArchiveKey("bestFriend", .reference(to: "Person")),
          ArchiveKey("dog", .optional(.reference(to: "Dog"))),
        ]))
    let dog = graph.classes.define(
      .class("Dog", keys: [ArchiveKey("name", .string), ArchiveKey("age", .int64)]))
    let personCount = tables.persons.count
    for row in tables.persons {
      graph.add(
        ArchiveObject(
          entry: person,
          values: [
            .string(row.name), .integer(Int128(row.age)), ArchiveValue(row.email),
            .float64(row.weight), .bool(row.active), .list(row.tags.map { .string($0) }),
            .reference(row.bestFriend + 1),
            row.dog.map { .reference(personCount + $0 + 1) } ?? .nil,
          ]))
    }
    for row in tables.dogs {
      graph.add(ArchiveObject(entry: dog, values: [.string(row.name), .integer(Int128(row.age))]))
    }
    graph.roots = [
      ArchiveNamedValue(
        "root", .list(.reference(to: "Person")),
        .list((0..<personCount).map { .reference($0 + 1) }))
    ]
    return graph
  }

  /// Returns the people and dogs of a graph.
  static func people(_ graph: ArchiveGraph) throws -> PeopleTables {
    var tables = PeopleTables()
    let numbers = try graph.root("root").wanted.value.list.map { try $0.referenceNumber.wanted }
    var positions: [Int: Int] = [:]
    for (position, number) in numbers.enumerated() { positions[number] = position }
    var dogs: [Int: Int] = [:]
    for number in numbers {
      let values = try graph.object(number)
      var dog: Int?
      if let dogNumber = try values[7].wanted.referenceNumber {
        let (count, object) = (dogs.count, try graph.object(dogNumber))
        if dogs[dogNumber] == nil {
          dogs[dogNumber] = count
          tables.dogs.append(
            DogRow(name: try object[0].wanted.text, age: try object[1].wanted.number))
        }
        dog = dogs[dogNumber]
      }
      let friend = try values[6].wanted.referenceNumber.wanted
      tables.persons.append(
        PersonRow(
          name: try values[0].wanted.text, age: try values[1].wanted.number,
          email: try values[2].wanted.optionalText, weight: try values[3].wanted.double,
          active: try values[4].wanted.flag, tags: try values[5].wanted.list.map { try $0.text },
          bestFriend: try positions[friend].wanted, dog: dog))
    }
    return tables
  }
}
