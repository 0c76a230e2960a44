import Foundation
import Stele
import SteleFoundation
import Synchronization
import Testing

/// Objects that the coders make for themselves are released with them.
struct CoderReleaseTests {
  private static let key = CodingUserInfoKey.named("witness")

  /// The number of witnesses that have not been released.
  private final class Count: Sendable {
    let living = Mutex(0)
    var isZero: Bool { living.withLock { $0 == 0 } }
  }

  /// Is counted as long as it lives.
  private final class Witness: Sendable {
    let count: Count

    init(_ count: Count) {
      self.count = count
      count.living.withLock { $0 += 1 }
    }

    deinit { count.living.withLock { $0 -= 1 } }
  }

  /// A value that nests in itself.
  private struct Nest: Codable, Equatable {
    var spot = Spot()
    var inner: [Nest] = []
  }

  /// A value whose entry the lists of the other name.
  private struct Spot: Codable, Equatable { var x = 1 }

  @Test func `nothing is left of coders of values that nest in themselves`() throws {
    let value = Nest(inner: [Nest(inner: [Nest()]), Nest()])
    let count = Count()
    let bytes: [UInt8]
    do {
      // Coders hold the user information of the program as long as they live.
      var encoder = SteleEncoder()
      encoder.userInfo[Self.key] = Witness(count)
      bytes = try encoder.encode(value)
    }
    #expect(count.isZero)
    do {
      var decoder = SteleDecoder()
      decoder.userInfo[Self.key] = Witness(count)
      let unarchiver = try Unarchiver(bytes, decoder: decoder)
      #expect(try unarchiver.decode(Nest.self) == value)
      #expect(!count.isZero)
      withExtendedLifetime(unarchiver) {}
    }
    #expect(count.isZero)
  }

  /// Types as they were before.
  private enum Past {
    struct Event: Codable { var time: Double }

    struct Counts: Codable { var byName = Names() }

    struct Names: Codable {
      var first = 1
      var second = 2
    }
  }

  private struct Event: Codable, Equatable { var time: Date }

  private struct Counts: Codable, Equatable { var byName: [String: Int] }

  private func expectRelease<Old: Encodable, New: Decodable & Equatable>(
    reading old: Old, as new: New
  ) throws {
    let count = Count()
    let bytes = try SteleEncoder().encode(old)
    do {
      var decoder = SteleDecoder()
      decoder.userInfo[Self.key] = Witness(count)
      #expect(try decoder.decode(New.self, from: bytes) == new)
      #expect(!count.isZero)
    }
    #expect(count.isZero)
  }

  @Test func `nothing is left of a decoder that reads a date of a number`() throws {
    try expectRelease(
      reading: Past.Event(time: 5), as: Event(time: Date(timeIntervalSinceReferenceDate: 5)))
  }

  @Test func `nothing is left of a decoder that reads a dictionary of a struct`() throws {
    try expectRelease(reading: Past.Counts(), as: Counts(byName: ["first": 1, "second": 2]))
  }
}
