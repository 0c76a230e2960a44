/// Annex D: the grammar of all chapters in one place.
struct GrammarAnnex {
  private let sections: [(heading: String, chapter: String, lines: [Substring])]

  /// Collects the blocks that are marked as grammar from the chapters.
  init() throws {
    sections = try Chapter.all().flatMap { chapter in
      chapter.sections.map { heading, lines in
        var isGrammar = false
        let grammar = lines.filter { line in
          guard line.hasPrefix("```") else { return isGrammar }
          isGrammar = line == "```grammar"
          return false
        }
        return (heading, chapter.name, grammar)
      }
    }.filter { !$0.2.isEmpty }
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
