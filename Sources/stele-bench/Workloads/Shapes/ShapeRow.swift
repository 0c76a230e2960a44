/// A shape of any class, for tree coders.
struct ShapeRow: Codable {
  /// The class, from 0 to 39; each group of five classes has the same properties.
  var kind = 0
  var id: Int
  var name: String
  var x: Double?
  var y: Double?
  var number: Int?
  var flag: Bool?
  var text: String?
  var points: [Float]?

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// Makes shapes of forty classes in random order.
  static func rows(_ count: Int) -> [ShapeRow] {
    var random = SplitMix64(seed: 7)
    return (0..<count).map { id in
      let kind = random.next(below: 40)
      var row = ShapeRow(id: id, name: random.nextName(4, spread: 9))
      row.kind = kind
      row.fill(&random)
      return row
    }
  }

  /// Sets the properties that the class has.
  private mutating func fill(_ random: inout SplitMix64) {
    switch kind / 5 {
    case 0: x = random.nextDouble() * 100
    case 1:
      x = random.nextDouble() * 100
      y = random.nextDouble() * 100
    case 2:
      x = random.nextDouble() * 100
      flag = random.next(below: 2) == 0
    case 3:
      text = random.nextName(10, spread: 20)
      number = random.next(below: 72)
    case 4: number = random.next(below: 1_000_000)
    case 5:
      let count = 2 + random.next(below: 6)
      points = (0..<count).map { _ in random.nextFloat() }
    case 6:
      number = random.next(below: 100)
      flag = random.next(below: 2) == 0
    default:
      number = random.next(below: 10_000)
      x = random.nextDouble()
    }
  }

  static func hash(_ rows: [ShapeRow]) -> UInt64 {
    var hash = ContentHash()
    for row in rows {
      hash.combine(row.kind)
      hash.combine(row.id)
      hash.combine(row.name)
      hash.combine(row.x ?? -1)
      hash.combine(row.y ?? -1)
      hash.combine(row.number ?? -1)
      hash.combine(row.flag.map { $0 ? 1 : 0 } ?? -1)
      hash.combine(row.text)
      hash.combine(row.points?.count ?? -1)
      for point in row.points ?? [] { hash.combine(point) }
    }
    return hash.value
  }
}
