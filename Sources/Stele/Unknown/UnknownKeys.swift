/// The keys of one level of an object, or of a struct, that the program does not declare.
///
/// A type that has a property of this type keeps such keys when it is decoded, and writes them back with everything that
/// they refer to. The property itself has no key in archives.
///
/// Spec §8.5.
public struct UnknownKeys: Codable {
  /// No keys.
  public init() {}

  /// The names of the keys, in their order.
  public var names: [String] { [] }

  /// The value of a key; the numbers of references are those of the archive that was decoded.
  public subscript(name: String) -> Value? { nil }

  /// Made by ``SteleDecoder``; other decoders give no keys.
  public init(from decoder: any Decoder) throws {}

  /// Encoded by ``SteleEncoder``; other encoders are given no keys.
  public func encode(to encoder: any Encoder) throws {}
}
