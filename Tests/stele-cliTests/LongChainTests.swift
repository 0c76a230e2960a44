import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele schema --swift, chains of classes")
struct LongChainTests {
  @Test
  func `a property has a name that no superclass has, and classes beside it may have the same`()
    throws
  {
    let directory = try TemporaryDirectory()
    let keys = [ArchiveKey("k", .bool)]
    var graph = ArchiveGraph()
    let upper = graph.classes.define(.class("Upper", keys: keys))
    let middle = graph.classes.define(.class("Middle", superclass: upper, keys: keys))
    graph.classes.define(.class("Left", superclass: middle, keys: keys))
    graph.classes.define(.class("Right", superclass: middle, keys: keys))
    graph.classes.define(.class("Other", keys: keys + [ArchiveKey("k2", .bool)]))
    let path = try directory.write(graph.encoded(), to: "a.stele")
    let run = ToolRun(["schema", "--swift", path])
    let lines = run.output.split(separator: "\n").filter {
      $0.hasPrefix("class") || $0.hasPrefix("final class") || $0.hasPrefix("  var k")
    }
    #expect(
      lines == [
        "class Upper: TwoPhaseDecodable, ArchiveDeclaring {", "  var k: Bool = false",
        "class Middle: Upper {", "  var k2: Bool = false",
        "final class Left: Middle {", "  var k3: Bool = false",
        "final class Right: Middle {", "  var k3: Bool = false",
        "final class Other: TwoPhaseDecodable, ArchiveDeclaring {", "  var k: Bool = false",
        "  var k2: Bool = false",
      ])
  }

  @Test func `each of 255 classes with the same keys gets properties of its own`() throws {
    let directory = try TemporaryDirectory()
    var graph = ArchiveGraph()
    let keys = (0..<40).map { ArchiveKey("k\($0)x", .bool) }
    for number in 0..<255 {
      graph.classes.define(.class("C\(number)", superclass: number == 0 ? nil : number, keys: keys))
    }
    let path = try directory.write(graph.encoded(), to: "a.stele")
    let run = ToolRun(["schema", "--swift", path])
    #expect(run.code == .fine)
    let properties = run.output.split(separator: "\n").filter { $0.hasPrefix("  var k") }
    #expect(properties.count == 255 * 40)
    #expect(Set(properties).count == 255 * 40)
    #expect(properties.last == "  var k39x255: Bool = false")
  }
}
