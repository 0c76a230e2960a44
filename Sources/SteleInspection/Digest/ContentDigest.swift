/// The content digest of an archive: 32 bytes that depend on the content and not on how it is laid out.
///
/// Archives of the same content have the same digest, whatever the order of their objects, keys and set elements is. Two
/// archives of different content with the same digest cannot be found in practice. A digest serves as the key of a cache, as
/// what is signed, or to tell whether two files hold the same.
///
/// ```swift
/// let digest = try ArchiveGraph(bytes).contentDigest()
/// print(digest)  // 64 hexadecimal digits
/// ```
///
/// Spec §9.5.
public struct ContentDigest: Hashable, Sendable {
  /// The number of bytes of a digest.
  public static let byteCount = 32

  private let words: SIMD8<UInt32>

  /// Ends a hash of the bytes of a canonical form.
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
  /// Makes a digest of its description.
  ///
  /// - Parameter description: 64 hexadecimal digits in lower case; of any other text no digest is made.
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

  /// The digest as 64 hexadecimal digits in lower case, as `sha256sum` prints it.
  public var description: String { Hexadecimal.digits(bytes) }
}
