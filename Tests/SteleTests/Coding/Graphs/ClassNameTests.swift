import Stele
import SteleModel
import TestSupport
import Testing

private final class Hidden: Codable {}

private final class NamedButHidden: Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Open") }
}

@Suite struct `Names of classes` {
  enum Before {
    final class Person: Codable, SimplyNamed {
      var name = "old"
    }
  }
  enum Twin {
    final class Person: Codable, SimplyNamed {}
  }
  private func names(_ value: some Encodable) throws -> [String] {
    try ArchiveReader(opening: encoded(value)).classes.entries.map(\.name)
  }

  @Test func `a declared name is the one in the archive`() throws {
    #expect(try names(NamedButHidden()) == ["Open"])
    _ = try roundTrip(NamedButHidden())
  }

  @Test func `two allowed classes of one name are an error`() throws {
    let decoder = SteleDecoder(allowing: [Before.Person.self, Twin.Person.self])
    #expect(
      try failure(converting: Before.Person(), to: Before.Person.self, with: decoder)?.reason
        == .duplicateArchiveName("Person"))
  }

  @Test func `a private class needs a name`() {
    #expect(failure(encoding: Hidden())?.reason == .unnamedClass("Hidden"))
  }

  @Test func `private and local values need none`() throws {
    struct Local: Codable, Equatable { var x = 1 }
    try expectRoundTrip(Local())
  }

  class Base: Codable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Base") }
  }
  final class Inheriting: Base {}
  final class Overriding: Base {
    override class var archiveClass: ArchiveClass { ArchiveClass("Overriding") }
  }

  @Test func `an inherited name is an error`() throws {
    let refusal = failure(encoding: Inheriting())
    #expect((refusal?.kind, refusal?.reason) == (.invalidValue, .inheritedArchiveName("Base")))
    let decoder = SteleDecoder(allowing: [Inheriting.self])
    #expect(
      try failure(converting: Base(), to: Base.self, with: decoder)?.reason
        == .inheritedArchiveName("Base"))
  }

  @Test func `a name of its own makes a subclass come back`() throws {
    let decoder = SteleDecoder(allowing: [Overriding.self])
    let copy = try RoundTrip(decoder: decoder)([Base(), Overriding()])
    #expect(copy.map { "\(type(of: $0))" } == ["Base", "Overriding"])
  }
}
