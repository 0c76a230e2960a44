/// Guesses from its first bytes the kind of a file that is not an archive, for error messages.
package enum ForeignContent {
  /// The number of bytes that are needed.
  package static let byteCount = 256

  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    (Array("bplist".utf8), "a binary property list"),
    ([0x1F, 0x8B], "gzip data"),
    ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz data"),
    (Array("BZh".utf8), "bzip2 data"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP file"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (
      [0xD3, 0x53, 0x54, 0x4C, 0x0A],
      "an archive whose line ends were converted, as if it were text"
    ),
    ([0x53, 0x54, 0x4C, 0x0D], "an archive whose bytes lost their high bits"),
    ([0xEF, 0xBF, 0xBD, 0x53, 0x54, 0x4C], "an archive that was converted as if it were text"),
  ]

  /// Describes the content of a file.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes of the file.
  ///   - byteCount: The size of the file.
  /// - Returns: A clause such as `it looks like JSON`, or nil if the kind is unknown.
  package static func clause(_ bytes: some Collection<UInt8>, of byteCount: Int) -> String? {
    guard byteCount > 0 else { return "the file is empty" }
    if byteCount < Signature.byteCount, Signature.bytes.starts(with: bytes) {
      return "it is cut short after \(byteCount) bytes"
    }
    if let known = beginnings.first(where: { bytes.starts(with: $0.bytes) }) {
      return "it looks like \(known.name)"
    }
    return textKind(bytes).map { "it looks like \($0)" }
  }

  private static func textKind(_ bytes: some Collection<UInt8>) -> String? {
    let isText = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    guard isText else { return nil }
    // The last character may be incomplete.
    let text = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON" }
    if text.hasPrefix("<?xml") {
      return text.contains("plist") ? "an XML property list" : "XML"
    }
    return text.dropLast().contains("\u{FFFD}") ? nil : "text"
  }

  /// Returns advice for a clause of ``clause(_:of:)``, or nil if there is none.
  package static func advice(for clause: String) -> String? {
    if clause.hasSuffix("property list") {
      return "If a keyed archive is in it, `stele import` reads it."
    }
    return clause.hasSuffix(" data") ? "Decompress it first." : nil
  }
}
