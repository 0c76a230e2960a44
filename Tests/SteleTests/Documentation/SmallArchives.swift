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

  /// With STELE_RECORD=1 the rows are written anew.
  @Test func `an archive of few objects is larger than JSON, and one of many is smaller`() throws {
    let page = FixtureFolder.package.appending(path: "Sources/Stele/Stele.docc/Performance.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| objects | ") }) + 2
    let end = try #require(lines[start...].firstIndex { !$0.hasPrefix("|") })
    let rows = try [1, 10, 100, 1000].map(Self.row)
    if ProcessInfo.processInfo.environment["STELE_RECORD"] == "1" {
      let text = (lines[..<start] + rows + lines[end...]).joined(separator: "\n")
      try text.write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(Array(lines[start..<end]) == rows)
    }
  }
}

extension `The table of small archives`.Item: SimplyNamed {}
