extension Manifest {
  /// An archive as a later version of the format may write it.
  package struct Future: Codable, Sendable {
    /// The path in the folder of fixtures.
    package var file: String
    /// The section of the specification that the fixture is about.
    package var spec: [String]
    /// The novelty, in one sentence.
    package var about: String
    /// The valid fixture that it was made from.
    package var base: String
    /// The SHA-256 of the archive.
    package var sha256: String
    /// The answer of a reader of this version, or nil if the archive is valid.
    package var finding: Finding?
    /// How much a reader has to check to find it: frames, tables, or values.
    package var level: String?
    /// The path of the expected text, if the archive is valid.
    package var text: String?
    /// The SHA-256 of the text.
    package var textSHA256: String?

    package init(
      file: String, spec: [String], about: String, base: String, sha256: String, finding: Finding?,
      level: String?, text: String?, textSHA256: String?
    ) {
      self.file = file
      self.spec = spec
      self.about = about
      self.base = base
      self.sha256 = sha256
      self.finding = finding
      self.level = level
      self.text = text
      self.textSHA256 = textSHA256
    }
  }
}
