import Foundation
import TestSupport
import Testing

@Suite("Public names")
struct PublicNameTests {
  @Test func `each public type at the top level is named beside what programs import`() throws {
    let folder = FixtureFolder.package.appending(path: "Tests/API")
    let libraries = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(libraries.count == 8)
    let declaration =
      /(?:(?<owner>\w+): )?(?:@\w+ |final |indirect )*(?:struct|class|enum|protocol|actor|typealias) (?<name>\w+)/
    var names: [String] = []
    for library in libraries {
      let text = try String(contentsOf: folder.appending(path: library), encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard let match = line.prefixMatch(of: declaration),
          match.owner == nil || match.owner == match.name
        else { continue }
        names.append(String(match.name))
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "EveryPublicName.swift")
    let named = try String(contentsOf: file, encoding: .utf8)
      .matches(of: /(\w+)(?:<[^>]*>)?\)?\.Type\b/).map { String($0.1) }
    #expect(named.sorted() == names.sorted())
    #expect(names.count > 100)
  }
}
