import Stele
import Synchronization
import Testing

/// What the coders make for themselves goes with them.
struct CoderReleaseTests {
  /// Counts those of its kind that live.
  private final class Witness: Sendable {
    static let livingCount = Mutex(0)

    init() { Self.livingCount.withLock { $0 += 1 } }
    deinit { Self.livingCount.withLock { $0 -= 1 } }
  }

  /// A value that nests in itself.
  private struct Nest: Codable, Equatable {
    var spot = Spot()
    var inner: [Nest] = []
  }

  /// A value of which lists of the other say the entry.
  private struct Spot: Codable, Equatable {
    var x = 1
  }

  @Test func `nothing is left of coders of values that nest in themselves`() throws {
    let value = Nest(inner: [Nest(inner: [Nest()]), Nest()])
    let key = try #require(CodingUserInfoKey(rawValue: "witness"))
    let bytes: [UInt8]
    do {
      // Coders hold what the program tells its types, for as long as they live.
      var encoder = SteleEncoder()
      encoder.userInfo[key] = Witness()
      bytes = try encoder.encode(value)
    }
    #expect(Witness.livingCount.withLock(\.self) == 0)
    do {
      var decoder = SteleDecoder()
      decoder.userInfo[key] = Witness()
      let unarchiver = try Unarchiver(bytes, decoder)
      #expect(try unarchiver.decode(Nest.self) == value)
      #expect(Witness.livingCount.withLock(\.self) > 0)
      withExtendedLifetime(unarchiver) {}
    }
    #expect(Witness.livingCount.withLock(\.self) == 0)
  }
}
