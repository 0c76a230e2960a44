/// The values of lists.
enum ListContent {
  static func values(_ count: Int) -> [Int] { Array(0..<count) }

  static func hash(_ values: [Int]) -> UInt64 {
    var hash = ContentHash()
    for value in values { hash.combine(value) }
    return hash.value
  }
}

/// A node for tree coders: the next one is a position.
struct NodeRow: Codable {
  var value: Int
  var next: Int?

  static func rows(_ values: [Int]) -> [NodeRow] {
    values.indices.map { NodeRow(value: values[$0], next: $0 + 1 < values.count ? $0 + 1 : nil) }
  }

  static func values(_ rows: [NodeRow]) throws -> [Int] {
    var values: [Int] = []
    var position: Int? = 0
    while let current = position, values.count <= rows.count {
      guard rows.indices.contains(current) else { throw UnexpectedValue() }
      values.append(rows[current].value)
      position = rows[current].next
    }
    return values
  }
}
