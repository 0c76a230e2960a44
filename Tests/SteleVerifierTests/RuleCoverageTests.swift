import Foundation
import Stele
import Testing

@Suite struct `Coverage` {
  @Test func `the tests of this target name every rule of bytes`() throws {
    // Without a test, a rule could be dropped unnoticed.
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    var text = ""
    for name in try sources(in: "/" + folder) { text += name }
    let untested = ArchiveRule.allCases.filter {
      ![.memory, .canonicalJoin].contains($0) && !text.contains("Refusal(.\($0.rawValue),")
        && !text.contains("Place(.\($0.rawValue),")
    }
    #expect(untested == [])
  }
}

/// The texts of the Swift files of a folder.
private func sources(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
}
