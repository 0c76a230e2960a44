internal import Foundation
internal import Stele

/// 100,000 objects of forty classes in an array of their base class.
enum ShapeTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { ShapeRow.rows(count) }
    let hash: ([ShapeRow]) -> UInt64 = { ShapeRow.hash($0) }
    var decoder = SteleDecoder()
    switch contender {
    case .explicit:
      for type in Explicit.shapeClasses { decoder.allow(type) }
      return Trial(
        content, hash: hash, input: { ShapeRow.objects($0, Explicit.shapeClasses) },
        contentOf: { (shapes: [Explicit.Shape]) in
          try ShapeRow.rows(shapes, Explicit.shapeClasses)
        }, decoder: decoder)
    case .codable:
      for type in Synthesised.shapeClasses { decoder.allow(type) }
      return Trial(
        content, hash: hash, input: { ShapeRow.objects($0, Synthesised.shapeClasses) },
        contentOf: { (shapes: [Synthesised.Shape]) in
          try ShapeRow.rows(shapes, Synthesised.shapeClasses)
        }, decoder: decoder)
    case .dynamic:
      return Trial(
        content, hash: hash, graph: { Dynamic.shapes($0) },
        contentOf: { try Dynamic.shapes($0) })
    case .ceiling:
      return Trial(
        content: content, hash: hash, input: { ShapeRow.objects($0, Explicit.shapeClasses) },
        encode: { Ceiling.encode($0) }, decode: { try Ceiling.decodeShapes($0) },
        contentOf: { try ShapeRow.rows($0, Explicit.shapeClasses) })
    case .json: return Trial(.json, content, hash: hash)
    case .plist: return Trial(.propertyList, content, hash: hash)
    case .keyed:
      return Trial(
        content: content, hash: hash, input: { $0.map { KeyedShape($0) } },
        encode: { try KeyedArchives.encode($0) },
        decode: {
          try KeyedArchives.decode(
            $0, [NSArray.self, KeyedShape.self, NSString.self], as: [KeyedShape].self)
        }, contentOf: { $0.map(\.row) })
    default: return nil
    }
  }
}
