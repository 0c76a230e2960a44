import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// Edits of graphs with distinguishable objects: the difference must consist of exactly the edits.
@Suite("Difference of edited graphs")
struct DifferenceEditTests {
  /// An edit, which returns the line expected for it.
  typealias Edit = @Sendable (inout PeopleGraph, Int, inout RandomSource) -> String?

  /// Edits of one person, which return `nil` if the person has nothing to edit.
  static let edits: [Edit] = [
    { graph, person, _ in
      graph.people[person].rank += 10
      let rank = graph.people[person].rank
      return "~ \(graph.path(person)).rank \(rank - 10) -> \(rank)"
    },
    { graph, person, random in
      let count = graph.people[person].tags.count
      let index = Int.random(in: 0...count, using: &random)
      graph.people[person].tags.insert("new", at: index)
      return "+ \(graph.path(person)).tags[\(index)] \"new\""
    },
    { graph, person, random in
      guard let index = graph.people[person].tags.indices.randomElement(using: &random) else {
        return nil
      }
      let tag = graph.people[person].tags.remove(at: index)
      return "- \(graph.path(person)).tags[\(index)] \"\(tag)\""
    },
    { graph, person, _ in
      guard graph.people[person].tags.count > 2 else { return nil }
      let last = graph.people[person].tags.count - 1
      graph.people[person].tags.insert(graph.people[person].tags.removeLast(), at: 0)
      let path = graph.path(person)
      return "> \(path).tags[\(last)] moved to \(path).tags[0]: \"t\(last)\""
    },
    { graph, person, _ in
      guard let best = graph.people[person].best else { return nil }
      graph.people[person].best = nil
      return "~ \(graph.path(person)).best Person at \(graph.path(best)) -> nil"
    },
    { graph, person, _ in
      guard let best = graph.people[person].best, graph.people.count > 1 else { return nil }
      let other = (best + 1) % graph.people.count
      graph.people[person].best = other
      return "~ \(graph.path(person)).best Person at \(graph.path(best)) -> "
        + "Person at \(graph.path(other))"
    },
    { graph, person, _ in
      guard graph.people[person].best == nil else { return nil }
      graph.people[person].best = person
      return "~ \(graph.path(person)).best nil -> Person at \(graph.path(person))"
    },
    { graph, person, _ in
      guard !graph.people[person].links.isEmpty else { return nil }
      let link = graph.people[person].links.removeFirst()
      return "- \(graph.path(person)).links[0] Person at \(graph.path(link))"
    },
    { graph, person, random in
      guard
        let other = graph.people.indices.first(where: { !graph.people[person].links.contains($0) })
      else { return nil }
      let index = Int.random(in: 0...graph.people[person].links.count, using: &random)
      graph.people[person].links.insert(other, at: index)
      return "+ \(graph.path(person)).links[\(index)] Person at \(graph.path(other))"
    },
    { graph, person, _ in
      guard graph.people[person].links.count > 2 else { return nil }
      let last = graph.people[person].links.count - 1
      let link = graph.people[person].links.removeLast()
      graph.people[person].links.insert(link, at: 0)
      let path = graph.path(person)
      return "> \(path).links[\(last)] moved to \(path).links[0]: Person at \(graph.path(link))"
    },
    { graph, person, random in
      guard let index = graph.people[person].places.indices.randomElement(using: &random) else {
        return nil
      }
      graph.people[person].places[index].x = -1
      return "~ \(graph.path(person)).places[\(index)].x \(person) -> -1"
    },
    { graph, person, _ in
      graph.people[person].places.insert(("new", 7), at: 0)
      return "+ \(graph.path(person)).places[0] Place(label: \"new\", x: 7)"
    },
    { graph, person, random in
      guard let index = graph.people[person].ages.indices.randomElement(using: &random) else {
        return nil
      }
      let key = graph.people[person].ages[index].key
      graph.people[person].ages[index].value = -1
      return "~ \(graph.path(person)).ages{\(key)} \(person) -> -1"
    },
    { graph, person, _ in
      guard !graph.people[person].ages.isEmpty else { return nil }
      let entry = graph.people[person].ages.removeFirst()
      return "- \(graph.path(person)).ages{\(entry.key)} \(person)"
    },
    { graph, person, _ in
      graph.people[person].name += "'"
      return "~ \(graph.path(person)).name \"p\(person)\" -> \"p\(person)'\""
    },
  ]

  @Test(arguments: Seeds.forTest(count: 150))
  func `the difference names the edits and nothing else`(_ seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let old = PeopleGraph(seed: seed, count: Int.random(in: 1...30, using: &random))
    var new = old
    var expected: Set<String> = []
    let edited = old.people.indices.shuffled(using: &random).prefix(random.count(upTo: 5))
    for person in edited {
      if let line = random.pick(Self.edits, or: { _, _, _ in nil })(&new, person, &random) {
        expected.insert(line)
      }
    }
    new.renumber(&random)
    let lines = Set(try ChangesBetween(old.graph, new.graph).lines)
    #expect(lines == expected, "\(lines.subtracting(expected)) for \(expected.subtracting(lines))")
  }

