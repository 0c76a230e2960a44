/// How an archive is made as a later version of the format may write it, and what a reader of this version answers.
///
/// A recipe without ``rule`` makes a valid archive, whose text is that of its base.
package struct FutureRecipe: Codable, Sendable {
  /// The name of the fixture, without folder and ending.
  package var name: String
  /// The name of the valid fixture to begin with.
  package var base: String
  /// The novelty, in one sentence.
  package var about: String
  /// The section of the specification that the fixture is about.
  package var spec: String
  /// The number of the rule that refuses it, or nil if it is valid.
  package var rule: String?
  /// The offset that the rule names.
  package var offset: Int?
  /// The changes before sealing.
  package var changes: [Recipe.Change]?
  /// The changes after sealing.
  package var rawChanges: [Recipe.RawChange]?
}
