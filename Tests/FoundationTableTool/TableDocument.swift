import Foundation
import TestSupport

/// The page of the documentation about Foundation's classes, whose table is measured anew.
struct TableDocument {
  /// A row: a specimen, and the result of each archiver.
  struct Row {
    let specimen: Specimen
    let foundation: String
    let stele: String
  }
  let rows: [Row]

  /// Returns the whole page.
  func text() throws -> String {
    let page = FixtureFolder.package.appending(
      path: "Sources/SteleNSCoding/SteleNSCoding.docc/FoundationClasses.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    let isRow = { (line: String) in line.hasPrefix("| `") }
    let table = rows.map { "| \($0.specimen.name) | \($0.foundation) | \($0.stele) |" }
    let before = lines.prefix { !isRow($0) }
    return (before + table + lines.dropFirst(before.count).drop(while: isRow)).joined(
      separator: "\n")
  }
}
