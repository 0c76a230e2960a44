import Stele

/// A maker of archives of specimens that a seed decides.
struct SpecimenMaker {
  private var random: RandomSource

  /// An archive with a few roots; the same seed gives the same archive.
  static func archive(seed: UInt64) throws -> [UInt8] {
    var maker = SpecimenMaker(random: RandomSource(seed: seed))
    let tally = Tally()
    defer { tally.unlinkAll() }
    return try Tally.$current.withValue(TallyBox(tally: tally)) {
      let archiver = Archiver()
      for index in 0...maker.random.count(upTo: 2) {
        let name = index == 0 ? SteleEncoder.rootName : "root \(index)"
        try maker.addRoot(name, kind: UInt64(index) + seed, to: archiver)
      }
      return try archiver.finish()
    }
  }

  private mutating func addRoot(_ name: String, kind: UInt64, to archiver: Archiver) throws {
    switch kind % 15 {
    case 0: try archiver.encode(people(), root: name)
    case 1: try archiver.encode(animals(), root: name)
    case 2: try archiver.encode(list(), root: name)
    case 3: try archiver.encode(tree(depth: 3), root: name)
    case 4: try archiver.encode(lateNodes(), root: name)
    case 5: try archiver.encode(vertices(), root: name)
    case 6: try archiver.encode(nodes(), root: name)
    case 7: try archiver.encode(index(), root: name)
    case 8, 9: try archiver.encode(bag(), root: name)
    case 10: try archiver.encode(account(), root: name)
    case 11: try archiver.encode(notebook(), root: name)
    case 12: try archiver.encode(shelf(), root: name)
    case 13: try archiver.encode([text(): shapes()], root: name)
    default: try archiver.encode([readings(), nil], root: name)
    }
  }

  private mutating func text() -> String {
    random.pick(["", "a", "Ada", "Grace", "\u{E9}t\u{E9}", "42"], or: "")
  }

  private mutating func number() -> Int { random.pick([0, 1, -1, 300, .max, .min], or: 0) }

  private mutating func double() -> Double {
    random.pick([0, -0.0, 0.5, 1e300, .infinity, .nan], or: 0)
  }

  private mutating func many<Part>(_ most: Int, _ make: (inout Self) throws -> Part) rethrows
    -> [Part]
  {
    var parts: [Part] = []
    for _ in 0..<random.count(upTo: most) { parts.append(try make(&self)) }
    return parts
  }

  private mutating func maybe<Part>(_ make: (inout Self) -> Part) -> Part? {
    random.isOne(in: 2) ? make(&self) : nil
  }

  private mutating func animals() -> [Animal] {
    var made: [Animal] = []
    for index in 0...random.count(upTo: 6) {
      let animal: Animal
      switch random.next() % 6 {
      case 0: animal = Animal()
      case 1, 2:
        let dog = Dog()
        dog.breed = text()
        dog.ticks = many(3) { $0.number() }
        animal = dog
      case 3:
        let cat = Cat()
        cat.lives = index
        cat.prey = Array(made.prefix(2))
        animal = cat
      case 4: animal = Puppy()
      default: animal = random.isOne(in: 3) ? Wolf() : Animal()
      }
      animal.name = text()
      animal.weight = maybe { $0.double() }
      animal.friend = made.randomElement(using: &random)
      made.append(animal)
    }
    return made
  }

  private mutating func tags() -> [Tag] {
    var made = [Tag("0")]
    for index in 1..<(2 + random.count(upTo: 5)) {
      made.append(Tag("\(index)", parent: made.randomElement(using: &random)))
    }
    return made
  }

  private mutating func people() -> [Person] {
    let dogs = animals().compactMap { $0 as? Dog }
    let people = (0...random.count(upTo: 5)).map { _ in Person() }
    for person in people {
      person.name = text()
      person.age = maybe { $0.number() }
      person.dog = dogs.randomElement(using: &random)
      person.dogs = dogs.shuffled(using: &random)
      for dog in dogs { person.dogsByName[text()] = dog }
      person.fleeting = random.isOne(in: 2) ? .some(dogs.first) : nil
      person.boss = people.randomElement(using: &random)
      person.friends = many(3) { _ in person } + people.prefix(1)
      person.spouse = people.randomElement(using: &random)
      person.neighbours = Set(tags())
    }
    return people
  }

