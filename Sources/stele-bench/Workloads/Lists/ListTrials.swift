internal import Foundation

/// Linked lists, which must not make a coder recurse.
enum ListTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    switch contender {
    case .explicit: return trial(count, Explicit.Node.self)
    case .doubly: return trial(count, Explicit.DoubleNode.self)
    case .codable: return trial(count, Synthesised.Node.self)
    case .dynamic:
      return Trial(
        { ListContent.values(count) }, hash: ListContent.hash,
        graph: { (values: [Int]) in Dynamic.list(values) }, contentOf: { try Dynamic.list($0) })
    case .ceiling:
      return Trial(
        content: { ListContent.values(count) }, hash: ListContent.hash,
        input: { try Explicit.Node.list($0) }, encode: { Ceiling.encode($0) },
        decode: { try Ceiling.decodeList($0) }, contentOf: { try $0.values() },
        releaseInput: { $0.separate() }, releaseOutput: { $0.separate() })
    case .json: return tree(.json, count)
    case .plist: return tree(.propertyList, count)
    case .keyed:
      return Trial(
        content: { ListContent.values(count) }, hash: ListContent.hash,
        input: { try KeyedNode.list($0) }, encode: { try KeyedArchives.encode(root: $0) },
        decode: { try KeyedArchives.decode($0, [KeyedNode.self], as: KeyedNode.self) },
        contentOf: { try $0.values() }, releaseInput: { $0.separate() },
        releaseOutput: { $0.separate() })
    default: return nil
    }
  }

  private static func trial<Node: ListNode & Codable>(
    _ count: Int, _ type: Node.Type
  ) -> any AnyTrial {
    var trial = Trial(
      { ListContent.values(count) }, hash: ListContent.hash, input: { try Node.list($0) },
      contentOf: { (head: Node) in try head.values() })
    trial.releaseInput = { $0.separate() }
    trial.releaseOutput = { $0.separate() }
    return trial
  }

  private static func tree(_ coder: TreeCoder, _ count: Int) -> any AnyTrial {
    Trial(
      content: { ListContent.values(count) }, hash: ListContent.hash,
      input: { NodeRow.rows($0) }, encode: { try coder.encode($0) },
      decode: { try coder.decode([NodeRow].self, from: $0) },
      contentOf: { try NodeRow.values($0) })
  }
}
