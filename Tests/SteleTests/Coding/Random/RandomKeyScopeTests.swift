import Stele
import TestSupport
import Testing

/// Classes whose coding keys are nested in them, or shared by all levels, in any mixture, with histories at any level.
///
/// The types stand outside of the suite, since names of types in raw identifiers are not looked into.
enum KeyScope {
  /// What a program does at its three levels.
  struct Program: Sendable {
    /// Whether each level uses the keys that belong to no class.
    var shares: [Bool]
    /// Whether classes read their keys before those of their superclasses.
    var readsDownwards: Bool
    /// The key of each level.
    var names = ["a", "b", "c"]

    init(_ random: inout RandomSource) {
      shares = (0..<3).map { _ in random.isOne(in: 3) }
      readsDownwards = random.isOne(in: 2)
    }

    /// Returns the level at which the key of a level stands in objects of a class.
    func place(_ level: Int, of lowest: Int) -> Int { shares[level] ? lowest : level }

    static let key = CodingUserInfoKey.named("program")
    static func of(_ userInfo: [CodingUserInfoKey: Any]) throws -> Program {
      try #require(userInfo[key] as? Program)
    }
  }

  /// The keys that belong to no class.
  struct SharedKey: NamedKey { let name: String }

  /// Which levels have a history.
  protocol Histories { static var levels: Set<Int> { get } }
  enum None: Histories { static var levels: Set<Int> { [] } }
  enum OfTop: Histories { static var levels: Set<Int> { [0] } }
  enum OfMiddle: Histories { static var levels: Set<Int> { [1] } }
  enum OfBoth: Histories { static var levels: Set<Int> { [0, 1] } }

  static func archiveClass(_ level: Int, _ histories: any Histories.Type) -> ArchiveClass {
    let name = ["a", "b", "c"][level]
    return ArchiveClass(
      ["Top", "Middle", "Low"][level],
      keys: histories.levels.contains(level) ? [.key(name, aliases: ["old \(name)"])] : [])
  }

  class Top<H: Histories>: Codable, ArchiveDeclaring {
    struct Key: NamedKey { let name: String }
    class var archiveClass: ArchiveClass { KeyScope.archiveClass(0, H.self) }
    var values: [String?]
    required init(_ values: [String?]) { self.values = values }
    required init(from decoder: any Decoder) throws {
      values = [try read(0, by: Key.self, from: decoder)]
    }
    func encode(to encoder: any Encoder) throws {
      try write(values, 0, by: Key.self, to: encoder)
    }
  }

  class Middle<H: Histories>: Top<H> {
    struct Key: NamedKey { let name: String }
    override class var archiveClass: ArchiveClass { KeyScope.archiveClass(1, H.self) }
    required init(_ values: [String?]) { super.init(values) }
    required init(from decoder: any Decoder) throws {
      let isFirst = try Program.of(decoder.userInfo).readsDownwards
      let own = isFirst ? try read(1, by: Key.self, from: decoder) : nil
      try super.init(from: decoder)
      values.append(isFirst ? own : try read(1, by: Key.self, from: decoder))
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      try write(values, 1, by: Key.self, to: encoder)
    }
  }

  class Low<H: Histories>: Middle<H> {
    struct Key: NamedKey { let name: String }
    override class var archiveClass: ArchiveClass { KeyScope.archiveClass(2, H.self) }
    required init(_ values: [String?]) { super.init(values) }
    required init(from decoder: any Decoder) throws {
      let isFirst = try Program.of(decoder.userInfo).readsDownwards
      let own = isFirst ? try read(2, by: Key.self, from: decoder) : nil
      try super.init(from: decoder)
      values.append(isFirst ? own : try read(2, by: Key.self, from: decoder))
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      try write(values, 2, by: Key.self, to: encoder)
    }
  }
}

struct RandomKeyScopeTests {
  typealias Program = KeyScope.Program

  /// What becomes of an object.
  enum Outcome: Hashable {
    case values([String?])
    case error(SteleCodingError.Reason)
  }

  private func classes<H: KeyScope.Histories>(_: H.Type) -> [KeyScope.Top<H>.Type] {
    [KeyScope.Top<H>.self, KeyScope.Middle<H>.self, KeyScope.Low<H>.self]
  }

