import Stele
import TestSupport

/// Annex A: every rule with its error code, and with how many fixtures keep and break it.
struct RuleAnnex {
  let rules: [RuleText]
  let manifest: Manifest
  /// Whether each rule lists all of its fixtures.
  let listsFixtures: Bool

  /// The annex, in Markdown.
  ///
  /// - Throws: When a rule has no fixture that breaks it.
  func text() throws -> String {
    let families: [(letter: Character, title: String)] = [
      ("P", "Primitives"), ("F", "File and chunks"), ("T", "Type descriptors"), ("V", "Values"),
      ("C", "Class table"), ("R", "Records and references"),
      ("X", "Roots, metadata and index"), ("L", "Limits"), ("K", "Canonical form"),
    ]
    var text = """
      # Annex A: Rules

      *Informative.* Generated from the chapters, which decide, and from `Fixtures/manifest.json`.

      Each line ends with the numbers of fixtures that *keep* the rule, which show what is still allowed, and that *break*
      it, with the first of these; `swift run fixtures --annexes FOLDER` lists all of them. Valid archives break the rules
      of the canonical form. No fixture breaks L4, which depends on the reader. Archives in `Fixtures/order` break several
      rules, and are not counted.

      There are \(rules.count) rules, \(manifest.valid.count) valid and \(manifest.invalid.count) invalid fixtures.

      """
    for family in families {
      text += "\n## A.\(family.letter) \(family.title)\n\n"
      for rule in rules.filter({ $0.number.first == family.letter }).sorted(by: precedes) {
        text += try entry(of: rule)
      }
    }
    return text
  }

  private func precedes(_ left: RuleText, _ right: RuleText) -> Bool {
    (Int(left.number.dropFirst()) ?? 0) < (Int(right.number.dropFirst()) ?? 0)
  }

  private func entry(of rule: RuleText) throws -> String {
    let isCanonical = rule.number.first == "K"
    let broken =
      isCanonical
      ? manifest.valid.filter {
        $0.canonicalFinding?.rule == rule.number || $0.denied == rule.number
      }.map(\.file)
      : manifest.invalid.filter { $0.finding.rule == rule.number }.map(\.file)
    guard !broken.isEmpty || rule.number == "L4" else {
      throw RuleTexts.Mismatch(description: "no fixture breaks \(rule.number) \(rule.code)")
    }
    // The base of a recipe keeps the rule that the recipe breaks.
    let bases = Set(manifest.invalid.filter { $0.finding.rule == rule.number }.map(\.base))
    let kept = manifest.valid.filter {
      ($0.keeps.contains(rule.number) && !broken.contains($0.file)) || bases.contains($0.file)
    }
    let summary = ArchiveRule(rawValue: rule.code)?.summary ?? ""
    let line = "* **\(rule.number) \(rule.code)** ([\(rule.section)](\(rule.chapter))): \(summary)"
    guard listsFixtures else {
      return "\(line) \(kept.count)/\(broken.count) \(list(Array(broken.prefix(1))))\n"
    }
    return """
      \(line)
        Kept by \(list(kept.map(\.file))).
        Broken by \(list(broken)).

      """
  }

  private func list(_ files: [String]) -> String {
    guard !files.isEmpty else { return "(none)" }
    return files.map { file in
      "`\(file.split(separator: "/").last?.split(separator: ".").first ?? "")`"
    }.joined(separator: ", ")
  }
}
