import Stele
import SteleInspection
import SteleModel
import Testing

@Suite struct ExactStringTests {
  /// All orders of some combining marks after a letter: strings that Swift finds equal.
  private static let equivalentNames: [String] = {
    let marks: [Unicode.Scalar] = [
      "\u{301}", "\u{316}", "\u{327}", "\u{334}", "\u{345}", "\u{315}", "\u{31B}",
    ]
    var orders: [[Unicode.Scalar]] = [["a"]]
    for mark in marks {
      orders = orders.flatMap { order in
        (1...order.count).map { place in
          Array(order[..<place]) + [mark] + Array(order[place...])
        }
      }
    }
    return orders.map { order in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: order)
      return String(view)
    }
  }()

  @Test func `strings that differ only in the order of marks are different, and hash so`() {
    #expect(Set(Self.equivalentNames).count == 1)
    #expect(Set(Self.equivalentNames.map(ExactString.init)).count == 5040)
    #expect(Set(Self.equivalentNames.map { ExactString($0).hashValue }).count > 5000)
  }

  @Test func `an archive may have thousands of keys with equivalent names`() throws {
    var graph = ArchiveGraph()
    let keys = Self.equivalentNames.map { ArchiveKey($0, .bool, presence: .optional) }
    graph.classes.define(.class("C", keys: keys))
    let bytes = try graph.encoded()
    let read = try ArchiveGraph(bytes)
    #expect(read == graph)
    #expect(try ArchiveGraph(notation: read.notation()).encoded() == bytes)
  }
}
