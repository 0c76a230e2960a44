import SteleInspection

/// The hash that the manifest keeps of every fixture, as FIPS 180-4 defines it.
package enum SHA256 {
  /// Returns the hash of some bytes, in lower-case hexadecimal digits.
  package static func hash(_ bytes: [UInt8]) -> String {
    var stream = SHA256Stream()
    stream.update(bytes)
    return ContentDigest(stream).description
  }
}