  private mutating func list() -> ListNode {
    let first = ListNode()
    var last = first
    for index in 0..<random.count(upTo: 30) {
      let node = ListNode()
      node.value = index
      last.next = node
      last = node
    }
    return first
  }

  private mutating func tree(depth: Int) -> TreeNode {
    let node = TreeNode()
    guard depth > 0 else { return node }
    node.children = many(3) { $0.tree(depth: depth - 1) }
    for name in many(2, { $0.text() }) { node.named[name] = node.children.last ?? TreeNode() }
    node.perhaps = node.children.first.map { .some($0) } ?? .some(nil)
    if let child = node.children.first {
      node.either =
        random.isOne(in: 2) ? .again(.left(child)) : .both(left: child, right: node.children)
    }
    for child in node.children { child.parent = node }
    return node
  }

  private mutating func lateNodes() -> LateNode {
    let nodes = (0...random.count(upTo: 8)).map { _ in LateNode() }
    for (index, node) in nodes.enumerated() {
      node.label = text()
      node.next = nodes[(index + 1) % nodes.count]
      node.next?.previous = node
      node.others = many(3) { maker in maker.maybe { nodes.randomElement(using: &$0.random) } ?? nil
      }
      node.ages[text()] = node
    }
    return nodes[0]
  }

  private mutating func vertices() -> Vertex {
    let vertices = (0...random.count(upTo: 8)).map { index in
      let vertex = Vertex()
      vertex.id = index
      return vertex
    }
    for (index, vertex) in vertices.enumerated() {
      vertex.next = vertices.randomElement(using: &random)
      vertex.edges = many(3) { vertices.randomElement(using: &$0.random) ?? vertex }
      // Elements are filled first, so only later ones are used.
      for other in vertices[(index + 1)...].prefix(2) {
        vertex.lengths[other] = double()
        vertex.reached.insert(other)
      }
      let point = Point(x: Int32(index), y: 2)
      vertex.leaf = maybe { _ in
        Leaf(point: point, owner: vertex, siblings: [Leaf(point: point, owner: nil, siblings: [])])
      }
      vertex.list = maybe { $0.list() }
      vertex.origin = vertices.randomElement(using: &random)
    }
    return vertices[0]
  }

  private mutating func nodes() -> [Node] {
    let nodes = (0...random.count(upTo: 6)).map { index -> Node in
      guard index % 2 == 1 else { return Node() }
      let gate = Gate()
      gate.title2 = Int8(index)
      gate.sample = [0, 1.5]
      return gate
    }
    for node in nodes {
      node.title = text()
      node.parts = many(3) { nodes.randomElement(using: &$0.random) ?? node }
    }
    return nodes
  }

  private mutating func shape(_ depth: Int = 2) -> Shape {
    switch random.next() % 6 {
    case 0: .nothing
    case 1: .circle(radius: double(), at: Point(x: 1, y: 2))
    case 2: .polygon(many(3) { _ in Point() })
    case 3: .tagged(Tag(text()), maybe { $0.number() })
    default: depth > 0 ? .group(shape(depth - 1), many(2) { $0.shape(depth - 1) }) : .nothing
    }
  }

  private mutating func shapes() -> [Shape] { many(5) { $0.shape() } }

  private mutating func readings() -> [Reading] {
    many(5) { Reading(time: $0.double(), level: 7, note: $0.maybe { $0.text() }) }
  }

