/// A key that the program does not declare, with its value.
struct KeptKey {
  /// The key as the archive has it.
  let key: ArchiveKey
  /// Where the value stands; nil for a retired key, and for one of which the object has no value.
  let value: ByteReader?
  /// What a list says of the entries in the value, which then does not say them itself.
  var nested: [Int]?

  /// Reads the value.
  func read(in archive: KeptArchive) throws(ArchiveError) -> ArchiveValue? {
    guard let value else { return nil }
    return try archive.store.value(key.type, nested, at: value)
  }
}

/// The keys of one level that the program does not declare.
struct KeptLevel {
  /// The class version of the level.
  let version: Int
  /// The keys, in their order.
  let keys: [KeptKey]
}

/// What an ``UnknownKeys`` holds: filled when the value that it belongs to has been decoded.
final class KeptKeys {
  let archive: KeptArchive
  /// The keys; none until the value has been decoded.
  var level = KeptLevel(version: 1, keys: [])

  init(_ archive: KeptArchive) {
    self.archive = archive
  }
}
