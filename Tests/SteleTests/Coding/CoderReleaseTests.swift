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

  /// A value that nests in itself; what it declares holds a witness.
  private struct Nest: Codable, Equatable, Archived {
    var spot = Spot()
    var inner: [Nest] = []

    private enum CodingKeys: CodingKey { case spot, inner }

    static var archiveClass: ArchiveClass {
      let witness = Witness()
      return ArchiveClass("Nest") { _ in withExtendedLifetime(witness) {} }
    }
  }

  /// A value of which lists of the other say the entry.
  private struct Spot: Codable, Equatable {
    var x = 1
  }

  @Test func `nothing is left of coders of values that nest in themselves`() throws {
    let value = Nest(inner: [Nest(inner: [Nest()]), Nest()])
    let bytes = try SteleEncoder().encode(value)
    #expect(Witness.livingCount.withLock(\.self) == 0)
    do {
      let unarchiver = try Unarchiver(bytes)
      #expect(try unarchiver.decode(Nest.self) == value)
      #expect(Witness.livingCount.withLock(\.self) > 0)
      withExtendedLifetime(unarchiver) {}
    }
    #expect(Witness.livingCount.withLock(\.self) == 0)
  }
}
