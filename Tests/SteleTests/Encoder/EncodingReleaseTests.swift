import Stele
import TestSupport
import Testing

/// Lives as long as the coder that has it in its `userInfo`.
private final class Witness: Sendable {}

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

/// Encoders let go of everything when they are done, and when a value has failed.
struct EncodingReleaseTests {
  private func outlives(_ value: some Encodable) throws -> Bool {
    weak var witness: Witness?
    do {
      let key = try #require(CodingUserInfoKey(rawValue: "witness"))
      let made = Witness()
      witness = made
      var encoder = SteleEncoder()
      encoder.userInfo[key] = made
      do { _ = try encoder.encode(value) } catch is Stop {}
    }
    return witness != nil
  }

  @Test(arguments: [false, true])
  func `nothing stays behind, whether or not a value fails`(fails: Bool) throws {
    let last = Last(fails: fails)
    #expect(try !outlives(Nested(value: last)))
    #expect(try !outlives([Nested(value: last)]))
    #expect(try !outlives([[last]]))
    #expect(try !outlives(["key": last]))
    #expect(try !outlives(Set([last])))
    #expect(try !outlives([ByHand(last: last)]))
    #expect(try !outlives([NestedHolder(Nested(value: last))]))
  }
}
