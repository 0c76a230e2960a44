internal import Foundation
internal import Stele
internal import SteleModel

/// Four million integers.
enum IntegerTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { RandomNumbers.integers(count) }
    let hash: ([Int]) -> UInt64 = { RandomNumbers.hash($0) }
    switch contender {
    case .explicit:
      return Trial(
        content, hash: hash, input: { Explicit.Integers(values: $0) },
        contentOf: { (copy: Explicit.Integers) in copy.values })
    case .codable:
      return Trial(
        content, hash: hash, input: { Synthesised.Integers(values: $0) },
        contentOf: { (copy: Synthesised.Integers) in copy.values })
    case .dynamic:
      return Trial(
        content, hash: hash,
        graph: { Dynamic.list($0.map { .integer(Int128($0)) }, of: .int64) },
        contentOf: { try $0.root("root").wanted.value.list.map { try $0.number } })
    case .ceiling:
      return Trial(
        content: content, hash: hash, input: { $0 }, encode: { Ceiling.encode($0) },
        decode: { try Ceiling.decodeIntegers($0) }, contentOf: { $0 })
    case .memcpy: return PackedTrial.memcpy(content, hash: hash)
    case .json: return Trial(.json, content, hash: hash)
    case .plist: return Trial(.propertyList, content, hash: hash)
    case .keyed: return KeyedNumbers.trial(content, hash: hash) { NSNumber(value: $0) }
    default: return nil
    }
  }
}
