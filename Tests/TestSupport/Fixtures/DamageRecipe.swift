/// How a damaged fixture is made from a valid one.
///
/// The ``changes`` to chunks come first; then the archive is sealed, with the index as it was; then come
/// the ``rawChanges``.
package struct DamageRecipe: Codable, Sendable {
  /// The name of the fixture, without folder and ending.
  package var name: String
  /// The name of the valid fixture to begin with, or nil for a file that never was an archive.
  package var base: String?
  /// The damage, in one sentence.
  package var about: String
  /// The changes before sealing.
  package var changes: [Recipe.Change]?
  /// The changes after sealing.
  package var rawChanges: [Recipe.RawChange]?
}
