internal import Foundation
internal import Stele
internal import SteleFoundation

/// The page of `stele view`, written part by part, so that the memory for it does not grow with the archive.
struct ViewPage {
  /// The largest size of an archive, in bytes: encoded in base64, it results in a page of two thirds of a gibibyte.
  static let maximumByteCount = 512 << 20

  /// The number of bytes in one element; a multiple of three, so that only the last element is padded.
  private static let partByteCount = 3 << 20

  let write: ([UInt8]) throws(FileError) -> Void

  /// Writes a page without an archive.
  func finishEmpty() throws(FileError) {
    try say(PageSources.head)
    try say(PageSources.tail)
  }

  /// Writes a page with an archive and its title.
  ///
  /// - Throws: ``Refusal`` if the archive is too large for any browser to open as a page; nothing has been written then.
  func finish(name: String, _ bytes: ArchiveBytes) throws {
    let byteCount = bytes.byteCount
    guard byteCount <= Self.maximumByteCount else {
      throw Refusal(
        "it has \(byteCount.grouped) bytes, and a page holds \(Self.maximumByteCount.grouped) at most"
      )
    }
    try say(PageSources.head)
    try say(
      """
      <template id="archive" data-name="\(attribute(name))" data-length="\(byteCount)"></template>

      """)
    for range in bytes.pieces(byteCount: Self.partByteCount) {
      let part = try bytes.bytes(in: range)
      // A type that is not a script, so a browser keeps the text but does not run it.
      try say("<script type=\"application/octet-stream\">")
      try write(Array(Data(part).base64EncodedData()))
      try say("</script><script>\(PageSources.step)</script>\n")
    }
    try say(PageSources.tail)
  }

  private func say(_ text: String) throws(FileError) {
    try write(Array(text.utf8))
  }

  /// Returns text as the value of an attribute.
  ///
  /// Markup characters and invisible characters are written as numeric character references.
  private func attribute(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&", "<", ">", "\"": "&#\(scalar.value);"
      // HTML gives the numeric references of these code points another meaning.
      case _ where scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value: "\u{FFFD}"
      case _ where scalar.isUnseen: "&#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
