/// A key that the program does not declare, with its value.
struct KeptKey {
  /// The key in the archive.
  let key: ArchiveKey
  /// A reader at the value; nil for a retired key, and for a key without a value.
  let value: ByteReader?
  /// The entry numbers before a list around the value, which the value then does not have itself.
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

/// The content of an ``UnknownKeys``, which is complete when the value around it has been decoded.
final class KeptKeys {
  let archive: KeptArchive
  /// The keys; none until the value has been decoded.
  var level = KeptLevel(version: 1, keys: [])

  init(_ archive: KeptArchive) {
    self.archive = archive
  }
}
