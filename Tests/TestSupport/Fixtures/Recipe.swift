/// How an invalid fixture is made from a valid one, and which rule it breaks first.
///
/// The steps are applied one after another:
///
/// 1. ``changes`` to the chunks, except to payloads of `INDX`;
/// 2. the index is written anew, unless ``keepsIndex``;
/// 3. the ``changes`` to payloads of `INDX`;
/// 4. the archive is sealed: lengths, padding and checks are computed;
/// 5. ``rawChanges`` to its bytes;
/// 6. the header checks are computed anew of the chunks at ``renewedHeaders``.
package struct Recipe: Codable, Sendable {
  /// The name of the fixture, without folder and ending.
  package var name: String
  /// The name of the valid fixture to begin with.
  package var base: String
  /// The fault, in one sentence.
  package var about: String
  /// The number of the rule that is broken, or that is found first.
  package var rule: String
  /// The offset that the rule names.
  package var offset: Int
  /// The numbers of the other rules that are broken too, when the fixture is about the order of checks.
  package var also: [String]?
  /// The changes before sealing.
  package var changes: [Change]?
  /// Whether the index stays as it is, but for ``changes``.
  package var keepsIndex: Bool?
  /// The changes after sealing.
  package var rawChanges: [RawChange]?
  /// The offsets of the chunks whose header checks are made right again in the end.
  package var renewedHeaders: [Int]?

  /// Makes a recipe without changes to sealed bytes.
  package init(
    name: String, base: String, about: String, rule: String, offset: Int, changes: [Change]
  ) {
    self.name = name
    self.base = base
    self.about = about
    self.rule = rule
    self.offset = offset
    self.changes = changes
  }

  /// A change to a chunk, or to the list of chunks.
  package struct Change: Codable, Sendable {
    /// The ordinal of the chunk, counted from 0, after the changes before this one.
    package var chunk: Int
    /// The offset in the payload of the bytes to replace.
    package var at: Int?
    /// The bytes that stand there, in hexadecimal digits; nothing to insert.
    package var expect: String?
    /// The replacement; empty to delete.
    package var replace: String?
    /// How many times `replace` comes.
    package var times: Int?
    /// Inserts a chunk of this type, with `replace` as its payload, before the one of the ordinal.
    package var insert: String?
    /// Removes the chunk.
    package var remove: Bool?
    /// Moves the chunk, so that it gets this ordinal.
    package var moveTo: Int?
    /// Gives the chunk another type.
    package var type: String?

    /// Makes a change that replaces bytes, or inserts a chunk.
    package init(
      chunk: Int, at: Int? = nil, expect: String? = nil, replace: String? = nil,
      insert: String? = nil
    ) {
      self.chunk = chunk
      self.at = at
      self.expect = expect
      self.replace = replace
      self.insert = insert
    }
  }

  /// A change to the bytes of the archive.
  package struct RawChange: Codable, Sendable {
    /// The offset of the bytes to replace.
    package var at: Int
    /// The bytes that stand there, in hexadecimal digits.
    package var expect: String?
    /// The replacement.
    package var replace: String?
    /// Drops all bytes from the offset on, except the last ones of this number.
    package var cutBefore: Int?
    /// Overwrites this number of bytes with `replace` over and over, whatever stands there.
    package var overwrite: Int?
  }
}
