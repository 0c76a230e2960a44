internal import Stele

/// What the archive of a benchmark consists of.
enum Workload: String, CaseIterable {
  /// People with names, numbers, tags and friends, their addresses, and albums with packed lists
  /// and bytes.
  case people
  /// Objects of two keys, a name and a number.
  case pairs

  /// The number of objects of a full run, which takes at least 200 MB.
  var objectCount: Int {
    switch self {
    case .people: 2_560_000
    case .pairs: 10_000_000
    }
  }

  /// Writes the objects and the root.
  func write<Sink: ByteSink>(_ objectCount: Int, to writer: inout ArchiveWriter<Sink>) throws {
    var random = SplitMix64(seed: 1)
    switch self {
    case .people:
      let people = try People(objectCount, &writer)
      for number in 1...objectCount { try writer.append(people.object(number, &random)) }
      try writer.addRoot(people.root)
    case .pairs:
      let entry = try writer.define(Self.pair)
      for number in 1...objectCount {
        let name = Words.word(4 + random.next(below: 6), &random)
        try writer.append(
          Object(entry: entry, values: [.string(name), .integer(Int128(number))]))
      }
      let all = (1...min(objectCount, 1000)).map { Value.reference($0) }
      try writer.addRoot(NamedValue("first", .list(.reference(to: "Pair")), .list(all)))
    }
  }

  /// A class of two keys.
  static let pair = ClassEntry.class(
    "Pair", keys: [Key("name", .string), Key("number", .int64)])
}
