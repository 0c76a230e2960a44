import Stele

/// Dictionaries with all kinds of keys.
final class Index: Tracked, Codable {
  var texts: [String: Int] = [:]
  var numbers: [Int: String] = [:]
  var colours: [Colour: Point] = [:]
  var ranks: [Rank: [Int]] = [:]
  var points: [Point: Int?] = [:]
  var doubles: [Double: Bool] = [:]
  var flags: [Bool: Instant] = [:]
  var rows: [[Int]: UInt8] = [:]
  var shapes: [Shape: Int] = [:]
  var tags: [Tag: Tag] = [:]
  var optionals: [Int?: String] = [:]
  var identifiers: [Identifier: Blob] = [:]
  var sets: [Set<String>: Int] = [:]
  var nested: [String: [Int: [Tag?]]] = [:]
  var nothing: [Nothing: Nothing] = [:]

  private enum CodingKeys: CodingKey {
    case texts, numbers, colours, ranks, points, doubles, flags, rows, shapes, tags, optionals
    case identifiers, sets, nested, nothing
  }

  override func unlink() {
    shapes = [:]
    tags = [:]
    nested = [:]
  }
}

/// Sets, optionals, packed numbers and values.
final class Bag: Tracked, Codable {
  var tags: Set<Tag> = []
  var names: Set<String> = []
  var doubles: Set<Double> = []
  var points: Set<Point> = []
  var maybe: Set<Int?> = []
  var shape = Shape.nothing
  var shapes: [Shape] = []
  var signals: [Signal] = []
  var number: Int??
  var numbers: [Int??] = []
  var text: [String?]?
  var tag: Tag??
  var bytes: [UInt8] = []
  var integers: [Int] = []
  var shorts: [Int16] = []
  var wide: [UInt128] = []
  var floats: [Float] = []
  var measures: [Double] = []
  var flags: [Bool] = []
  var track: [Point] = []
  var readings: [Reading] = []
  var contiguous: ContiguousArray<Tag> = []
  var instants: [Instant] = []
  var amounts: [Amount?] = []
  var lengths: [Metres] = []
  var nest: Nest?
  var nothing: [Nothing] = []
  var triples: [Triple] = []
  var lists: [[[Int]]] = []

  private enum CodingKeys: CodingKey {
    case tags, names, doubles, points, maybe, shape, shapes, signals, number, numbers, text, tag
    case bytes, integers, shorts, wide, floats, measures, flags, track, readings, contiguous
    case instants, amounts, lengths, nest, nothing, triples, lists
  }

  override func unlink() {
    tags = []
    shape = .nothing
    shapes = []
    tag = nil
    contiguous = []
    nest = nil
    triples = []
  }
}
