/// The value of a key that the program does not declare.
struct KeptKey {
  /// The index among the stored keys of the level; the index of the overflow key for a key in it.
  let index: Int
  /// The index of the type in the class table.
  let type: Int
  /// The offset of the value.
  let offset: Int
  /// The name of a key in the overflow key.
  var furtherName: String?
  /// The entry numbers before an enclosing list, which the value then does not have itself.
  var nested: [Int]?
}

/// The content of an ``UnknownKeys``, which is complete when the enclosing value has been decoded.
///
/// The names and types of the keys, and the keys without values, are once in the entry and are not repeated for each value.
final class KeptKeys {
  let archive: KeptArchive
  /// The number of the entry of the level, or 0 if the archive does not have the level.
  private(set) var entry = 0
  /// The index of the case if the keys are those of the payload of an enum.
  private var caseIndex: Int?
  /// The keys that have values, in their order.
  private(set) var keys: [KeptKey] = []
  /// The bytes with the values.
  private var bytes: ByteReader?
  /// The reason why the keys cannot be written back, if there is one.
  private(set) var obstacle: String? = "the value has been read by a decoder that is still in use"

  init(_ archive: KeptArchive) {
    self.archive = archive
  }

  /// Completes the keys with those that have values; `lostKey` is a key in a nested container that cannot be kept.
  func complete(
    entry: Int, caseIndex: Int?, _ keys: [KeptKey], in bytes: ByteReader, lostKey: String?
  ) {
    (self.entry, self.caseIndex, self.keys, self.bytes) = (entry, caseIndex, keys, bytes)
    obstacle = lostKey.map {
      "the archive has the unknown key \($0.quoted) in a nested container, where none can be kept"
    }
  }

  var level: ArchiveClassEntry? { archive.store.context.classes[entry] }

  func archived(_ key: KeptKey) -> ArchiveKey {
    let stored = archive.store.context.classes.ownKeys(of: entry, caseIndex: caseIndex) ?? []
    guard key.furtherName == nil, stored.indices.contains(key.index) else {
      return ArchiveKey(key.furtherName ?? "", .any, presence: .optional)
    }
    return stored[key.index]
  }

  func value(of key: KeptKey) throws(ArchiveError) -> ArchiveValue {
    var place = bytes ?? ByteReader([])
    try place.move(to: key.offset)
    return try archive.store.value(key.type, key.nested, at: place)
  }
}
