import Stele
import SteleModel
import TestSupport

/// A random graph of people with unique names, which uses all keys of a person.
struct PeopleGraph {
  /// A person with the values of its keys; references are positions among the people.
  struct Person {
    var name: String
    var rank: Int
    var tags: [String] = []
    var best: Int?
    var links: [Int] = []
    var places: [(label: String, x: Int)] = []
    var ages: [(key: String, value: Int)] = []
  }

  var people: [Person] = []
  /// The order of the people in the root.
  var order: [Int] = []
  /// The number of each person in the archive.
  var numbers: [Int] = []

  init(seed: UInt64, count: Int) {
    var random = RandomSource(seed: seed)
    for index in 0..<count {
      var person = Person(name: "p\(index)", rank: index % 3)
      person.tags = (0..<random.count(upTo: 6)).map { "t\($0)" }
      if random.isOne(in: 2) { person.best = Int.random(in: 0..<count, using: &random) }
      person.links = Array((0..<count).shuffled(using: &random).prefix(random.count(upTo: 5)))
      person.places = (0..<random.count(upTo: 4)).map { ("l\($0)", index) }
      person.ages = (0..<random.count(upTo: 4)).map { ("k\($0)", index) }
      people.append(person)
    }
    order = Array(people.indices)
    numbers = Array(people.indices).shuffled(using: &random)
  }

  /// The graph, whose root contains all people.
  var graph: ArchiveGraph {
    var graph = ArchiveGraph()
    let place = graph.classes.define(.struct("Place", keys: ["label": .string, "x": .int32]))
    let entry = graph.classes.define(
      .class(
        "Person",
        keys: [
          "name": .string, "rank": .int32, "tags": .list(.string),
          "best": .optional(.reference(to: "Person")), "links": .list(.reference(to: "Person")),
          "places": .list(.struct("Place")), "ages": .map(key: .string, value: .int16),
        ]))
    var position = [Int](repeating: 0, count: people.count)
    for (index, person) in numbers.enumerated() { position[person] = index + 1 }
    for index in numbers {
      let person = people[index]
      graph.add(
        entry, .string(person.name), .integer(Int128(person.rank)),
        .list(person.tags.map { .string($0) }),
        person.best.map { .reference(position[$0]) } ?? .nil,
        .list(person.links.map { .reference(position[$0]) }),
        .list(person.places.map { .struct(place, .string($0.label), .integer(Int128($0.x))) }),
        .map(
          person.ages.map {
            ArchiveMapPair(key: .string($0.key), value: .integer(Int128($0.value)))
          }))
    }
    graph.roots = [
      ArchiveNamedValue(
        "people", .list(.reference(to: "Person")), .list(order.map { .reference(position[$0]) }))
    ]
    return graph
  }

  /// Returns the path of a person in the root.
  func path(_ person: Int) -> String { "people[\(order.firstIndex(of: person) ?? -1)]" }

  /// Changes the numbers of the objects.
  mutating func renumber(_ random: inout RandomSource) {
    numbers = Array(people.indices).shuffled(using: &random)
  }
}
