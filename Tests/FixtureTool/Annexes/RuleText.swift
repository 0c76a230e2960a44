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
    let folder = FixtureFolder.package.appending(path: "Spec")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    let rules = try names.filter { $0.hasSuffix(".md") && ($0.first?.isNumber ?? false) }.sorted()
      .flatMap { name in
        find(in: try String(contentsOf: folder.appending(path: name), encoding: .utf8), of: name)
      }
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
  private static func find(in text: String, of chapter: String) -> [RuleText] {
    var rules: [RuleText] = []
    var section = ""
    var heading = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        let words = line.drop { $0 == "#" || $0 == " " }.split(separator: " ", maxSplits: 1)
        section = String(words.first ?? "")
        heading = words.count > 1 ? String(words[1]) : ""
      }
      guard line.hasPrefix("> **"), let end = line.range(of: ".**") else { continue }
      let parts = line[..<end.lowerBound].dropFirst(4).components(separatedBy: " · ")
      // P0 is the example that explains how rules are written.
      guard parts.count == 2, parts[0] != "P0" else { continue }
      rules.append(
        RuleText(
          number: parts[0], code: parts[1], chapter: chapter, section: section, heading: heading))
    }
    return rules
  }
}
