internal import Foundation

/// Pages of the documentation, the Swift in which is compiled and run.
///
/// Each block of Swift must stand in an example, line by line, apart from `import` lines, blank lines and indentation.
package struct DocumentationPages {
  private let pages: [URL]

  /// The pages of catalogues, and others, all given by their paths in the package.
  package init(of catalogues: String..., and others: [String] = []) throws {
    pages =
      try catalogues.flatMap { catalogue in
        try FileManager.default.contentsOfDirectory(
          at: FixtureFolder.package.appending(path: catalogue), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "md" }
        .sorted { $0.path < $1.path }
      } + others.map { FixtureFolder.package.appending(path: $0) }
  }

  /// The number of blocks of Swift.
  package var blockCount: Int {
    get throws { try blocks().count }
  }

  /// The first lines of those blocks that stand in none of the examples in some folders.
  package func strayBlocks(examples folders: [String]) throws -> [String] {
    let examples = try folders.flatMap { folder in
      try SwiftFiles.all(in: FixtureFolder.package.appending(path: folder))
        .map { lines(of: try String(contentsOf: $0, encoding: .utf8)) }
    }
    return try blocks().filter { block in
      !examples.contains { example in
        example.indices.contains { example[$0...].starts(with: block.lines) }
      }
    }.map { "\($0.page): \($0.lines.first ?? "")" }
  }

  private func blocks() throws -> [(page: String, lines: [String])] {
    try pages.flatMap { page in
      try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n")
        .dropFirst()
        .map { (page.lastPathComponent, lines(of: $0.components(separatedBy: "```")[0])) }
    }
  }

  private func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }
}
