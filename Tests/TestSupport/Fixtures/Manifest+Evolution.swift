extension Manifest {
  /// A family of archives that several versions of a program have written.
  package struct Evolution: Codable, Sendable {
    /// An archive of the family.
    package struct Archive: Codable, Sendable {
      /// The path in the folder of fixtures.
      package var file: String
      /// The SHA-256 of the archive.
      package var sha256: String
      /// The path of the text that it is made of.
      package var text: String
      /// The SHA-256 of the text.
      package var textSHA256: String

      package init(file: String, sha256: String, text: String, textSHA256: String) {
        self.file = file
        self.sha256 = sha256
        self.text = text
        self.textSHA256 = textSHA256
      }
    }

    /// The name of the folder.
    package var family: String
    /// The row of the table in §8.3.
    package var row: String
    /// The sections of the specification that the family is about.
    package var spec: [String]
    /// What changes, in one sentence.
    package var about: String
    /// The archives.
    package var archives: [Archive]

    package init(family: String, row: String, spec: [String], about: String, archives: [Archive]) {
      self.family = family
      self.row = row
      self.spec = spec
      self.about = about
      self.archives = archives
    }
  }
}
