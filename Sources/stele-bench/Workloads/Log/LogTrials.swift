internal import Foundation

/// 10,000 lines of a log.
enum LogTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { Log.records(count) }
    let hash: ([LogRecord]) -> UInt64 = { Log.hash($0) }
    switch contender {
    case .explicit:
      return Trial(
        content, hash: hash, input: { $0.map { Explicit.LogRecord($0) } },
        contentOf: { (copies: [Explicit.LogRecord]) in copies.map { LogRecord($0) } })
    case .codable:
      return Trial(
        content, hash: hash, input: { $0 }, contentOf: { (copies: [LogRecord]) in copies })
    case .dynamic:
      return Trial(
        content, hash: hash, graph: { Dynamic.log($0) }, contentOf: { try Dynamic.log($0) })
    case .ceiling:
      return Trial(
        content: content, hash: hash, input: { $0 }, encode: { Ceiling.encode($0) },
        decode: { try Ceiling.decodeLog($0) }, contentOf: { $0 })
    case .json: return Trial(.json, content, hash: hash)
    case .plist: return Trial(.propertyList, content, hash: hash)
    case .keyed:
      return Trial(
        content: content, hash: hash, input: { $0.map { KeyedLogRecord($0) } },
        encode: { try KeyedArchives.encode($0) },
        decode: {
          try KeyedArchives.decode(
            $0, [NSArray.self, KeyedLogRecord.self, NSString.self], as: [KeyedLogRecord].self)
        }, contentOf: { $0.map(\.record) })
    default: return nil
    }
  }
}
