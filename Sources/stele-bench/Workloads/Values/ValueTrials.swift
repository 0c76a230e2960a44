internal import Foundation
internal import Stele

/// Values of many kinds, each with the coders for `Codable`.
enum ValueTrials {
  static func trial(_ kind: ValueKind, _ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let numbers = { Values.numbers(count) }
    switch kind {
    case .strings: return trial(contender) { numbers().map { "text \($0)" } }
    case .structs: return trial(contender) { numbers().map { Values.Point(x: $0, y: 1) } }
    case .objects: return trial(contender) { numbers().map { Values.Object($0) } }
    case .generics:
      return trial(contender) { numbers().map { Values.Both(first: $0, second: 1) } }
    case .enumsWithPayload: return trial(contender) { numbers().map { Values.Choice($0) } }
    case .rawStrings:
      return trial(contender) { numbers().map { Values.Colour.allCases[$0 % 8] } }
    case .rawIntegers: return trial(contender) { numbers().map { Values.Level.allCases[$0 % 3] } }
    case .decimals:
      return trial(contender) {
        numbers().map { Decimal(sign: .plus, exponent: -2, significand: Decimal($0)) }
      }
    case .data:
      return trial(contender) { numbers().map { Data(repeating: UInt8($0 % 256), count: 16) } }
    case .dates: return trial(contender) { Values.dates(count) }
    case .urls:
      return trial(contender) {
        numbers().compactMap { URL(string: "https://example.org/pages/\($0)") }
      }
    case .uuids: return trial(contender) { Values.uuids(count) }
    case .durations:
      return trial(contender) { numbers().map { Duration.milliseconds($0 * 10) } }
    case .identifiers:
      return trial(contender) {
        zip(Values.uuids(count), Values.dates(count)).map { Values.Identifier(id: $0, date: $1) }
      }
    default: return arrangement(kind, contender, count)
    }
  }

  /// Makes a trial of optional values, or of values in other collections than one array.
  private static func arrangement(
    _ kind: ValueKind, _ contender: Contender, _ count: Int
  ) -> (any AnyTrial)? {
    let numbers = { Values.numbers(count) }
    func dictionary<Key: Codable & Hashable>(
      _ keys: @escaping () -> [Key]
    ) -> (any AnyTrial)? {
      trial(contender) { Dictionary(zip(keys(), 0...)) { first, _ in first } }
    }
    switch kind {
    case .optionals: return trial(contender) { numbers().map { $0 % 3 == 0 ? nil : $0 } }
    case .optionalProperties:
      return trial(contender) {
        numbers().map {
          Values.Options(
            number: $0 % 2 == 0 ? $0 : nil, text: $0 % 3 == 0 ? "text" : nil, measure: nil)
        }
      }
    case .nested: return trial(contender) { numbers().map { [$0, 1, 2, 3] } }
    case .nestedStrings:
      return trial(contender) { numbers().map { [["text \($0)"], ["a", "b"]] } }
    case .integerSet: return trial(contender) { Set(numbers()) }
    case .stringSet: return trial(contender) { Set(numbers().map { "text \($0)" }) }
    case .structSet: return trial(contender) { Set(numbers().map { Values.Point(x: $0, y: 1) }) }
    case .byString: return dictionary { numbers().map { "key \($0)" } }
    case .byInteger: return dictionary { numbers() }
    case .byUUID: return dictionary { Values.uuids(count) }
    case .byEnum:
      // An enum has too few cases for a large dictionary.
      return trial(contender) {
        numbers().prefix(count / 4).map { number in
          Dictionary(zip(Values.Colour.allCases.prefix(4), number...)) { first, _ in first }
        }
      }
    case .byCodingKey: return dictionary { numbers().map { Values.Key(rawValue: "key \($0)") } }
    case .byStruct: return dictionary { numbers().map { Values.Point(x: $0, y: 1) } }
    case .object, .keptObject, .firstObject:
      return archives(
        contender, count, isKept: kind == .keptObject,
        { Synthesised.Pair(name: $0.name, number: $0.number) },
        { PairRow(name: $0.name, number: $0.number) })
    default:
      return archives(
        contender, count, isKept: kind == .keptStructure,
        { Values.Pair(name: $0.name, number: $0.number) },
        { PairRow(name: $0.name, number: $0.number) })
    }
  }

  private static func trial<Value: Codable & Equatable>(
    _ contender: Contender, _ value: @escaping () -> Value
  ) -> (any AnyTrial)? {
    // The order of sets is random, so values are compared instead of hashed.
    let hash: (Value) -> UInt64 = { $0 == value() ? 1 : 0 }
    switch contender {
    case .codable:
      return Trial(value, hash: hash, input: { $0 }, contentOf: { (copy: Value) in copy })
    case .json: return Trial(.json, value, hash: hash)
    case .plist: return Trial(.propertyList, value, hash: hash)
    default: return nil
    }
  }

  /// Makes a trial of small archives, by new coders for each, or by coders that are kept.
  private static func archives<Value: Codable>(
    _ contender: Contender, _ count: Int, isKept: Bool, _ value: @escaping (PairRow) -> Value,
    _ row: @escaping (Value) -> PairRow
  ) -> (any AnyTrial)? {
    switch contender {
    case .codable:
      let encoder = SeriesEncoder()
      let decoder = SeriesDecoder()
      return SmallTrials.trial(
        count, value, { try isKept ? encoder.encode($0) : SteleEncoder().encode($0) },
        {
          try isKept
            ? decoder.decode(Value.self, from: $0) : SteleDecoder().decode(Value.self, from: $0)
        }, row)
    case .json:
      let encoder = JSONEncoder()
      let decoder = JSONDecoder()
      return SmallTrials.trial(
        count, value, { try (isKept ? encoder : JSONEncoder()).encode($0) },
        { try (isKept ? decoder : JSONDecoder()).decode(Value.self, from: $0) }, row)
    case .plist:
      let encoder = TreeCoder.propertyListEncoder()
      let decoder = PropertyListDecoder()
      return SmallTrials.trial(
        count, value, { try (isKept ? encoder : TreeCoder.propertyListEncoder()).encode($0) },
        { try (isKept ? decoder : PropertyListDecoder()).decode(Value.self, from: $0) }, row)
    default: return nil
    }
  }
}
