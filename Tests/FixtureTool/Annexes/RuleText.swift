import Foundation
import Stele
import TestSupport

/// A numbered rule as a chapter of the specification states it.
struct RuleText {
  /// The number, such as `P1`.
  let number: String
  /// The error code, such as `truncated`.
  let code: String
  /// The file of the chapter.
  let chapter: String
  /// The number of the section, such as `1.3`.
  let section: String
  /// The heading of the section, without its number.
  let heading: String
}

/// Finds the rules in the chapters.
enum RuleTexts {
  /// A mismatch of text and program.
  struct Mismatch: Error, CustomStringConvertible { let description: String }

  /// Reads the rules of all chapters, and compares them with those that the library has.
  static func read() throws -> [RuleText] {
    let rules = try Chapter.all().flatMap(find)
    for rule in rules where ArchiveRule(rawValue: rule.code)?.number != rule.number {
      throw Mismatch(description: "\(rule.number) \(rule.code) stands in the text only")
    }
    for rule in ArchiveRule.allCases where !rules.contains(where: { $0.number == rule.number }) {
      throw Mismatch(description: "\(rule.number) \(rule.rawValue) does not stand in the text")
    }
    guard Set(rules.map(\.number)).count == rules.count else {
      throw Mismatch(description: "a rule stands in the text twice")
    }
    return rules
  }

  /// The rules of a chapter: `> **P1 · truncated.** …` under `## 1.3 Notation`.
  private static func find(in chapter: Chapter) -> [RuleText] {
    chapter.sections.flatMap { heading, lines in
      let words = heading.split(separator: " ", maxSplits: 1).map(String.init)
      return lines.compactMap { line -> RuleText? in
        guard line.hasPrefix("> **"), let end = line.range(of: ".**") else { return nil }
        let parts = line[..<end.lowerBound].dropFirst(4).components(separatedBy: " · ")
        // P0 is the example that explains how rules are written.
        guard parts.count == 2, parts[0] != "P0" else { return nil }
        return RuleText(
          number: parts[0], code: parts[1], chapter: chapter.name, section: words.first ?? "",
          heading: words.count > 1 ? words[1] : "")
      }
    }
  }
}

/// A chapter of the specification.
struct Chapter {
  /// The name of the file.
  let name: String
  /// The lines below each heading, which is without its marks.
  var sections: [(heading: String, lines: [Substring])] = []

  /// Reads all chapters, in their order.
  static func all() throws -> [Chapter] {
    let folder = FixtureFolder.package.appending(path: "Spec")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    return try names.filter { $0.first?.isNumber == true && $0.hasSuffix(".md") }.sorted().map {
      var chapter = Chapter(name: $0)
      let text = try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("#") {
          chapter.sections.append((String(line.drop { $0 == "#" || $0 == " " }), []))
        } else if !chapter.sections.isEmpty {
          chapter.sections[chapter.sections.count - 1].lines.append(line)
        }
      }
      return chapter
    }
  }
}
