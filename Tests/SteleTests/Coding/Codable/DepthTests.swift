import Stele
import TestSupport
import Testing

@Suite struct `Deep values` {
  indirect enum Chain: Codable { case end, link(Chain) }
  struct Nest: Codable { var inner: [Nest] }

  static func chain(_ depth: Int) -> Chain {
    (0..<depth).reduce(.end) { chain, _ in .link(chain) }
  }

  static func nest(_ depth: Int) -> Nest {
    (0..<depth).reduce(Nest(inner: [])) { nest, _ in Nest(inner: [nest]) }
  }

  /// Writes lists in lists without end.
  struct Bottomless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(self)
    }
  }

  @Test func `values of ordinary depth come back`() throws {
    let bytes = try verified(SteleEncoder().encode(Self.nest(20)))
    let copy = try SteleDecoder().decode(Nest.self, from: bytes)
    #expect(sequence(first: copy) { $0.inner.first }.reduce(0) { count, _ in count + 1 } == 21)
    _ = try roundTrip(Self.chain(20))
  }

  @Test func `values that nest too deep are an error of the encoder`() throws {
    try Self.refuseDeepValues()
  }

  @Test func `values that nest too deep are an error on a small stack, too`() throws {
    try onStack { try Self.refuseDeepValues() }
  }

  private static func refuseDeepValues() throws {
    for depth in [600, 1_000] {
      let chain = failure { try SteleEncoder().encode(Self.chain(depth)) }
      #expect(chain?.kind == .invalidValue)
      #expect(isNesting(chain))
      let nest = failure { try SteleEncoder().encode(Self.nest(depth)) }
      #expect(nest?.kind == .invalidValue)
      #expect(isNesting(nest))
    }
    let bottomless = failure { try SteleEncoder().encode(Bottomless()) }
    #expect(bottomless?.kind == .invalidValue)
    #expect(isNesting(bottomless))
  }

  @Test(arguments: [512 << 10, 1 << 20, 8 << 20])
  func `what is written on a thread can be read on it`(_ byteCount: Int) throws {
    try onStack(byteCount: byteCount) {
      try Self.checkDeepest { Self.nest($0) }
      try Self.checkDeepest { Self.chain($0) }
      try Self.checkDeepest { depth in
        (0..<depth).reduce(DeepSum.number(1)) { sum, _ in .add(sum, .number(2)) }
      }
      try Self.checkDeepest { depth in
        (0..<depth).reduce(DeepByHand([])) { inner, _ in DeepByHand([inner]) }
      }
      try Self.checkDeepest { depth in
        (0..<depth).reduce(DeepMap(inner: [:])) { inner, _ in DeepMap(inner: ["a": inner]) }
      }
      try Self.checkDeepest { depth in
        (0..<depth).reduce(Wide(inner: [])) { inner, _ in Wide(inner: [inner]) }
      }
      try Self.checkDeepest { depth in
        (0..<depth).reduce(WideInside(inner: [])) { inner, _ in WideInside(inner: [inner]) }
      }
    }
  }

  /// Encodes the deepest value that the encoder accepts, and decodes it.
  private static func checkDeepest<Value: Codable>(_ make: (Int) -> Value) throws {
    var (depth, refused) = (0, 1024)
    var deepest: [UInt8] = []
    while refused - depth > 1 {
      let middle = (depth + refused) / 2
      do {
        deepest = try SteleEncoder().encode(make(middle))
        depth = middle
      } catch {
        #expect(isNesting(CodingFailure(error)))
        refused = middle
      }
    }
    #expect(depth >= 8)
    let bytes = deepest
    #expect(throws: Never.self, "\(Value.self), \(depth)") {
      _ = try SteleDecoder().decode(Value.self, from: bytes)
    }
  }

  @Test func `a value as deep as the format has it comes back on a stack of a main thread`() throws
  {
    try onStack(byteCount: 8 << 20) {
      let wide = (0..<255).reduce(Wide(inner: [])) { inner, _ in Wide(inner: [inner]) }
      _ = try SteleDecoder().decode(Wide.self, from: SteleEncoder().encode(wide))
      let sum = (0..<250).reduce(DeepSum.number(1)) { sum, _ in .add(sum, .number(2)) }
      _ = try SteleDecoder().decode(DeepSum.self, from: SteleEncoder().encode(sum))
    }
  }

  @Test func `the error for a small stack advises a larger one`() throws {
    let text = try onStack {
      let failure = failure {
        try SteleEncoder().encode((0..<250).reduce(Wide(inner: [])) { i, _ in Wide(inner: [i]) })
      }
      return failure?.description ?? ""
    }
    #expect(text.contains("KB of stack that the thread has for them. Make the call on a thread"))
  }

  @Test func `a program that nests by decoders alone does not overflow its stack`() throws {
    let bytes = try Self.deepArchive(depth: 500)
    try onStack {
      let failure = failure { try SteleDecoder().decode(NestByDecoders.self, from: bytes) }
      #expect(failure == nil || Self.isNesting(failure))
    }
  }

  private static func isNesting(_ failure: CodingFailure?) -> Bool {
    switch failure?.reason {
    case .nestingTooDeep?, .stackTooSmall?: true
    default: false
    }
  }

  @Test func `an archive with deep values is refused or decoded on a small stack`() throws {
    let bytes = try Self.deepArchive(depth: 500)
    try onStack {
      do {
        _ = try SteleDecoder().decode(Nest.self, from: bytes)
      } catch {
        #expect(error is DecodingError)
        #expect(Self.isNesting(CodingFailure(error)))
      }
    }
  }

  /// An archive of `Nest` values that no encoder here has to nest for.
  private static func deepArchive(depth: Int) throws -> [UInt8] {
    let table = ArchiveClassTable([
      .structure("Nest", keys: [ArchiveKey("inner", .list(.structure("Nest")))])
    ])
    var value = ArchiveValue.structure(ArchiveStructValue(entry: 1, values: [.list([])]))
    for _ in 0..<(depth / 2 - 2) {
      value = .structure(ArchiveStructValue(entry: 1, values: [.list([value])]))
    }
    var graph = ArchiveGraph()
    graph.classes = table
    graph.roots = [ArchiveNamedValue(SteleEncoder.rootName, .structure("Nest"), value)]
    return try verified(graph.encoded())
  }
}

private indirect enum DeepSum: Codable {
  case number(Int)
  case add(DeepSum, DeepSum)
}

private struct DeepMap: Codable { var inner: [String: DeepMap] }

/// Takes little stack for each level when it is encoded.
private struct DeepByHand: Codable {
  enum CodingKeys: CodingKey { case inner }

  var inner: [DeepByHand] = []

  init(_ inner: [DeepByHand]) { self.inner = inner }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .inner)
    while !list.isAtEnd { inner.append(try list.decode(DeepByHand.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var list = container.nestedUnkeyedContainer(forKey: .inner)
    for element in inner { try list.encode(element) }
  }
}

/// Reads inner values in place, with a large frame for each.
private struct NestByDecoders: Decodable {
  enum CodingKeys: CodingKey { case inner }

  init(from decoder: any Decoder) throws {
    var list = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(
      forKey: .inner)
    // Safe: nothing is stored there.
    try unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { _ in
      while !list.isAtEnd { _ = try NestByDecoders(from: list.superDecoder()) }
    }
  }
}

/// Takes much stack for each level, above all in debug builds.
private struct Wide: Codable {
  var inner: [Wide]
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
}

/// Takes much stack for each level, since the decoder returns it by value.
private struct WideInside: Codable {
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
