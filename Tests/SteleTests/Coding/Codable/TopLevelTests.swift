import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Values at the top level` {
  @Test func `nil comes back`() throws {
    #expect(try roundTrip(Int?.none) == nil)
    #expect(try roundTrip(String?.none) == nil)
    #expect(try roundTrip([Int]?.none) == nil)
    #expect(try roundTrip(Int?.some(5)) == 5)
  }

  @Test func `a class comes back`() throws {
    final class Lamp: Codable, SimplyNamed {
      var watts: Int
      init(watts: Int) { self.watts = watts }
    }
    #expect(try roundTrip(Lamp(watts: 60)).watts == 60)
    #expect(try roundTrip(Lamp?.none) == nil)
    #expect(try roundTrip(Lamp?.some(Lamp(watts: 40)))?.watts == 40)
  }

  @Test func `the writer and the metadata are those of the encoder`() throws {
    var encoder = SteleEncoder()
    encoder.writer = "Test 1.0"
    encoder.metadata = [ArchiveNamedValue("title", .string, .string("A list"))]
    let graph = try ArchiveGraph(verified(encoder.encode([1])))
    #expect((graph.writer, graph.metadata) == ("Test 1.0", encoder.metadata))
    encoder.outputFormatting = .canonical
    let canonical = try ArchiveGraph(verified(encoder.encode([1]), isCanonical: true))
    #expect((canonical.writer, canonical.metadata) == ("", encoder.metadata))
  }
}
