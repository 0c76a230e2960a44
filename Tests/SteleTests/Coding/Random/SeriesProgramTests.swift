import Stele
import SteleModel
import TestSupport
import Testing

/// Archives of one series have the bytes of archives that are made by themselves, whatever has been encoded before.
struct SeriesProgramTests {
  /// The error of a value that cannot be encoded.
  struct Refused: Error {}

  /// A value that is encoded in part before its error; the value around may catch the error and continue.
  struct RandomFailure: Encodable {
    let before: RandomTree
    let content: RandomContent

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(RandomValue<RandomSecond>(before, content))
      throw Refused()
    }
  }

  /// The root of an archive, in one of several forms.
  struct Root: Encodable {
    enum Form: CaseIterable { case plain, caught, failing, object, optional }

    private enum CodingKeys: CodingKey { case before, value, object, after }

    let form: Form
    let content: RandomContent
    /// Keeps the encoder of the value.
    var keep: (any Encoder) -> Void = { _ in }

    func encode(to encoder: any Encoder) throws {
      keep(encoder)
      let value = RandomValue<RandomFirst>(content.root, content)
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch form {
      case .plain: try container.encode(value, forKey: .value)
      case .caught:
        try? container.encode(
          RandomFailure(before: content.root, content: content), forKey: .before)
        try container.encode(value, forKey: .value)
      case .failing:
        try container.encode(value, forKey: .value)
        try container.encode(RandomFailure(before: content.root, content: content), forKey: .after)
      case .object:
        try container.encodeIfPresent(
          content.objects.isEmpty ? nil : content.object(0), forKey: .object)
        try container.encode(value, forKey: .value)
      case .optional:
        try container.encodeIfPresent(content.parts.isEmpty ? nil : "parts", forKey: .before)
        try container.encode(value, forKey: .value)
      }
    }
  }

  /// The bytes of an archive, or the text of the error.
  private func outcome(_ encode: () throws -> [UInt8]) -> Result<[UInt8], RandomMismatch> {
    do { return .success(try encode()) } catch {
      return .failure(RandomMismatch(description: "\(error)"))
    }
  }

  private func compare<Value: Encodable>(
    _ value: Value, _ series: SeriesEncoder, _ encoder: SteleEncoder, _ place: String
  ) {
    let wanted = outcome { try encoder.encode(value) }
    let result = outcome { try series.encode(value) }
    switch (wanted, result) {
    case (.success(let wanted), .success(let result)):
      // Archives are too long for the description of a failure.
      let isSame = wanted == result
      #expect(isSame, "\(place)")
    case (.failure(let wanted), .failure(let result)):
      #expect(wanted.description == result.description, "\(place)")
    default: Issue.record("\(place): \(wanted), in the series \(result)")
    }
  }

  @Test func `archives of a series of random types are those of new encoders`() {
    for seed in Seeds.forTest(count: 40) {
      var random = RandomSource(seed: seed)
      var encoder = SteleEncoder()
      if random.isOne(in: 4) { encoder.outputFormatting = .canonical }
      if random.isOne(in: 4) { encoder.documentType = "com.example.series" }
      if random.isOne(in: 4) { encoder.metadata = [ArchiveNamedValue("n", .int64, .integer(1))] }
      let series = SeriesEncoder(encoder)
      let contents = (0..<3).map { RandomContent(seed: seed &* 8 &+ $0) }
      for content in contents { content.isStable = true }
      var kept: [any Encoder] = []
      for archive in 0..<8 {
        let content = contents[random.count(upTo: 2)]
        let place = "seed \(seed), archive \(archive)"
        guard !random.isOne(in: 4) else {
          compare(RandomValue<RandomFirst>(content.root, content), series, encoder, place)
          continue
        }
        var root = Root(form: random.pick(Root.Form.allCases, or: .plain), content: content)
        if random.isOne(in: 4) { root.keep = { kept.append($0) } }
        compare(root, series, encoder, place)
        // An encoder that has been kept has no effect on later archives.
        for encoder in kept {
          try? RandomValue<RandomThird>(contents[1].root, contents[1]).encode(to: encoder)
        }
      }
    }
  }

  /// A value of several keys, by hand.
  struct Extent: FieldEncodable {
    let width: Int
    let height: Int?

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(width, "width")
      if let height { try fields.encode(height, "height") }
    }
  }

  /// An object that a program of random calls writes by hand.
  class Program: FieldEncodable {
    let calls: [(key: Int, value: Int)]
    let next: Program?

    init(_ random: inout RandomSource, _ next: Program?) {
      calls = (0..<random.count(upTo: 4)).map { key in
        (key, random.isOne(in: 2) ? key : random.count(upTo: 9))
      }
      self.next = next
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Program.self)
      for call in calls {
        switch call.key {
        case 0: try write(call.value, "a", &fields)
        case 1: try write(call.value, "b", &fields)
        case 2: try write(call.value, "c", &fields)
        default: try write(call.value, "d", &fields)
        }
      }
    }

    private func write(_ value: Int, _ key: StaticString, _ fields: inout FieldEncoder) throws {
      switch value {
      case 0: try fields.encode(value, key)
      case 1: try fields.encode("text", key)
      case 2: try fields.encode(next, key)
      case 3: try fields.encode([0.5, 1], key)
      case 4: try fields.encode(Extent(width: 1, height: calls.count), key)
      case 5: try fields.encode([Extent(width: 1, height: nil), Extent(width: 2, height: 3)], key)
      case 6: try fields.encode(next.map { [$0] } ?? [], key)
      case 7: try fields.encode(RandomChoice.two(a: nil, b: []), key)
      case 8: try fields.encode(["k": Duration.seconds(1)], key)
      default: throw Refused()
      }
    }
  }

  /// A program with keys of its own.
  final class Subprogram: Program {
    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Subprogram.self)
      try fields.encode(calls.count, "count")
    }
  }

  @Test func `archives of a series of programs by hand are those of new encoders`() {
    for seed in Seeds.forTest(count: 100) {
      var random = RandomSource(seed: seed)
      let series = SeriesEncoder()
      var programs: [Program] = []
      for _ in 0..<4 {
        let next = random.isOne(in: 2) ? programs.last : nil
        programs.append(random.isOne(in: 3) ? Subprogram(&random, next) : Program(&random, next))
      }
      for archive in 0..<10 {
        let place = "seed \(seed), archive \(archive)"
        let program = programs[random.count(upTo: 3)]
        if random.isOne(in: 4) {
          compare([program, programs[0]], series, SteleEncoder(), place)
        } else {
          compare(program, series, SteleEncoder(), place)
        }
      }
    }
  }
}
