internal import Foundation

/// A table on a page of the documentation that a test makes.
///
/// With `STELE_RECORD` in the environment, the table of the page is written anew.
package struct RecordedTable {
  private let page: URL
  private let header: String

  /// The table of a page whose header begins with a text; the page is given by its path in the package.
  package init(_ header: String, on page: String) {
    self.header = header
    self.page = FixtureFolder.package.appending(path: page)
  }

  /// Returns the lines of the table on the page, after they have been written anew if they are recorded.
  package func lines(recording table: [String]) throws -> [String] {
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix(header) }) else { return [] }
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    guard ProcessInfo.processInfo.environment["STELE_RECORD"] != nil else {
      return Array(lines[start..<end])
    }
    let new = (lines[..<start] + table + lines[end...]).joined(separator: "\n")
    try Data(new.utf8).write(to: page)
    return table
  }
}
