extension Manifest {
  /// An archive with its text.
  package struct Archive: Codable, Sendable {
    /// The path in the folder of fixtures.
    package var file: String
    /// The SHA-256 of the archive.
    package var sha256: String
    /// The path of the text, of which archives of `evolution/` and `equal/` are made.
    package var text: String
    /// The SHA-256 of the text.
    package var textSHA256: String
    /// The path of the archive, if it was made of the text.
    package var built: String?
    /// The SHA-256 of that.
    package var builtSHA256: String?
    /// The content digest, in a group of archives to compare.
    package var digest: String?
    /// The rule that denies one.
    package var digestDenied: String?

    package init(file: String, sha256: String, text: String, textSHA256: String) {
      self.file = file
      self.sha256 = sha256
      self.text = text
      self.textSHA256 = textSHA256
    }
  }
}
