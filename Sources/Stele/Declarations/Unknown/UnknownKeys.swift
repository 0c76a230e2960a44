/// The keys of one level of an object, or of a struct, that the program does not declare.
///
/// A class or struct with a stored property of this type keeps these keys when it is decoded, and writes them back with all
/// objects that they refer to. The property itself has no key in archives.
///
/// ```swift
/// final class Person: Codable {
///   var name: String
///   var unknownKeys = UnknownKeys()
/// }
/// ```
///
/// The unknown keys are those that no initialiser of the type has read when `init(from:)` ends. Objects that only unknown keys
/// refer to are not made, but kept as they are; objects of the program that unknown keys refer to are written back as they are
/// now, as long as the program holds them. Levels of superclasses that the program lacks are not kept. Copies share their keys.
///
/// A type that lists its coding keys, or is coded by hand, has to list and to code the property, too: otherwise coding the first
/// value throws. A value whose nested containers have unknown keys can be read, but not written back.
///
/// Spec §10.5.
public struct UnknownKeys: Codable {
  let kept: KeptKeys?

  /// Makes a value without keys.
  public init() { kept = nil }

  init(_ kept: KeptKeys) { self.kept = kept }

  /// The keys that have values, in their order.
  public var keys: [ArchiveKey] { kept.map { $0.keys.map($0.archived) } ?? [] }

  /// The names of the keys that have values, in their order.
  package var names: [String] { keys.map(\.name) }

  /// The class version of the level in the archive, or nil if nothing has been decoded.
  public var version: Int? { kept?.level?.version }

  /// The value of a key, or nil if there is none; ``object(_:)`` returns the targets of references in it.
  public subscript(name: String) -> ArchiveValue? {
    guard let kept, let key = kept.keys.first(where: { kept.archived($0).name.isExactly(name) })
    else { return nil }
    return try? kept.value(of: key)
  }

  /// Returns the target of a reference in one of the values: an object of the program, or an ``OpaqueObject``.
  public func object(_ reference: Int) -> AnyObject? {
    guard let kept, (1...max(1, kept.archive.store.objectCount)).contains(reference) else {
      return nil
    }
    return kept.archive.target(reference)
  }

  /// Makes a value without keys; ``SteleDecoder`` fills its own.
  ///
  /// - Throws: Nothing.
  public init(from decoder: any Decoder) throws { kept = nil }

  /// Writes nothing; ``SteleEncoder`` writes the keys among the keys of the value that has the property.
  ///
  /// - Throws: Nothing.
  public func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
  /// Decodes the keys that nothing else reads; the archive needs no key for the property.
  ///
  /// - Throws: The errors of another decoder.
  public func decode(_ type: UnknownKeys.Type, forKey key: Key) throws -> UnknownKeys {
    try decodeIfPresent(type, forKey: key) ?? UnknownKeys()
  }
}

// MARK: Kept keys

/// The value of a key that the program does not declare.
struct KeptKey {
  /// The index among the stored keys of the level; the index of the overflow key for a key in it.
  let index: Int
  /// The index among the stored keys of the class table; nil for a key in the overflow key.
  let stored: Int?
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
    let keys = archive.store.context.classes.ownKeys(of: entry, caseIndex: caseIndex) ?? []
    guard key.stored != nil, keys.indices.contains(key.index) else {
      return ArchiveKey(key.furtherName ?? "", .any, presence: .optional)
    }
    return keys[key.index]
  }

  func value(of key: KeptKey) throws(ArchiveError) -> ArchiveValue {
    var place = bytes ?? ByteReader([])
    try place.move(to: key.offset)
    let type = key.stored.map { Int(archive.store.context.schema.keys[$0].typeIndex) }
    return try archive.store.value(type ?? TypeCode.any.typeIndex, key.nested, at: place)
  }
}
