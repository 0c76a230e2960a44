import Stele
import TestSupport

/// Annex A: every rule with its error code and its fixtures.
struct RuleAnnex {
  let rules: [RuleText]
  let manifest: Manifest

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

      *Informative.*

      This annex is generated from the chapters and from `Fixtures/manifest.json`; the chapters decide. A
      fixture *keeps* a rule when it shows what is still allowed, and *breaks* it when a reader has to refuse it by
      that rule, at the offset that the manifest gives. The files that keep a rule are in `Fixtures/valid`, those
      that break it in `Fixtures/invalid`. The rules of the canonical form are broken by valid archives, K13 by the
      content of archives that have no such form.
      Archives in `Fixtures/order` break several rules, show which one is found first (8.1), and are not listed.

      L4 depends on the reader and not on the bytes alone; no fixture breaks it.

      There are \(rules.count) rules, \(manifest.valid.count) valid and \(manifest.invalid.count) invalid fixtures.

      """
    for family in families {
      text += "\n## A.\(family.letter) \(family.title)\n"
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
    return """

      ### \(rule.number) \(rule.code)

      \(ArchiveRule(rawValue: rule.code)?.summary ?? "") [\(rule.section) \(rule.heading)](\(rule.chapter))

      * Kept by: \(list(kept.map(\.file)))
      * Broken by: \(list(broken))

      """
  }

  private func list(_ files: [String]) -> String {
    guard !files.isEmpty else { return "(none)." }
    return files.map { file in
      "`\(file.split(separator: "/").last?.split(separator: ".").first ?? "")`"
    }.joined(separator: ", ") + "."
  }
}
