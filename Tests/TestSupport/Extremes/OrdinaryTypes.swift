/// The types of the values of ``Extreme/ordinary``.
enum Ordinary {
  final class Holder<Element: Codable>: Codable {
    var items: [Element]

    init(_ items: [Element]) { self.items = items }
  }

  struct Point: Codable {
    var x: Int
    var y: Int
  }

  struct Identifier: Codable { var raw: UInt8 }

  struct Box<Item: Codable>: Codable { var item: Item }

  enum Suit: Codable { case hearts, spades }

  enum RawSuit: Int, Codable { case hearts, spades }

  enum Shape: Codable {
    case none
    case circle(Int)
  }

  struct Tree: Codable {
    var value: Int
    var children: [Tree]
  }

  struct WideStruct: Codable {
    var a: Int?, b: Int?, c: Int?, d: Int?, e: Int?, f: Int?, g: Int?, h: Int?, i: Int?, j: Int?
    var k: Int?, l: Int?, m: Int?, n: String?, o: String?, p: [Int]?, q: Bool?, r: Bool?, s: Bool?
    var t: Bool?, u: Point?, v: [String]?, w: Double?, x: Double?, y: Double?, z: Double?

    init(_ index: Int) {
      // Each key has a value somewhere, or there would be no such key.
      switch index {
      case 0: (a, b, c, d, e, f, g, h, i, j, k, l, m) = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
      case 1: (n, o, p, q, r, s, t, u) = ("", "", [1], true, true, true, true, Point(x: 1, y: 1))
      case 2: (v, w, x, y, z) = (["a"], 1, 1, 1, 1)
      default: b = index % 50
      }
    }
  }

  final class WideObject: Codable {
    var content: WideStruct
    var first: Int?
    var second: String?
    var third: Bool?
    var fourth: Bool?

    init(_ index: Int) {
      content = WideStruct(index)
      if index < 2 { (first, second, third, fourth) = (1, "", true, true) }
    }
  }

  final class Empty: Codable {}

  final class Node: Codable {
    var value: Int
    var next: Node?

    init(_ value: Int, next: Node? = nil) {
      self.value = value
      self.next = next
    }
  }

  enum MixedValue: Codable {
    case none
    case bool(Bool)
    case integer(Int)
    case string(String)
    case list([MixedValue])
    case object([String: MixedValue])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .none
      } else if let bool = try? value.decode(Bool.self) {
        self = .bool(bool)
      } else if let integer = try? value.decode(Int.self) {
        self = .integer(integer)
      } else if let string = try? value.decode(String.self) {
        self = .string(string)
      } else if let list = try? value.decode([MixedValue].self) {
        self = .list(list)
      } else {
        self = .object(try value.decode([String: MixedValue].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .none: try value.encodeNil()
      case .bool(let bool): try value.encode(bool)
      case .integer(let integer): try value.encode(integer)
      case .string(let string): try value.encode(string)
      case .list(let list): try value.encode(list)
      case .object(let object): try value.encode(object)
      }
    }
  }
}
