import Stele
import TestSupport
import Testing

/// Containers are handed out again for the next value, unless someone has kept them.
@Suite struct `Keyed containers that are kept` {
  private struct Point: Codable {
    var x: Int
    var name: String
  }

  /// A type that reads its keys when it is asked for them.
  private struct Lazy: Decodable {
    enum Keys: String, CodingKey { case x, name }
    let container: KeyedDecodingContainer<Keys>

    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Keys.self) }

    var x: Int { get throws { try container.decode(Int.self, forKey: .x) } }
    var name: String { get throws { try container.decode(String.self, forKey: .name) } }
  }

  private let points = (0..<20).map { Point(x: $0, name: "point \($0)") }

  @Test func `a container that is kept has its own value when others have been read`() throws {
    let lazy = try convert(points, to: [Lazy].self)
    for (point, lazy) in zip(points, lazy).reversed() {
      #expect(try lazy.name == point.name)
      #expect(try lazy.x == point.x)
    }
  }

  @Test func `some containers may be kept and others not`() throws {
    struct Sometimes: Decodable {
      let lazy: Lazy?

      init(from decoder: any Decoder) throws {
        let all = try Lazy(from: decoder)
        lazy = try all.x.isMultiple(of: 3) ? all : nil
      }
    }
    let some = try convert(points, to: [Sometimes].self)
    let kept = some.compactMap(\.lazy)
    #expect(try kept.map { try $0.x } == [0, 3, 6, 9, 12, 15, 18])
    #expect(try kept.map { try $0.name }.last == "point 18")
  }

  @Test func `a container of an object may be kept`() throws {
    final class Node: Codable, SimplyNamed {
      var x: Int
      var next: Node?
      init(x: Int, next: Node?) { (self.x, self.next) = (x, next) }
    }
    final class LazyNode: Decodable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Node") }
      enum Keys: String, CodingKey { case x, next }
      let container: KeyedDecodingContainer<Keys>
      let next: LazyNode?

      init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Keys.self)
        next = try container.decodeIfPresent(LazyNode.self, forKey: .next)
      }
    }
    let node = Node(x: 1, next: Node(x: 2, next: Node(x: 3, next: nil)))
    let lazy = try convert(node, to: LazyNode.self)
    #expect(try lazy.container.decode(Int.self, forKey: .x) == 1)
    #expect(try lazy.next?.container.decode(Int.self, forKey: .x) == 2)
    #expect(try lazy.next?.next?.container.decode(Int.self, forKey: .x) == 3)
  }

  @Test func `two types of keys read one value`() throws {
    struct Both: Decodable {
      enum First: String, CodingKey { case x }
      enum Second: String, CodingKey { case other, name }
      var x: Int
      var name: String

      init(from decoder: any Decoder) throws {
        let first = try decoder.container(keyedBy: First.self)
        let second = try decoder.container(keyedBy: Second.self)
        let again = try decoder.container(keyedBy: First.self)
        #expect(!second.contains(.other))
        name = try second.decode(String.self, forKey: .name)
        x = try first.decode(Int.self, forKey: .x)
        #expect(try again.decode(Int.self, forKey: .x) == x)
      }
    }
    let copies = try convert(points, to: [Both].self)
    #expect(copies.map(\.x) == points.map(\.x))
    #expect(copies.map(\.name) == points.map(\.name))
  }

  @Test func `keys that share a name read the same value`() throws {
    struct Twice: Decodable {
      enum Keys: CodingKey {
        case x, same

        var stringValue: String { "x" }
        var intValue: Int? { nil }
        init?(stringValue: String) { self = .x }
        init?(intValue: Int) { nil }
      }
      var values: [Int]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        values = [
          try container.decode(Int.self, forKey: .x), try container.decode(Int.self, forKey: .same),
          try container.decode(Int.self, forKey: .x),
        ]
      }
    }
    let copies = try convert(points, to: [Twice].self)
    #expect(copies.map(\.values) == points.map { [$0.x, $0.x, $0.x] })
  }

  /// An enum that keeps the containers of its payloads.
  private enum LazyShape: Decodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Shape") }

    enum Cases: CodingKey { case circle, label, none }
    enum CircleKeys: CodingKey { case radius, name }
    enum LabelKeys: CodingKey { case _0 }

    case circle(KeyedDecodingContainer<CircleKeys>)
    case label(KeyedDecodingContainer<LabelKeys>, read: String)
    case none

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Cases.self)
      switch container.allKeys.first {
      case .circle:
        self = .circle(try container.nestedContainer(keyedBy: CircleKeys.self, forKey: .circle))
      case .label:
        // Two containers of the same payload, of which one is read at once.
        let first = try container.nestedContainer(keyedBy: LabelKeys.self, forKey: .label)
        let second = try container.nestedContainer(keyedBy: LabelKeys.self, forKey: .label)
        self = .label(second, read: try first.decode(String.self, forKey: ._0))
      default: self = .none
      }
    }
  }

  private enum Shape: Codable, SimplyNamed, Equatable {
    case circle(radius: Int, name: String)
    case label(String)
    case none
  }

  private let shapes = (0..<30).map { index -> Shape in
    switch index % 3 {
    case 0: .circle(radius: index, name: "circle \(index)")
    case 1: .label("label \(index)")
    default: .none
    }
  }

  @Test func `a container of a payload that is kept has its own value and path`() throws {
    let lazy = try convert(shapes, to: [LazyShape].self)
    for (index, (shape, lazy)) in zip(shapes, lazy).enumerated().reversed() {
      switch (shape, lazy) {
      case (.circle(let radius, let name), .circle(let container)):
        #expect(try container.decode(String.self, forKey: .name) == name)
        #expect(try container.decode(Int.self, forKey: .radius) == radius)
        #expect(container.codingPath.map(\.stringValue) == ["Index \(index)", "circle"])
      case (.label(let text), .label(let container, let read)):
        #expect(read == text)
        #expect(try container.decode(String.self, forKey: ._0) == text)
        #expect(container.codingPath.map(\.stringValue) == ["Index \(index)", "label"])
      case (.none, .none): break
      default: Issue.record("element \(index) is \(lazy), not \(shape)")
      }
    }
  }

  @Test func `payloads are read in turn, and errors in them have the whole path`() throws {
    enum Other: Decodable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Shape") }
      case circle(radius: Int, name: String)
      case label(Int)
      case none
    }
    let bytes = try encoded(["a": shapes])
    #expect(try SteleDecoder().decode([String: [Shape]].self, from: bytes) == ["a": shapes])
    let failure = failure(decoding: [String: [Other]].self, from: bytes)
    #expect((failure?.kind, failure?.path) == (.typeMismatch, "a[1].label._0"))
  }

  @Test func `a payload may be read between two keys of a value around it`() throws {
    struct Around: Decodable {
      enum Keys: CodingKey { case first, shape, last }
      enum Cases: CodingKey { case circle }
      enum CircleKeys: CodingKey { case radius, name }
      var values: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let cases = try container.nestedContainer(keyedBy: Cases.self, forKey: .shape)
        let circle = try cases.nestedContainer(keyedBy: CircleKeys.self, forKey: .circle)
        values = [
          try container.decode(String.self, forKey: .first),
          try circle.decode(String.self, forKey: .name),
          try container.decode(String.self, forKey: .last),
          "\(try circle.decode(Int.self, forKey: .radius))",
          circle.codingPath.map(\.stringValue).joined(separator: "."),
        ]
      }
    }
    struct Whole: Encodable {
      var first: String
      var shape: Shape
      var last: String
    }
    let whole = (0..<4).map { index in
      Whole(first: "f\(index)", shape: .circle(radius: index, name: "n\(index)"), last: "l\(index)")
    }
    let copies = try convert(whole, to: [Around].self)
    for (index, copy) in copies.enumerated() {
      #expect(
        copy.values == [
          "f\(index)", "n\(index)", "l\(index)", "\(index)", "Index \(index).shape.circle",
        ])
    }
  }
}
