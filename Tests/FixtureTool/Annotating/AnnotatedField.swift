/// A field of an archive: where it is, and what it means.
struct AnnotatedField {
  /// The offset of the first byte.
  let offset: Int
  /// How many bytes it has.
  let byteCount: Int
  /// The ordinal of the chunk in whose payload it stands, and the offset there.
  let place: (chunk: Int, offset: Int)?
  /// A short name of the field that tells it from all others of the archive.
  let path: String
  /// What the bytes say.
  let meaning: String
}
