import Foundation
import SteleFoundation
import Synchronization
import Testing

@testable import Stele

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
  private struct Labelled: Encodable { var tag = Tag("a") }

  /// Reads a key of an object without its class.
  private struct Peek: Decodable {
    enum Keys: CodingKey { case tag, name }
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let tag = try container.nestedContainer(keyedBy: Keys.self, forKey: .tag)
      name = try tag.decode(String.self, forKey: .name)
    }
  }

  @Test func `nothing is left of the plan of an object that is read without its class`() throws {
    let bytes = try SteleEncoder().encode(Labelled())
    weak var plans: PlanStore?
    weak var types: ArchivedTypes?
    do {
      let unarchiver = try Unarchiver(bytes)
      (plans, types) = (unarchiver.session.plans, unarchiver.session.types)
      #expect(try unarchiver.decode(Peek.self).name == "a")
      #expect(plans != nil)
      #expect(types != nil)
      withExtendedLifetime(unarchiver) {}
    }
    #expect(plans == nil)
    #expect(types == nil)
  }
}
