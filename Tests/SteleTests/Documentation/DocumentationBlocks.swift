import Foundation
import Testing

/// Blocks of Swift in the readme and in the documentation are compiled and run.
///
/// Each must stand in a file of this folder, line by line, apart from `import` lines, blank lines
/// and indentation.
@Suite struct `Blocks of the documentation` {
  @Test func `every block of Swift in the documentation stands in an example`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let examples = try files(in: folder, extension: "swift")
      .map { lines(of: try String(contentsOf: $0, encoding: .utf8)) }
    var root = folder
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let catalogue = root.appending(path: "Sources/Stele/Stele.docc")
    let pages = try [root.appending(path: "README.md")] + files(in: catalogue, extension: "md")
    var blockCount = 0
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      for block in text.components(separatedBy: "```swift\n").dropFirst() {
        blockCount += 1
        let code = lines(of: block.components(separatedBy: "```")[0])
        let stands = examples.contains { example in
          example.indices.contains { example[$0...].starts(with: code) }
        }
        #expect(stands, "\(page.lastPathComponent): \(code.first ?? "")")
      }
    }
    #expect(blockCount >= 20)
  }

  @Test func `every public type has a place in the catalogue`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let sources = root.appending(path: "Sources/Stele")
    let catalogue = try String(
      contentsOf: sources.appending(path: "Stele.docc/Stele.md"), encoding: .utf8)
    let enumerator = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var typeCount = 0
    for case let file as URL in try #require(enumerator) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.components(separatedBy: "\n") where line.hasPrefix("public ") {
        let words = line.split { !$0.isLetter && !$0.isNumber }
        let kinds: Set<Substring> = ["class", "struct", "enum", "protocol"]
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
          continue
        }
        typeCount += 1
        #expect(catalogue.contains("- ``\(words[kind + 1])``"), "\(words[kind + 1])")
      }
    }
    #expect(typeCount >= 40)
  }

  private func files(in folder: URL, extension: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == `extension` }
      .sorted { $0.path < $1.path }
  }

  private func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }
}
