internal import Stele

/// What archives of few objects weigh.
struct Sizes: Codable {
  /// The bytes of an archive of nothing.
  let emptyByteCount: Int
  /// The bytes of an archive of one object of two keys, which is its root.
  let oneObjectByteCount: Int
  /// The bytes that each further such object adds, over 10,000 objects.
  let furtherObjectByteCount: Double

  init() throws {
    emptyByteCount = try Graph().encoded().count
    oneObjectByteCount = try Self.byteCount(ofObjects: 1)
    let count = 10_001
    furtherObjectByteCount =
      Double(try Self.byteCount(ofObjects: count) - oneObjectByteCount) / Double(count - 1)
  }

  /// Objects of a name of eight letters and a number below 10,000.
  private static func byteCount(ofObjects count: Int) throws -> Int {
    var graph = Graph()
    let entry = graph.classes.define(Workload.pair)
    for number in 0..<count {
      let name = "name" + String(1000 + number % 9000)
      graph.add(Object(entry: entry, values: [.string(name), .integer(Int128(number % 10_000))]))
    }
    graph.roots = [NamedValue("root", .reference(to: "Pair"), .reference(1))]
    return try graph.encoded().count
  }
}
