import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Deep values` {
  private typealias Nest = DeepValues.Nest
  private typealias Wide = DeepValues.Wide
  private typealias DeepSum = DeepValues.Sum

  /// Writes lists in lists without end.
  struct Bottomless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(self)
    }
  }

  @Test func `values that nest too deep are an error of the encoder`() throws {
    try Self.refuseDeepValues()
  }

  @Test func `values that nest too deep are an error on a small stack, too`() throws {
    try onStack { try Self.refuseDeepValues() }
  }

  private static func refuseDeepValues() throws {
    for depth in [600, 1_000] {
      let chain = failure(encoding: DeepValues.chain(depth))
      #expect(chain?.kind == .invalidValue)
      #expect(DeepValues.isNesting(chain))
      let nest = failure(encoding: DeepValues.nest(depth))
      #expect(nest?.kind == .invalidValue)
      #expect(DeepValues.isNesting(nest))
    }
    let bottomless = failure(encoding: Bottomless())
    #expect(bottomless?.kind == .invalidValue)
    #expect(DeepValues.isNesting(bottomless))
  }

  @Test(arguments: DeepValues.stackByteCounts)
  func `what is written on a thread can be read on it`(_ byteCount: Int) throws {
    for deepest in try DeepValues.deepest(onStackOf: byteCount) {
      #expect(deepest.depth >= 8, "\(deepest.type)")
      #expect(deepest.fault == nil, "\(deepest.type), \(deepest.depth)")
    }
  }

  @Test func `the deepest value of the format comes back on the stack of a main thread`() throws {
    try onStack(byteCount: 8 << 20) {
      let wide = (0..<255).reduce(Wide(inner: [])) { inner, _ in Wide(inner: [inner]) }
      _ = try SteleDecoder().decode(Wide.self, from: SteleEncoder().encode(wide))
      let sum = (0..<250).reduce(DeepSum.number(1)) { sum, _ in .add(sum, .number(2)) }
      _ = try SteleDecoder().decode(DeepSum.self, from: SteleEncoder().encode(sum))
    }
  }

  @Test func `the error for a small stack advises a larger one`() throws {
    let text = try onStack {
      let failure = failure(
        encoding: (0..<250).reduce(Wide(inner: [])) { i, _ in Wide(inner: [i]) })
      return failure?.description ?? ""
    }
    #expect(text.contains("KB of stack that the thread has for them. Make the call on a thread"))
  }

  @Test func `a program that nests by decoders alone does not overflow its stack`() throws {
    let bytes = try Self.deepArchive(depth: 500)
    try onStack {
      let failure = failure(decoding: NestByDecoders.self, from: bytes)
      #expect(failure == nil || DeepValues.isNesting(failure))
    }
  }

  @Test func `an archive with deep values is refused or decoded on a small stack`() throws {
    let bytes = try Self.deepArchive(depth: 500)
    try onStack {
      let failure = failure(decoding: Nest.self, from: bytes)
      #expect(failure == nil || failure?.kind == .dataCorrupted && DeepValues.isNesting(failure))
      if case .stackTooSmall(let byteCount)? = failure?.reason { #expect(byteCount > 256 << 10) }
    }
  }

  /// An archive of `Nest` values that no encoder here has to nest for.
  private static func deepArchive(depth: Int) throws -> [UInt8] {
    var value = ArchiveValue.struct(1, values: .list([]))
    for _ in 0..<(depth / 2 - 2) {
      value = .struct(1, values: .list([value]))
    }
    let entry = ArchiveClassEntry.struct(
      "Nest", keys: [ArchiveKey("inner", .list(.struct("Nest")))])
    return try verified(archive([entry], root: .struct("Nest"), value))
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
