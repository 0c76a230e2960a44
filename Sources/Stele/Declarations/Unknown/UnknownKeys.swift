/// The keys of one level of an object, or of a struct, that the program does not declare.
///
/// A class or struct that has a stored property of this type keeps such keys when it is decoded, and writes them back with
/// everything that they refer to. The property itself has no key in archives.
///
/// ```swift
/// final class Person: Codable {
///   var name: String
///   var unknownKeys = UnknownKeys()
/// }
/// ```
///
/// Which keys are unknown is known when `init(from:)` ends: those that no initialiser of the type has asked for.
/// Objects that only unknown keys refer to are not made, but kept as they are; objects of the program that unknown keys refer
/// to are written back as the program has them, as long as it holds them. Levels of superclasses that the program does
/// not have are not kept. Copies share what they keep.
///
/// Spec §8.5.
public struct UnknownKeys: Codable {
  let kept: KeptKeys?

  /// No keys.
  public init() { kept = nil }

  init(_ kept: KeptKeys) { self.kept = kept }

  /// The keys that have values, in their order.
  public var keys: [ArchiveKey] {
    kept?.level.keys.compactMap { $0.value == nil ? nil : $0.key } ?? []
  }

  /// The names of the keys that have values, in their order.
  package var names: [String] { keys.map(\.name) }

  /// The class version of the level in the archive, or nil when nothing has been decoded.
  public var version: Int? { kept?.level.version }

  /// The value of a key, or nil when there is none; ``object(_:)`` gives what the references in it lead to.
  public subscript(name: String) -> ArchiveValue? {
    guard let kept, let key = kept.level.keys.first(where: { $0.key.name.isExactly(name) }) else {
      return nil
    }
    return (try? key.read(in: kept.archive)) ?? nil
  }

  /// What a reference in one of the values leads to: an object of the program, or an ``OpaqueObject``.
  public func object(_ reference: Int) -> AnyObject? {
    guard let kept, (1...max(1, kept.archive.store.objectCount)).contains(reference) else {
      return nil
    }
    return kept.archive.target(reference)
  }

  /// Made by ``SteleDecoder``; other decoders give no keys.
  public init(from decoder: any Decoder) throws { kept = nil }

  /// Encoded by ``SteleEncoder``, as keys of the value that has the property; other encoders are given no keys.
  public func encode(to encoder: any Encoder) throws {}
}

extension KeyedDecodingContainer {
  /// Takes the keys that nothing else asks for; there need be no key for the property itself.
  public func decode(_ type: UnknownKeys.Type, forKey key: Key) throws -> UnknownKeys {
    try decodeIfPresent(type, forKey: key) ?? UnknownKeys()
  }
}
