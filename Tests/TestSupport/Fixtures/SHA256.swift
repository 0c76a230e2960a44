import SteleInspection

/// The hash that the manifest keeps of every fixture.
package enum SHA256 {
  /// Returns the SHA-256 of bytes, in lower-case hexadecimal digits.
  package static func hash(_ bytes: [UInt8]) -> String {
    var hash = SHA256Stream()
    hash.update(bytes)
    return ContentDigest(hash).description
  }
}
