import Stele

/// Values that nest, for checks that the decoder reads what the encoder writes on the same thread, however small its stack.
package enum DeepValues {
  /// The deepest value of a type that the encoder accepts on a thread.
  package struct Deepest: Sendable {
    package let type: String
    package let depth: Int
    /// What was wrong: the value was refused for another reason than its depth, or the decoder did not read it.
    package let fault: String?
  }

  /// The sizes of stacks to check with: that of threads of Apple systems, and of the main threads of most systems.
  package static let stackByteCounts = [512 << 10, 1 << 20, 8 << 20]

  /// Encodes the deepest value of each type that the encoder accepts, and decodes it on the same thread.
  package static func deepest(onStackOf byteCount: Int) throws -> [Deepest] {
    try onStack(byteCount: byteCount) {
      [
        deepest(nest), deepest(chain),
        deepest { (0..<$0).reduce(Sum.number(1)) { sum, _ in .add(sum, .number(2)) } },
        deepest { (0..<$0).reduce(ByHand([])) { inner, _ in ByHand([inner]) } },
        deepest { (0..<$0).reduce(Map(inner: [:])) { inner, _ in Map(inner: ["a": inner]) } },
        deepest { (0..<$0).reduce(Wide(inner: [])) { inner, _ in Wide(inner: [inner]) } },
        deepest { (0..<$0).reduce(WideInside()) { inner, _ in WideInside(inner: [inner]) } },
      ]
    }
  }

  private static func deepest<Value: Codable>(_ make: (Int) -> Value) -> Deepest {
    var (depth, refused) = (0, 1024)
    var bytes: [UInt8] = []
    var fault: String?
    while refused - depth > 1 {
      let middle = (depth + refused) / 2
      do {
        bytes = try SteleEncoder().encode(make(middle))
        depth = middle
      } catch {
        if !isNesting(CodingFailure(error)) { fault = "\(error)" }
        refused = middle
      }
    }
    do {
      _ = try SteleDecoder().decode(Value.self, from: bytes)
    } catch {
      fault = "\(error)"
    }
    return Deepest(type: "\(Value.self)", depth: depth, fault: fault)
  }

  /// Returns whether values nest too deep for the format or for the stack.
  package static func isNesting(_ failure: CodingFailure?) -> Bool {
    switch failure?.reason {
    case .nestingTooDeep?, .stackTooSmall?: true
    default: false
    }
  }

  package static func chain(_ depth: Int) -> Chain {
    (0..<depth).reduce(.end) { chain, _ in .link(chain) }
  }

  package static func nest(_ depth: Int) -> Nest {
    (0..<depth).reduce(Nest(inner: [])) { nest, _ in Nest(inner: [nest]) }
  }
}

// MARK: Types

extension DeepValues {
  package indirect enum Chain: Codable { case end, link(Chain) }

  package struct Nest: Codable { package var inner: [Nest] }

  package indirect enum Sum: Codable {
    case number(Int)
    case add(Sum, Sum)
  }

  fileprivate struct Map: Codable { var inner: [String: Map] }

  /// Takes little stack for each level when it is encoded.
  fileprivate struct ByHand: Codable {
    enum CodingKeys: CodingKey { case inner }

    var inner: [ByHand] = []

    init(_ inner: [ByHand]) { self.inner = inner }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .inner)
      while !list.isAtEnd { inner.append(try list.decode(ByHand.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var list = container.nestedUnkeyedContainer(forKey: .inner)
      for element in inner { try list.encode(element) }
    }
  }

  /// Takes much stack for each level, above all in debug builds.
  package struct Wide: Codable {
    package var inner: [Wide]
    var a0: String?, b0: String?, c0: String?, d0: String?, e0: String?, f0: String?
    var a1: String?, b1: String?, c1: String?, d1: String?, e1: String?, f1: String?
    var a2: String?, b2: String?, c2: String?, d2: String?, e2: String?, f2: String?
    var a3: String?, b3: String?, c3: String?, d3: String?, e3: String?, f3: String?
    var a4: String?, b4: String?, c4: String?, d4: String?, e4: String?, f4: String?
    var a5: String?, b5: String?, c5: String?, d5: String?, e5: String?, f5: String?
    var a6: String?, b6: String?, c6: String?, d6: String?, e6: String?, f6: String?
    var a7: String?, b7: String?, c7: String?, d7: String?, e7: String?, f7: String?
    var a8: String?, b8: String?, c8: String?, d8: String?, e8: String?, f8: String?
    var a9: String?, b9: String?, c9: String?, d9: String?, e9: String?, f9: String?

    package init(inner: [Wide]) { self.inner = inner }
  }

  /// Takes much stack for each level, since the decoder returns it by value.
  fileprivate struct WideInside: Codable {
    var a = Part()
    var b = Part()
    var c = Part()
    var d = Part()
    var inner: [WideInside] = []

    struct Part: Codable {
      var a0: Double?, b0: Double?, c0: Double?, d0: Double?, e0: Double?
      var a1: Double?, b1: Double?, c1: Double?, d1: Double?, e1: Double?
      var a2: Double?, b2: Double?, c2: Double?, d2: Double?, e2: Double?
      var a3: Double?, b3: Double?, c3: Double?, d3: Double?, e3: Double?
      var a4: Double?, b4: Double?, c4: Double?, d4: Double?, e4: Double?
      var a5: Double?, b5: Double?, c5: Double?, d5: Double?, e5: Double?
    }
  }
}
