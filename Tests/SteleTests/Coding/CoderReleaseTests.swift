import Foundation
import SteleFoundation
import Testing

@testable import Stele

private struct Stop: Error, Equatable {}

/// Containers in containers, with a value at the end that may fail.
private struct Nested: Encodable {
  enum Key: CodingKey { case outer, inner, base, value }
  var value: Last

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: Key.self)
    var outer = root.nestedContainer(keyedBy: Key.self, forKey: .outer)
    var inner = outer.nestedUnkeyedContainer(forKey: .inner)
    var innermost = inner.nestedContainer(keyedBy: Key.self)
    try value.encode(to: innermost.superEncoder(forKey: .base))
    try innermost.encode(value, forKey: .value)
  }
}

private struct Last: Codable, Hashable {
  var fails: Bool

  init(fails: Bool) { self.fails = fails }

  init(from decoder: any Decoder) throws {
    fails = try decoder.singleValueContainer().decode(Bool.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fails)
    if fails { throw Stop() }
  }
}

final class NestedHolder: Encodable {
  fileprivate let nested: Nested
  fileprivate init(_ nested: Nested) { self.nested = nested }
}

private struct ByHand: FieldCodable {
  var last: Last
  init(last: Last) { self.last = last }
  init(from fields: inout FieldDecoder) throws { last = try fields.decode("last") }
  func encode(to fields: inout FieldEncoder) throws { try fields.encode(last, "last") }
}

/// Objects that the coders make for themselves are released with them, and when a value has failed.
struct CoderReleaseTests {
  /// Coders hold the user information of the program as long as they live.
  private final class Witness: Sendable {}

  /// Returns whether anything of coders is left after a call that has used them.
  private func outlives(_ use: (SteleEncoder, SteleDecoder) throws -> Void) throws -> Bool {
    weak var witness: Witness?
    do {
      let made = Witness()
      witness = made
      var (encoder, decoder) = (SteleEncoder(), SteleDecoder())
      encoder.userInfo[.named("witness")] = made
      decoder.userInfo[.named("witness")] = made
      try use(encoder, decoder)
    }
    return witness != nil
  }

  @Test(arguments: [false, true])
  func `nothing is left of an encoder, whether or not a value fails`(fails: Bool) throws {
    func outlives(_ value: some Encodable) throws -> Bool {
      try self.outlives { encoder, _ in
        do { _ = try encoder.encode(value) as [UInt8] } catch is Stop {}
      }
    }
    let last = Last(fails: fails)
    #expect(try !outlives(Nested(value: last)))
    #expect(try !outlives([Nested(value: last)]))
    #expect(try !outlives([[last]]))
    #expect(try !outlives(["key": last]))
    #expect(try !outlives(Set([last])))
    #expect(try !outlives([ByHand(last: last)]))
    #expect(try !outlives([NestedHolder(Nested(value: last))]))
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
    let isLeft = try outlives { encoder, decoder throws in
      let bytes: [UInt8] = try encoder.encode(value)
      #expect(try Unarchiver(bytes, decoder: decoder).decode(Nest.self) == value)
    }
    #expect(!isLeft)
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
    let bytes: [UInt8] = try SteleEncoder().encode(old)
    let isLeft = try outlives { _, decoder throws in
      #expect(try decoder.decode(New.self, from: bytes) == new)
    }
    #expect(!isLeft)
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
