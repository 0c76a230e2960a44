import Stele
import SteleModel
import TestSupport
import Testing

/// Containers are handed out again for the next value, unless someone has kept them.
@Suite struct `Keyed containers that are kept by what is encoded` {
  private enum Keys: String, CodingKey { case x, name, inner }

  /// Takes containers and encoders, and writes to all of them when another comes.
  private final class Shelf {
    var containers: [KeyedEncodingContainer<Keys>] = []
    var encoders: [any Encoder] = []
    var keepsContainers = false
    var keepsEncoders = false

    func take(_ container: KeyedEncodingContainer<Keys>, _ encoder: any Encoder) throws {
      try write()
      if keepsContainers { containers.append(container) }
      if keepsEncoders { encoders.append(encoder) }
    }

    func write() throws {
      for index in containers.indices {
        try containers[index].encode("late", forKey: .name)
        try containers[index].encode([1, 2], forKey: .x)
      }
      for encoder in encoders {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("late", forKey: .name)
      }
    }
  }

  private struct Point: Encodable {
    var x: Int
    var shelf: Shelf?
    var inner: [Point] = []

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(x, forKey: .x)
      try container.encode("point \(x)", forKey: .name)
      try container.encode(inner, forKey: .inner)
      // It has had its values, so that what is written to it later goes nowhere.
      try shelf?.take(container, encoder)
    }
  }

  private final class Node: Encodable, SimplyNamed {
    let point: Point
    let next: Node?

    init(_ point: Point, _ next: Node?) { (self.point, self.next) = (point, next) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(point, forKey: .x)
      try container.encodeIfPresent(next, forKey: .name)
      try point.shelf?.take(container, encoder)
    }
  }

  private func points(_ shelf: Shelf?) -> [Point] {
    (0..<20).map { index in
      Point(x: index, shelf: index % 3 == 1 ? shelf : nil, inner: [Point(x: -index, shelf: shelf)])
    }
  }

  private func node(_ shelf: Shelf?) -> Node? {
    points(shelf).reduce(nil) { Node($1, $0) }
  }

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func `what is written to them later goes nowhere`(
    keepsContainers: Bool, keepsEncoders: Bool
  ) throws {
    let shelf = Shelf()
    shelf.keepsContainers = keepsContainers
    shelf.keepsEncoders = keepsEncoders
    #expect(try SteleEncoder().encode(points(shelf)) == encoded(points(nil)))
    try shelf.write()
    #expect(try SteleEncoder().encode(node(shelf)) == encoded(node(nil)))
    try shelf.write()
    #expect(!shelf.containers.isEmpty == keepsContainers)
    #expect(!shelf.encoders.isEmpty == keepsEncoders)
  }
}
