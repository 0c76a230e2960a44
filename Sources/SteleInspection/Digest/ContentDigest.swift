/// The content digest of an archive: 32 bytes that depend on the content, but not on its layout.
///
/// Archives with the same content have the same digest, regardless of the order of their objects, keys and set elements.
/// Finding two archives with different content and the same digest is infeasible. A digest can serve as the key of a cache, as
/// the message to sign, or to compare the content of two files.
///
/// ```swift
/// let digest = try ArchiveGraph(bytes).contentDigest()
/// print(digest)  // 64 hexadecimal digits
/// ```
///
/// Spec §9.9.
public struct ContentDigest: Hashable, Sendable {
  /// The number of bytes of a digest.
  public static let byteCount = 32

  private let words: SIMD8<UInt32>

  /// Creates a digest from the hash of a canonical form.
  package init(_ hash: consuming SHA256Stream) {
    words = hash.finish()
  }

  /// The bytes.
  public var bytes: [UInt8] {
    words.indices.flatMap { index in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: words[index] &>> $0) }
    }
  }
}

extension ContentDigest: LosslessStringConvertible {
  /// Creates a digest from its description.
  ///
  /// - Parameter description: 64 lower-case hexadecimal digits; the result is `nil` for any other text.
  public init?(_ description: String) {
    guard description.utf8.count == 2 * Self.byteCount,
      let bytes = Hexadecimal.bytes(description.utf8)
    else { return nil }
    var words = SIMD8<UInt32>()
    for (index, byte) in bytes.enumerated() {
      words[index / 4] = words[index / 4] &<< 8 | UInt32(byte)
    }
    self.words = words
  }

  /// The digest as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
  public var description: String { Hexadecimal.digits(bytes) }
}
