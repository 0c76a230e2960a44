internal import Foundation

/// A million references to a thousand objects.
enum SharingTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { SharedItems(count) }
    let hash: (SharedItems) -> UInt64 = { $0.hash }
    switch contender {
    case .explicit:
      return Trial(
        content, hash: hash, input: { $0.objects(Explicit.Item.self) },
        contentOf: { (items: [Explicit.Item]) in try SharedItems(items) })
    case .codable:
      return Trial(
        content, hash: hash, input: { $0.objects(Synthesised.Item.self) },
        contentOf: { (items: [Synthesised.Item]) in try SharedItems(items) })
    case .dynamic:
      return Trial(
        content, hash: hash, graph: { Dynamic.items($0) }, contentOf: { try Dynamic.items($0) })
    case .ceiling:
      return Trial(
        content: content, hash: hash, input: { $0.objects(Explicit.Item.self) },
        encode: { Ceiling.encode($0) }, decode: { try Ceiling.decodeItems($0) },
        contentOf: { try SharedItems($0) })
    case .json: return copies(.json, count)
    case .plist: return copies(.propertyList, count)
    case .keyed:
      return Trial(
        content: content, hash: hash, input: { $0.objects(KeyedItem.self) },
        encode: { try KeyedArchives.encode($0) },
        decode: {
          try KeyedArchives.decode(
            $0, [NSArray.self, KeyedItem.self, NSString.self], as: [KeyedItem].self)
        }, contentOf: { try SharedItems($0) })
    default: return nil
    }
  }

  /// Makes a trial of a tree coder, which copies an item for each reference.
  private static func copies(_ coder: TreeCoder, _ count: Int) -> any AnyTrial {
    Trial(
      content: { SharedItems(count) }, hash: \.hash,
      input: { $0.objects(Synthesised.Item.self) }, encode: { try coder.encode($0) },
      decode: { try coder.decode([Synthesised.Item].self, from: $0) },
      contentOf: { SharedItems(copies: $0) })
  }
}