  @Test(arguments: Seeds.forTest(count: 60))
  func `people who are new, gone, or elsewhere in the root are one line each`(_ seed: UInt64) throws
  {
    var random = RandomSource(seed: seed)
    let old = PeopleGraph(seed: seed, count: Int.random(in: 4...30, using: &random))
    var new = old
    // No person refers to the removed person.
    let gone = Int.random(in: 0..<old.people.count, using: &random)
    var base = old
    for index in base.people.indices {
      base.people[index].links.removeAll { $0 == gone }
      if base.people[index].best == gone { base.people[index].best = nil }
    }
    new = base
    new.order.removeAll { $0 == gone }
    let removed = try ChangesBetween(base.graph, new.graph)
    #expect(removed.changes.map(\.kind) == [.removed])
    #expect(removed.changes.first?.oldPath == base.path(gone))
    let added = try ChangesBetween(new.graph, base.graph)
    #expect(added.changes.map(\.kind) == [.added])
    #expect(added.changes.first?.newPath == base.path(gone))
    var moved = base
    moved.order.insert(moved.order.removeLast(), at: 0)
    let moves = try ChangesBetween(base.graph, moved.graph)
    #expect(moves.changes.map(\.kind) == [.moved])
    #expect(moves.changes.first?.newPath == "people[0]")
  }

  @Test func `two equal objects are not one object`() throws {
    func graph(_ numbers: [Int], _ count: Int) -> ArchiveGraph {
      var graph = ArchiveGraph()
      let entry = graph.classes.define(.class("Pet", keys: ["name": .string]))
      for _ in 0..<count {
        graph.add(entry, .string("Rex"))
      }
      graph.roots = [ArchiveNamedValue("pets", .list(.reference(to: nil)), .references(numbers))]
      return graph
    }
    let difference = try ChangesBetween(graph([1, 2], 2), graph([1, 1], 1))
    #expect(difference.lines == ["- pets[1] Pet(name: \"Rex\")", "+ pets[1] Pet at pets[0]"])
    #expect(difference.counts.classes.first?.objects[.removed] == 1)
    #expect(
      try ChangesBetween(graph([1, 1], 1), graph([2, 1], 2)).lines == [
        "+ pets[1] Pet(name: \"Rex\")", "- pets[1] Pet at pets[0]",
      ])
    #expect(try ChangesBetween(graph([1, 2], 2), graph([2, 1], 2)).lines == [])
  }

  @Test func `a chain of twenty thousand objects is followed`() throws {
    func chain(_ count: Int, _ last: Int) throws -> [UInt8] {
      var graph = ArchiveGraph()
      let entry = graph.classes.define(
        .class("Node", keys: ["next": .optional(.reference(to: nil)), "n": .int32]))
      for number in 1...count {
        graph.add(
          entry, number < count ? .reference(number + 1) : .nil,
          .integer(number < count ? 0 : Int128(last)))
      }
      graph.roots = [ArchiveNamedValue("head", .reference(to: nil), .reference(1))]
      return try graph.encoded()
    }
    let lines = try ChangesBetween(try chain(20_000, 1), try chain(20_000, 2)).lines
    #expect(lines == ["~ objects[19992]\(String(repeating: ".next", count: 8)).n 1 -> 2"])
    let longer = try ChangesBetween(try chain(19_999, 0), try chain(20_000, 0)).lines
    #expect(longer.count == 1)
    #expect(longer.first?.hasSuffix(".next nil -> Node(next: nil, n: 0)") == true, "\(longer)")
  }

  @Test func `keys of which the entries of a class have different types do not change key paths`()
    throws
  {
    func graph(_ names: [String]) -> ArchiveGraph {
      var graph = ArchiveGraph()
      graph.classes.define(
        .class(
          "Owner", keys: ["mark": .int32, "best": .int32, "pet": .reference(to: "Pet")]))
      graph.classes.define(
        .class(
          "Owner",
          keys: ["mark": .string, "best": .reference(to: "Pet"), "pet": .reference(to: "Pet")]))
      graph.classes.define(.class("Pet", keys: ["name": .string]))
      graph.add(1, .integer(1), .integer(2), .reference(3))
      graph.add(2, .string("x"), .reference(4), .reference(5))
      for name in names { graph.add(3, .string(name)) }
      graph.roots = [
        ArchiveNamedValue("owners", .list(.reference(to: nil)), .references([1, 2]))
      ]
      return graph
    }
    #expect(
      try ChangesBetween(graph(["Rex", "Tom", "Ada"]), graph(["Max", "Tim", "Eva"])).lines == [
        "~ owners[0].pet.name \"Rex\" -> \"Max\"", "~ owners[1].best.name \"Tom\" -> \"Tim\"",
        "~ owners[1].pet.name \"Ada\" -> \"Eva\"",
      ])
  }

  @Test func `an object that is elsewhere has moved, and its class may change`() throws {
    func graph(_ entries: [Int], _ first: ArchiveValue, _ second: ArchiveValue) -> ArchiveGraph {
      var graph = ArchiveGraph()
      graph.classes.define(
        .class("Owner", keys: ["name": .string, "pet": .optional(.reference(to: nil))]))
      graph.classes.define(.class("Pet", keys: ["name": .string]))
      graph.classes.define(.class("Dog", superclass: 2))
      graph.add(1, .string("Ann"), first)
      graph.add(1, .string("Bob"), second)
      for entry in entries { graph.add(entry, .string("Rex")) }
      graph.roots = [
        ArchiveNamedValue("a", .reference(to: nil), .reference(1)),
        ArchiveNamedValue("b", .reference(to: nil), .reference(2)),
      ]
      return graph
    }
    #expect(
      try ChangesBetween(graph([2], .reference(3), .nil), graph([2], .nil, .reference(3))).lines
        == ["> a.pet moved to b.pet: Pet(name: \"Rex\")"])
    #expect(
      try ChangesBetween(graph([2], .reference(3), .nil), graph([3], .reference(3), .nil)).lines
        == ["~ a.pet class Pet -> class Dog"])
  }
}
