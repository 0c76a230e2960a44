import Stele
import TestSupport
import Testing

/// Sets and maps that spell one element or key twice (specification, 9.1), read by a program.
@Suite struct RespelledElementTests {
  struct S: Codable, Hashable { var x: Int }

  @Test func `an inner set in two orders is one element too many`() throws {
    #expect(try isRespelled("not-canonical-sets-of-other-order", Set<Set<Int8>>.self))
  }

  @Test func `a struct by two entries is one element or key too many`() throws {
    #expect(try isRespelled("join-equal-elements", Set<S>.self))
    #expect(try isRespelled("join-equal-keys", [S: Bool].self))
  }

  /// Whether decoding the root of a valid fixture ends with `duplicateAfterConversion`.
  private func isRespelled<T: Codable>(_ name: String, _ type: T.Type) throws -> Bool {
    let unarchiver = try Unarchiver(FixtureFolder.bytes("valid/\(name).stele"))
    let found = failure { try unarchiver.decode(type, root: "value-000") }
    return (found?.kind, found?.reason) == (.dataCorrupted, .duplicateAfterConversion)
  }
}
