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
    for depth in [200, 1_000] {
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

  private static func isNesting(_ failure: CodingFailure?) -> Bool {
    if case .nestingTooDeep? = failure?.reason { true } else { false }
  }

  @Test func `the limit is the caller's`() throws {
    var encoder = SteleEncoder()
    encoder.nestingLimit = 4
    #expect(throws: Never.self) { try verified(encoder.encode([[[1]]])) }
    let failure = failure { try encoder.encode([[[[[[1]]]]]]) }
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .nestingTooDeep(limit: 4))
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
