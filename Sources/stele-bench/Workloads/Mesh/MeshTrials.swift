internal import Foundation

/// 125,000 triangles of four vectors.
enum MeshTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { Mesh.triangles(count) }
    let hash: ([Triangle]) -> UInt64 = { Mesh.hash($0) }
    switch contender {
    case .explicit:
      return Trial(
        content, hash: hash, input: { $0.map { Explicit.Triangle($0) } },
        contentOf: { (copies: [Explicit.Triangle]) in copies.map { Triangle($0) } })
    case .codable:
      return Trial(
        content, hash: hash, input: { $0 }, contentOf: { (copies: [Triangle]) in copies })
    case .dynamic:
      return Trial(
        content, hash: hash, graph: { Dynamic.mesh($0) }, contentOf: { try Dynamic.mesh($0) })
    case .ceiling: return PackedTrial.ceiling(content, hash: hash)
    case .memcpy: return PackedTrial.memcpy(content, hash: hash)
    case .json: return Trial(.json, content, hash: hash)
    case .plist: return Trial(.propertyList, content, hash: hash)
    case .keyed:
      return Trial(
        content: content, hash: hash, input: { $0.map { KeyedTriangle($0) } },
        encode: { try KeyedArchives.encode($0) },
        decode: {
          try KeyedArchives.decode(
            $0, [NSArray.self, KeyedTriangle.self], as: [KeyedTriangle].self)
        }, contentOf: { $0.map(\.triangle) })
    default: return nil
    }
  }
}
