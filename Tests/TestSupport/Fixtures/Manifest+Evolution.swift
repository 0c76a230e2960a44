extension Manifest {
  /// A family of archives that several versions of a program have written.
  package struct Evolution: Codable, Sendable {
    /// The name of the folder.
    package var family: String
    /// The row of the table in §10.3.
    package var row: String
    /// The sections of the specification that the family is about.
    package var spec: [String]
    /// The change, in one sentence.
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
