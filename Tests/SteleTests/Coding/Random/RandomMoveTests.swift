import Stele
import TestSupport
import Testing

/// A hierarchy of three classes, of which each has any keys in each version: what the program of one version reads of the
/// archives of another, older or newer, is what *Evolving a class* says.
struct RandomMoveTests {
  /// The keys of a version of the program by level, and whether they may be nil.
  struct Program: Sendable {
    var keys: [[String: Bool]]
    /// Whether classes read their keys before those of their superclasses.
    var readsDownwards: Bool

    init(_ random: inout RandomSource) {
      keys = (0..<3).map { _ in
        var level: [String: Bool] = [:]
        for name in ["declared", "plain", "other"] where random.isOne(in: 2) {
          level[name] = random.isOne(in: 2)
        }
        return level
      }
      readsDownwards = random.isOne(in: 2)
    }

    static let key = CodingUserInfoKey.named("program")
    static func of(_ userInfo: [CodingUserInfoKey: Any]) throws -> Program {
      try #require(userInfo[key] as? Program)
    }
  }

  static func archiveClass(_ level: Int) -> ArchiveClass {
    let names = ["Top", "Middle", "Low"]
    let others = names.filter { $0 != names[level] }
    return ArchiveClass(names[level], keys: [.key("declared", movedFrom: others[0], others[1])])
  }

  class Top: Codable, ArchiveDeclaring {
    struct Key: NamedKey { let name: String }
    class var archiveClass: ArchiveClass { RandomMoveTests.archiveClass(0) }
    var values: [[String: String]]
    init(_ values: [[String: String]]) { self.values = values }
    required init(from decoder: any Decoder) throws {
      values = [try read(0, by: Key.self, from: decoder)]
    }
    func encode(to encoder: any Encoder) throws { try write(values, 0, by: Key.self, to: encoder) }
  }

  class Middle: Top {
    struct Key: NamedKey { let name: String }
    override class var archiveClass: ArchiveClass { RandomMoveTests.archiveClass(1) }
    override init(_ values: [[String: String]]) { super.init(values) }
    required init(from decoder: any Decoder) throws {
      let isFirst = try Program.of(decoder.userInfo).readsDownwards
      let own = isFirst ? try read(1, by: Key.self, from: decoder) : [:]
      try super.init(from: decoder)
      values.append(isFirst ? own : try read(1, by: Key.self, from: decoder))
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      try write(values, 1, by: Key.self, to: encoder)
    }
  }

  class Low: Middle {
    struct Key: NamedKey { let name: String }
    override class var archiveClass: ArchiveClass { RandomMoveTests.archiveClass(2) }
    override init(_ values: [[String: String]]) { super.init(values) }
    required init(from decoder: any Decoder) throws {
      let isFirst = try Program.of(decoder.userInfo).readsDownwards
      let own = isFirst ? try read(2, by: Key.self, from: decoder) : [:]
      try super.init(from: decoder)
      values.append(isFirst ? own : try read(2, by: Key.self, from: decoder))
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      try write(values, 2, by: Key.self, to: encoder)
    }
  }

  enum Keeping {
    final class Low: Middle {
      struct Key: NamedKey { let name: String }
      override class var archiveClass: ArchiveClass { RandomMoveTests.archiveClass(2) }
      var unknownKeys = UnknownKeys()
      required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        values.append(try read(2, by: Key.self, from: decoder))
        let keys = try decoder.container(keyedBy: Key.self)
        unknownKeys = try keys.decode(UnknownKeys.self, forKey: Key(name: "unknownKeys"))
      }
    }
  }

  /// Returns the values that a program gets of an object, or nil for an error.
  private func model(
    _ values: [[String: String]], of writer: Program, in reader: Program, keepsLowest: Bool
  ) -> [[String: String]]? {
    var read = reader.keys.map { _ in [String: String]() }
    var readers: [String: Int] = [:]
    var missed: [(name: String, level: Int)] = []
    for (level, keys) in reader.keys.enumerated() {
      for (name, isOptional) in keys {
        if writer.keys[level][name] != nil {
          readers["\(level).\(name)", default: 0] += 1
          read[level][name] = values[level][name]
        } else if name == "declared" {
          if let source = [0, 1, 2].first(where: { $0 != level && values[$0][name] != nil }) {
            readers["\(source).\(name)", default: 0] += 1
            read[level][name] = values[source][name]
          }
        } else {
          missed.append((name, level))
        }
        if read[level][name] == nil, !isOptional { return nil }
      }
    }
    guard readers.values.allSatisfy({ $0 == 1 }) else { return nil }
    let isLost = missed.contains { missed in
      [0, 1, 2].contains { level in
        level != missed.level && values[level][missed.name] != nil
          && readers["\(level).\(missed.name)"] == nil && !(keepsLowest && level == 2)
      }
    }
    return isLost ? nil : read
  }

  @Test func `each version reads of each other what the guide says, or says why not`() throws {
    var (errorCount, valueCount) = (0, 0)
    let seeds = Seeds.forTest(count: 800)
    for seed in seeds {
      var random = RandomSource(seed: seed)
      let (writer, reader) = (Program(&random), Program(&random))
      let objects = (0...random.count(upTo: 2)).map { _ in
        writer.keys.enumerated().map { level, keys in
          keys.filter { !$0.value || random.isOne(in: 2) }.keys.reduce(into: [:]) {
            $0[$1] = "\(level) \($1) \(random.next() % 100)"
          }
        }
      }
      var encoder = SteleEncoder()
      encoder.userInfo[Program.key] = writer
      let bytes = try verified(encoder.encode(objects.map(Low.init)))
      let keeps = random.isOne(in: 2)
      let models = objects.map { model($0, of: writer, in: reader, keepsLowest: keeps) }
      var decoder = SteleDecoder()
      decoder.userInfo[Program.key] = reader
      do {
        let copies: [Top] =
          keeps
          ? try decoder.decode([Keeping.Low].self, from: bytes)
          : try decoder.decode([Low].self, from: bytes)
        valueCount += 1
        #expect(copies.map(\.values) == models, "seed \(seed): \(writer), \(reader)")
      } catch let error as DecodingError {
        errorCount += 1
        #expect(models.contains(nil), "seed \(seed): \(CodingFailure(error)); \(writer), \(reader)")
      }
    }
    // Both kinds of outcome are common.
    #expect(min(errorCount, valueCount) >= seeds.count / 40)
  }
}

private func read<Key: NamedKey>(
  _ level: Int, by type: Key.Type, from decoder: any Decoder
) throws -> [String: String] {
  let keys = try decoder.container(keyedBy: type)
  var values: [String: String] = [:]
  for (name, isOptional) in try RandomMoveTests.Program.of(decoder.userInfo).keys[level] {
    values[name] =
      isOptional
      ? try keys.decodeIfPresent(String.self, forKey: Key(name: name))
      : try keys.decode(String.self, forKey: Key(name: name))
  }
  return values
}

private func write<Key: NamedKey>(
  _ values: [[String: String]], _ level: Int, by type: Key.Type, to encoder: any Encoder
) throws {
  var keys = encoder.container(keyedBy: type)
  let own = try RandomMoveTests.Program.of(encoder.userInfo).keys[level]
  for (name, isOptional) in own.sorted(by: { $0.key < $1.key }) {
    if isOptional {
      try keys.encodeIfPresent(values[level][name], forKey: Key(name: name))
    } else {
      try keys.encode(values[level][name] ?? "", forKey: Key(name: name))
    }
  }
}
