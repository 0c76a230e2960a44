/// The detection of property lists that are passed to an unarchiver by mistake.
enum MistakenPropertyList {
  /// Returns whether bytes look like a property list written by `NSKeyedArchiver`.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "bplist".utf8)
      || ["<?xml", "<!DOCTYPE plist", "<plist"].contains { bytes.starts(with: $0.utf8) }
  }

  /// Returns an error with the same cause, which names the call to use instead.
  static func error(_ error: DecodingError) -> DecodingError {
    guard case .dataCorrupted(let context) = error else { return error }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: context.codingPath,
        debugDescription:
          "This is a property list, as NSKeyedArchiver writes it, and no Stele archive: read it with "
          + "unarchivedObject(ofClass:fromKeyedArchive:) or init(forReadingKeyedArchive:).",
        underlyingError: context.underlyingError))
  }
}
