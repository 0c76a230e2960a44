import Foundation
import Stele
import TestSupport
import Testing

/// The table of the sizes of small archives in the guide about performance.
@Suite struct `The table of small archives` {
  final class Item: Codable {
    var number: Int
    var title: String
    var isDone = false

    init(number: Int) {
      self.number = number
      title = "Item \(number)"
    }
  }

  private static func row(_ count: Int) throws -> String {
    let items = (1...count).map { Item(number: $0) }
    let list = PropertyListEncoder()
    list.outputFormat = .binary
    let sizes = [
      try verified(SteleEncoder().encode(items)).count, try JSONEncoder().encode(items).count,
      try list.encode(items).count,
    ]
    return "| \(count) | " + sizes.map(String.init).joined(separator: " | ") + " |"
  }

  @Test func `an archive of few objects is larger than JSON, and one of many is smaller`() throws {
    let header = [
      "| objects | Stele, `Codable` | JSON | property list |", "| --: | --: | --: | --: |",
    ]
    let table = try header + [1, 10, 100, 1000].map(Self.row)
    let page = RecordedTable("| objects | ", on: "Sources/Stele/Stele.docc/Performance.md")
    #expect(try page.lines(recording: table) == table)
  }
}

extension `The table of small archives`.Item: SimplyNamed {}
