import Foundation
import TestSupport

/// Annex D: the grammar of all chapters in one place.
struct GrammarAnnex {
  private struct Section {
    let heading: String
    let chapter: String
    var lines: [Substring] = []
  }

  private var sections: [Section] = []

  /// Collects the blocks that are marked as grammar from the chapters.
  init() throws {
    let folder = FixtureFolder.package.appending(path: "Spec")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    for name in names.filter({ $0.first?.isNumber == true && $0.hasSuffix(".md") }).sorted() {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      var section: Section?
      var isGrammar = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("#") {
          if let section, !section.lines.isEmpty { sections.append(section) }
          section = Section(heading: String(line.drop { $0 == "#" || $0 == " " }), chapter: name)
        } else if line.hasPrefix("```") {
          isGrammar = line == "```grammar"
        } else if isGrammar {
          section?.lines.append(line)
        }
      }
      if let section, !section.lines.isEmpty { sections.append(section) }
    }
  }

  /// The annex, in Markdown.
  var text: String {
    var text = """
      # Annex D: Grammar

      *Normative.*

      This annex is generated: it collects the grammar of the chapters. What a grammar cannot say is left to the
      rules, which are named where they apply. The notation is that of section 1.3.

      """
    for section in sections {
      text += "\n## [\(section.heading)](\(section.chapter))\n\n```grammar\n"
      text += section.lines.joined(separator: "\n") + "\n```\n"
    }
    return text
  }
}
