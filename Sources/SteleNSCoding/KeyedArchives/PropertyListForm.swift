/// What the bytes of a property list look like, which are given to an unarchiver by mistake.
enum PropertyListForm {
  /// Whether bytes look like those of a property list, as `NSKeyedArchiver` writes it.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "bplist".utf8)
      || ["<?xml", "<!DOCTYPE plist", "<plist"].contains { bytes.starts(with: $0.utf8) }
  }

  /// The error that says what to call instead, with the same cause.
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
