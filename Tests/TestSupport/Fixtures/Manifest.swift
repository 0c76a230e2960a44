import Foundation
package import Stele
internal import SteleModel

/// The content of `Fixtures/manifest.json`: every fixture with the answer expected of a reader.
package struct Manifest: Codable, Sendable {
  /// How many fixtures there are.
  package var counts: [String: Int] {
    [
      "valid": valid.count, "invalid": invalid.count, "order": order.count,
      "future": future.count, "damaged": damaged.count, "evolution": evolution.count,
      "nscoding": nscoding.count, "texts": texts.count, "equal": equal.count,
    ]
  }
  /// The archives that are valid.
  package var valid: [Valid] = []
  /// The archives that break one rule each.
  package var invalid: [Invalid] = []
  /// The archives that break two rules or more.
  package var order: [Invalid] = []
  /// The archives as later versions of the format may write them.
  package var future: [Future] = []
  /// The archives that are damaged, with what can be saved of them.
  package var damaged: [Damaged] = []
  /// The families of archives that several versions of a program have written.
  package var evolution: [Evolution] = []
  /// The archives of the walk-throughs of the documentation.
  package var nscoding: [Archive] = []
  /// The texts of which archives are made, or refused to be made.
  package var texts: [Text] = []
  /// The groups of archives with equal and different content.
  package var equal: [Group] = []

  package init() {}

  /// A rule and the offset that a refusal by it names.
  package struct Finding: Codable, Hashable, Sendable {
    /// The number of the rule.
    package var rule: String
    /// The error code of the rule.
    package var code: String
    /// The offset, in bytes from the start of the archive.
    package var offset: Int

    package init(_ rule: ArchiveRule, at offset: Int) {
      self.rule = rule.number
      self.code = rule.rawValue
      self.offset = offset
    }
  }

  /// A valid archive.
  package struct Valid: Codable, Sendable {
    /// The path in the folder of fixtures.
    package var file: String
    /// The sections of the specification that the fixture is about.
    package var spec: [String]
    /// The content of the archive, in one sentence.
    package var about: String
    /// The rules of which the fixture shows what is still allowed.
    package var keeps: [String]
    /// The SHA-256 of the archive.
    package var sha256: String
    /// The path of the expected text.
    package var text: String
    /// The SHA-256 of the text.
    package var textSHA256: String
    /// Whether the archive is in canonical form.
    package var canonical: Bool
    /// The first rule of the canonical form that it breaks.
    package var canonicalFinding: Finding?
    /// The path of its canonical form with metadata, if it has one.
    package var form: String?
    /// The SHA-256 of its canonical form.
    package var formSHA256: String?
    /// The rule that denies it a canonical form.
    package var denied: String?
    /// The path of the archive that is made of the text.
    package var built: String?
    /// The SHA-256 of that.
    package var builtSHA256: String?
    /// The content digest.
    package var digest: String?
    /// The rule that denies one.
    package var digestDenied: String?

    package init(
      file: String, spec: [String], about: String, keeps: [String], sha256: String, text: String,
      textSHA256: String, canonicalFinding: Finding?, form: (file: String, sha256: String)?,
      denied: ArchiveRule?
    ) {
      self.file = file
      self.spec = spec
      self.about = about
      self.keeps = keeps
      self.sha256 = sha256
      self.text = text
      self.textSHA256 = textSHA256
      canonical = canonicalFinding == nil
      self.canonicalFinding = canonicalFinding
      self.form = form?.file
      formSHA256 = form?.sha256
      self.denied = denied?.number
    }
  }

  /// An archive that breaks a rule, or several.
  package struct Invalid: Codable, Sendable {
    /// The path in the folder of fixtures.
    package var file: String
    /// The section of the rule, or of the order of checks.
    package var spec: [String]
    /// The fault, in one sentence.
    package var about: String
    /// The valid fixture that it was made from.
    package var base: String
    /// The SHA-256 of the archive.
    package var sha256: String
    /// The expected answer of a reader.
    package var finding: Finding
    /// How much a reader has to check to find it: frames, tables, or values.
    package var level: String
    /// The numbers of the other rules that the archive breaks, when there are any.
    package var also: [String]?

    package init(
      file: String, spec: [String], about: String, base: String, sha256: String, finding: Finding,
      level: String, also: [String]? = nil
    ) {
      self.file = file
      self.spec = spec
      self.about = about
      self.base = base
      self.sha256 = sha256
      self.finding = finding
      self.level = level
      self.also = also
    }
  }
}

extension Manifest {
  /// The text of the manifest: one fixture on a line, with the version of the format since which it is there.
  ///
  /// - Parameter releases: The versions of the released fixtures, by their paths; the others are of this version.
  /// - Returns: The text.
  /// - Throws: What the encoder throws.
  package func rendered(releases: [String: String]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func lines<Row: Encodable>(_ rows: [Row], _ file: (Row) -> String?) throws -> String {
      try rows.map { row in
        let since = file(row).flatMap { releases[$0] } ?? Head.versionText
        let line = try encoder.encode(DatedRow(row: row, since: since))
        return "    " + String(decoding: line, as: UTF8.self)
      }.joined(separator: ",\n")
    }
    return """
      {
        "counts": \(String(decoding: try encoder.encode(counts), as: UTF8.self)),
        "valid": [
      \(try lines(valid, \.file))
        ],
        "invalid": [
      \(try lines(invalid, \.file))
        ],
        "order": [
      \(try lines(order, \.file))
        ],
        "future": [
      \(try lines(future, \.file))
        ],
        "damaged": [
      \(try lines(damaged, \.file))
        ],
        "evolution": [
      \(try lines(evolution, \.archives.first?.file))
        ],
        "nscoding": [
      \(try lines(nscoding, \.file))
        ],
        "texts": [
      \(try lines(texts, \.file))
        ],
        "equal": [
      \(try lines(equal, \.contents.first?.first?.file))
        ]
      }

      """
  }

  /// A row of the manifest with one more member.
  private struct DatedRow<Row: Encodable>: Encodable {
    let row: Row
    let since: String

    private enum CodingKeys: CodingKey { case since }

    func encode(to encoder: any Encoder) throws {
      try row.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(since, forKey: .since)
    }
  }
}