  private func outcome<H: KeyScope.Histories>(
    _ bytes: [UInt8], _ lowest: Int, _ histories: H.Type, _ program: Program
  ) throws -> Outcome {
    func outcome<T: KeyScope.Top<H>>(_ type: T.Type) throws -> Outcome {
      var decoder = SteleDecoder()
      decoder.userInfo = [Program.key: program]
      do {
        return .values(try decoder.decode(type, from: bytes).values)
      } catch {
        let failure = CodingFailure(error)
        if case .unknownLevel? = failure.reason {
          expectText("Nest the coding keys of each class in the class", of: failure)
        }
        return .error(try #require(failure.reason))
      }
    }
    return try outcome(classes(histories)[lowest])
  }

  private func bytes<H: KeyScope.Histories>(
    _ values: [String?], _ lowest: Int, _ histories: H.Type, _ program: Program
  ) throws -> [UInt8] {
    var encoder = SteleEncoder()
    encoder.userInfo = [Program.key: program]
    return try encoder.encode(classes(histories)[lowest].init(values))
  }

  /// Returns why keys that belong to no class are refused, or nil.
  private func refusal(
    _ program: Program, _ lowest: Int, _ histories: Set<Int>
  ) -> SteleCodingError.Reason? {
    let isShared = program.shares[...lowest].contains(true)
    guard isShared, histories.contains(where: { $0 < lowest }) else { return nil }
    return .unknownLevel(ofKeys: "SharedKey")
  }

  /// Returns what may become of an object: its values, or the error of one of its keys.
  private func model(
    _ values: [String?], of writer: Program, _ lowest: Int, in reader: Program,
    _ histories: Set<Int>
  ) -> Set<Outcome> {
    if let refusal = refusal(reader, lowest, histories) { return [.error(refusal)] }
    var read: [String?] = []
    var errors: Set<Outcome> = []
    for level in 0...lowest {
      let isKnown =
        writer.names[level] == reader.names[level]
        || histories.contains(level) && reader.place(level, of: lowest) == level
      guard isKnown, let value = values[level] else {
        read.append(nil)
        continue
      }
      if writer.place(level, of: lowest) != reader.place(level, of: lowest) {
        errors.insert(.error(.ambiguousKey(reader.names[level])))
      }
      read.append(value)
    }
    return errors.isEmpty ? [.values(read)] : errors
  }

  private func check<H: KeyScope.Histories>(
    _ histories: H.Type, _ random: inout RandomSource, _ seed: UInt64
  ) throws -> Outcome {
    let lowest = Int.random(in: 0...2, using: &random)
    let reader = Program(&random)
    var writer = random.isOne(in: 2) ? reader : Program(&random)
    let values = (0...lowest).map { random.isOne(in: 3) ? nil : "value \($0)" }
    if random.isOne(in: 2) { writer.names = writer.names.map { "old \($0)" } }
    let bytes = try verified(try bytes(values, lowest, KeyScope.None.self, writer))
    let outcome = try outcome(bytes, lowest, histories, reader)
    let model = model(values, of: writer, lowest, in: reader, H.levels)
    #expect(
      model.contains(outcome), "seed \(seed): class \(lowest), \(H.levels), \(writer), \(reader)")
    let failure = failure { _ = try self.bytes(values, lowest, histories, reader) }
    #expect(failure?.reason == refusal(reader, lowest, H.levels), "seed \(seed): written")
    return outcome
  }

  @Test func `keys of any scope have their values at their level, or are refused`() throws {
    let seeds = Seeds.forTest(count: 400)
    var valueCount = 0
    for seed in seeds {
      var random = RandomSource(seed: seed)
      let all: [any KeyScope.Histories.Type] = [
        KeyScope.None.self, KeyScope.OfTop.self, KeyScope.OfMiddle.self, KeyScope.OfBoth.self,
      ]
      let histories = random.pick(all, or: KeyScope.None.self)
      if case .values = try check(histories, &random, seed) { valueCount += 1 }
    }
    // Both kinds of outcome are common.
    let share = seeds.count / 8
    #expect((share...seeds.count - share).contains(valueCount))
  }
}

private func read<Key: NamedKey>(
  _ level: Int, by type: Key.Type, from decoder: any Decoder
) throws -> String? {
  func read<K: NamedKey>(_: K.Type, _ name: String) throws -> String? {
    try decoder.container(keyedBy: K.self).decodeIfPresent(String.self, forKey: K(name: name))
  }
  let program = try KeyScope.Program.of(decoder.userInfo)
  let name = program.names[level]
  return program.shares[level] ? try read(KeyScope.SharedKey.self, name) : try read(type, name)
}

private func write<Key: NamedKey>(
  _ values: [String?], _ level: Int, by type: Key.Type, to encoder: any Encoder
) throws {
  func write<K: NamedKey>(_: K.Type, _ name: String) throws {
    var keys = encoder.container(keyedBy: K.self)
    try keys.encodeIfPresent(values[level], forKey: K(name: name))
  }
  let program = try KeyScope.Program.of(encoder.userInfo)
  let name = program.names[level]
  if program.shares[level] {
    try write(KeyScope.SharedKey.self, name)
  } else {
    try write(type, name)
  }
}
