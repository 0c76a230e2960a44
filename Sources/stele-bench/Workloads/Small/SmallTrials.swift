internal import Foundation
internal import Stele
internal import SteleModel

/// 10,000 archives of one object each, and as many empty ones.
enum SmallTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let decoder = SteleDecoder()
    let seriesEncoder = SeriesEncoder()
    let seriesDecoder = SeriesDecoder()
    switch contender {
    case .explicit:
      return trial(
        count, { Explicit.Pair(name: $0.name, number: $0.number) },
        { try SteleEncoder().encode($0) }, { try decoder.decode(Explicit.Pair.self, from: $0) },
        { PairRow(name: $0.name, number: $0.number) })
    case .codable:
      return trial(
        count, { Synthesised.Pair(name: $0.name, number: $0.number) },
        { try SteleEncoder().encode($0) },
        { try decoder.decode(Synthesised.Pair.self, from: $0) },
        { PairRow(name: $0.name, number: $0.number) })
    case .kept:
      return trial(
        count, { Explicit.Pair(name: $0.name, number: $0.number) },
        { try seriesEncoder.encode($0) },
        { try seriesDecoder.decode(Explicit.Pair.self, from: $0) },
        { PairRow(name: $0.name, number: $0.number) })
    case .keptCodable:
      return trial(
        count, { Synthesised.Pair(name: $0.name, number: $0.number) },
        { try seriesEncoder.encode($0) },
        { try seriesDecoder.decode(Synthesised.Pair.self, from: $0) },
        { PairRow(name: $0.name, number: $0.number) })
    case .dynamic:
      return trial(
        count, { Dynamic.pair($0) }, { try $0.encoded() }, { try ArchiveGraph($0) },
        { try Dynamic.pair($0) })
    case .ceiling:
      return trial(
        count, { Explicit.Pair(name: $0.name, number: $0.number) }, { Ceiling.encode($0) },
        { try Ceiling.decodePair($0) }, { PairRow(name: $0.name, number: $0.number) })
    case .json: return tree(.json, count)
    case .plist: return tree(.propertyList, count)
    case .keyed:
      return trial(
        count, { KeyedPair($0) }, { try KeyedArchives.encode(root: $0) },
        { try KeyedArchives.decode($0, [KeyedPair.self, NSString.self], as: KeyedPair.self) },
        { $0.row })
    case .empty:
      // Reading an empty archive means finding that it has no roots.
      return Trial(
        content: { count }, hash: { UInt64($0) }, input: { $0 },
        encode: { count in
          ManyArchives(try (0..<count).map { _ in try Archiver().finish() })
        },
        decode: { (bytes: ManyArchives<[UInt8]>) in
          try bytes.archives.map { try Unarchiver($0).rootNames }
        }, contentOf: { $0.count(where: \.isEmpty) })
    default: return nil
    }
  }

  private static func tree(_ coder: TreeCoder, _ count: Int) -> any AnyTrial {
    trial(
      count, { Synthesised.Pair(name: $0.name, number: $0.number) }, { try coder.encode($0) },
      { try coder.decode(Synthesised.Pair.self, from: $0) },
      { PairRow(name: $0.name, number: $0.number) })
  }

  /// Makes a trial of which each step is performed for one object after the other.
  static func trial<Object, Encoded: EncodedBytes, Output>(
    _ count: Int, _ object: @escaping (PairRow) -> Object,
    _ encode: @escaping (Object) throws -> Encoded,
    _ decode: @escaping (Encoded) throws -> Output,
    _ row: @escaping (Output) throws -> PairRow
  ) -> any AnyTrial {
    Trial(
      content: { PairRow.rows(count) }, hash: { PairRow.hash($0) }, input: { $0.map(object) },
      encode: { ManyArchives(try $0.map(encode)) }, decode: { try $0.archives.map(decode) },
      contentOf: { try $0.map(row) })
  }
}
