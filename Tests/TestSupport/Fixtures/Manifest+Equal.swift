extension Manifest {
  /// Archives to compare.
  package struct Group: Codable, Sendable {
    /// The name of the folder.
    package var group: String
    /// The sections of the specification that the group is about.
    package var spec: [String]
    /// The topic, in one sentence.
    package var about: String
    /// The archives, in lists of equal content.
    package var contents: [[Archive]]

    package init(group: String, spec: [String], about: String, contents: [[Archive]]) {
      self.group = group
      self.spec = spec
      self.about = about
      self.contents = contents
    }
  }

  /// A text of which an archive is made, or refused to be made.
  package struct Text: Codable, Sendable {
    /// The path in the folder of fixtures.
    package var file: String
    /// The sections of the specification that the text is about.
    package var spec: [String]
    /// The peculiarity of the text, in one sentence.
    package var about: String
    /// The text that it was made from.
    package var base: String
    /// The SHA-256 of the text.
    package var sha256: String
    /// The path of the archive, or nil if none can be made.
    package var built: String?
    /// The SHA-256 of that.
    package var builtSHA256: String?

    package init(
      file: String, spec: [String], about: String, base: String, sha256: String, built: String?,
      builtSHA256: String?
    ) {
      self.file = file
      self.spec = spec
      self.about = about
      self.base = base
      self.sha256 = sha256
      self.built = built
      self.builtSHA256 = builtSHA256
    }
  }
}
