/// The description of a group of archives in `Fixtures/equal`.
///
/// The name of an archive is a letter and a digit. Archives of one letter have equal content, others do not.
package struct EqualGroup: Codable, Sendable {
  /// The name of the folder.
  package var group: String
  /// The sections of the specification that the group is about.
  package var spec: [String]
  /// The topic, in one sentence.
  package var about: String
  /// The valid fixtures that some archives are copies of, by the names of the archives; the others are made of texts.
  package var copies: [String: String]?
}

/// The recipe of a text in `Fixtures/texts`: that of a valid fixture with a change.
package struct TextRecipe: Codable, Sendable {
  /// The name, without folder and ending.
  package var name: String
  /// The sections of the specification that the text is about.
  package var spec: [String]
  /// The peculiarity of the text, in one sentence.
  package var about: String
  /// The name of the valid fixture.
  package var base: String
  /// The part of its text to change, which occurs once.
  package var expect: String
  /// The text in its place.
  package var replace: String
  /// Whether the same archive is made of the changed text; otherwise none can be made.
  package var isSame: Bool?
}