  private mutating func index() -> Index {
    let index = Index()
    let tags = tags()
    for _ in 0..<(1 + random.count(upTo: 4)) {
      index.texts[text()] = number()
      index.numbers[number()] = text()
      index.colours[random.pick(Colour.allCases, or: .red)] = Point()
      index.ranks[random.pick(Rank.allCases, or: .low)] = [number()]
      index.points[Point(x: Int32(random.next() % 3), y: 0)] = .some(maybe { $0.number() })
      index.doubles[random.pick([0, 0.5, 1e300], or: 0)] = true
      index.flags[random.isOne(in: 2)] = Instant(seconds: double())
      index.rows[many(3) { $0.number() }] = 1
      index.shapes[.polygon([Point(x: Int32(random.next() % 3), y: 0)])] = number()
      index.tags[random.pick(tags, or: tags[0])] = random.pick(tags, or: tags[0])
      index.optionals[maybe { $0.number() }] = text()
      index.identifiers[Identifier(bits: UInt128(random.next() % 4))] = Blob(bytes: [1, 2])
      index.sets[Set(many(2) { $0.text() })] = 1
      index.nested[text()] = [number(): [tags.first, nil]]
    }
    index.nothing[Nothing()] = Nothing()
    return index
  }

  private mutating func bag() -> Bag {
    let bag = Bag()
    let tags = tags()
    bag.tags = Set(tags)
    bag.names = Set(many(4) { $0.text() })
    bag.doubles = [0, 1.5]
    bag.points = [Point(), Point(x: 1, y: -1)]
    bag.maybe = [nil, 1]
    bag.shape = shape()
    bag.shapes = shapes()
    bag.signals = many(3) { $0.random.isOne(in: 2) ? .on : .dimmed($0.number()) }
    bag.number = maybe { $0.maybe { $0.number() } }
    bag.numbers = many(4) { maker in maker.maybe { $0.maybe { $0.number() } } }
    bag.text = maybe { maker in maker.many(3) { $0.maybe { $0.text() } } }
    bag.tag = maybe { maker in maker.maybe { _ in tags[0] } }
    bag.bytes = many(9) { UInt8(truncatingIfNeeded: $0.random.next()) }
    bag.integers = many(9) { $0.number() }
    bag.shorts = many(5) { Int16(truncatingIfNeeded: $0.random.next()) }
    bag.wide = many(3) { UInt128($0.random.next()) << 60 }
    bag.floats = many(5) { Float($0.double()) }
    bag.measures = many(5) { $0.double() }
    bag.flags = many(9) { $0.random.isOne(in: 2) }
    bag.track = many(5) { Point(x: Int32(truncatingIfNeeded: $0.number()), y: 1) }
    bag.readings = readings()
    bag.contiguous = ContiguousArray(tags)
    bag.instants = many(3) { Instant(seconds: $0.double()) }
    bag.amounts = many(3) { maker in
      maker.maybe { Amount(mantissa: 7, exponent: $0.random.isOne(in: 2) ? 0 : 2) }
    }
    bag.lengths = many(3) { Metres(rawValue: $0.double()) }
    bag.nest = maybe { _ in Nest(inner: [Nest(inner: [Nest(tag: tags[0])])], tag: tags.last) }
    bag.nothing = many(3) { _ in Nothing() }
    bag.triples = many(3) {
      Triple(number: $0.number(), text: $0.text(), tag: $0.maybe { _ in tags[0] })
    }
    bag.lists = many(2) { maker in maker.many(2) { maker in maker.many(2) { $0.number() } } }
    return bag
  }

  private mutating func account() -> Account {
    let account = Account()
    account.email = text()
    account.balance = Int64(number())
    account.owner = maybe { $0.text() }
    account.settings.themes = many(3) { $0.number() }
    if random.isOne(in: 2) {
      account.partner = Account()
      account.partner?.settings.volume = 0.25
    }
    return account
  }

  private mutating func notebook() -> Notebook {
    let notebook = Notebook()
    notebook.title = text()
    notebook.pages = maybe { maker in maker.many(3) { $0.text() } }
    if random.isOne(in: 2) { notebook.next = Notebook() }
    return notebook
  }

  private mutating func shelf() -> Shelf {
    let shelf = Shelf()
    shelf.animals = animals().map { .known($0) }
    shelf.favourite = shelf.animals.last
    return shelf
  }
}
