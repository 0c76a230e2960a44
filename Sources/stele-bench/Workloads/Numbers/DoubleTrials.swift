internal import Foundation
internal import Stele
internal import SteleModel

/// Four million floating-point numbers.
enum DoubleTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { RandomNumbers.doubles(count) }
    let hash: ([Double]) -> UInt64 = { RandomNumbers.hash($0) }
    switch contender {
    case .explicit:
      return Trial(
        content, hash: hash, input: { Explicit.Doubles(values: $0) },
        contentOf: { (copy: Explicit.Doubles) in copy.values })
    case .codable:
      return Trial(
        content, hash: hash, input: { Synthesised.Doubles(values: $0) },
        contentOf: { (copy: Synthesised.Doubles) in copy.values })
    case .dynamic:
      return Trial(
        content, hash: hash,
        graph: { Dynamic.list($0.map { .float64($0) }, of: .float64) },
        contentOf: { try $0.root("root").wanted.value.list.map { try $0.double } })
    case .ceiling: return PackedTrial.ceiling(content, hash: hash)
    case .memcpy: return PackedTrial.memcpy(content, hash: hash)
    case .json: return Trial(.json, content, hash: hash)
    case .plist: return Trial(.propertyList, content, hash: hash)
    case .keyed: return KeyedNumbers.trial(content, hash: hash) { NSNumber(value: $0) }
    default: return nil
    }
  }
}
