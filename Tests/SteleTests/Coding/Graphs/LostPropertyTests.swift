import Stele
import TestSupport
import Testing

@Suite struct `Properties that inherited coding would lose` {
  class Base: Codable {
    var name = "n"
  }
  final class Losing: Base {
    var extra = 5
    var other: String?
  }
  final class Computed: Base {
    var twice: String { name + name }
    lazy var cached = name.count
  }
  final class Allowed: Base, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Allowed", allowsLostProperties: true) }
    var extra = 5
  }
  final class Transients: Base {
    @TransientValue var cache = 5
    @TransientReference var delegate: Base?
  }
  final class LosingLater: DynamicClasses.Dog { var lost = true }

  @Test func `a subclass that inherits its coding is an error with class and property`() throws {
    let failure = failure(encoding: [Base(), Losing()])
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .lostProperties(["Losing.extra", "Losing.other"]))
    #expect(
      reason { try SteleEncoder().encode(LosingLater(name: "n", breed: "b")) }
        == .lostProperties(["LosingLater.lost"]))
  }

  @Test func `computed and lazy properties are not lost`() throws {
    let computed = Computed()
    _ = computed.cached
    #expect(try roundTrip(computed).twice == "nn")
  }

  @Test func `a subclass that adds only transient properties loses nothing`() throws {
    let transients = Transients()
    transients.name = "other"
    #expect(try roundTrip(transients).name == "other")
  }

  @Test func `the error names what helps`() {
    let failure = failure(encoding: Losing())
    expectText(
      "mark what may be lost with @TransientValue, or let the class be ArchiveDeclaring, with allowsLostProperties: true.",
      of: failure)
  }

  @Test func `a class may allow it`() throws {
    let allowed = Allowed()
    allowed.name = "other"
    #expect(
      try convert(allowed, to: Base.self, with: SteleDecoder(allowing: [Allowed.self])).name
        == "other")
  }
}
