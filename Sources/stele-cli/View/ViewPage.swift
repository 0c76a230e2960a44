internal import Foundation
internal import SteleFoundation

/// The page of `stele view`, written part by part: what it takes in memory does not grow with the archive.
struct ViewPage {
  /// How many bytes an archive may have: in base64 they fill a page of two thirds of a gibibyte.
  static let maximumByteCount = 512 << 20

  /// How many bytes stand in one element; a multiple of three, so that only the last one is padded.
  private static let partByteCount = 3 << 20

  /// Takes the bytes of the page.
  let write: ([UInt8]) throws(FileError) -> Void

  /// Writes a page without an archive.
  func finishEmpty() throws(FileError) {
    try say(PageSources.head)
    try say(PageSources.tail)
  }

  /// Writes a page with an archive.
  ///
  /// - Parameters:
  ///   - name: What the page calls the archive.
  ///   - byteCount: How many bytes the archive has.
  ///   - bytes: Gives a part of it.
  /// - Throws: `TooLarge`, before anything is written.
  func finish(
    name: String, byteCount: Int, bytes: (Range<Int>) throws -> [UInt8]
  ) throws {
    guard byteCount <= Self.maximumByteCount else { throw TooLarge(byteCount: byteCount) }
    try say(PageSources.head)
    try say(
      """
      <template id="archive" data-name="\(attribute(name))" data-length="\(byteCount)"></template>

      """)
    for start in stride(from: 0, to: byteCount, by: Self.partByteCount) {
      let part = try bytes(start..<min(byteCount, start + Self.partByteCount))
      // A type that is no script: a browser keeps the text, and runs nothing.
      try say("<script type=\"application/octet-stream\">")
      try write(Array(Data(part).base64EncodedData()))
      try say("</script><script>\(PageSources.step)</script>\n")
    }
    try say(PageSources.tail)
  }

  private func say(_ text: String) throws(FileError) {
    try write(Array(text.utf8))
  }

  /// A text as the value of an attribute.
  ///
  /// What markup could be made of, and what cannot be seen, is written as the number of the character.
  private func attribute(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&", "<", ">", "\"": "&#\(scalar.value);"
      // A reference to these would not be to the character itself.
      case _ where scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value: "\u{FFFD}"
      case _ where scalar.isUnseen: "&#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }

  /// An archive that no browser could open as a page.
  struct TooLarge: Error, CustomStringConvertible {
    /// How many bytes it has.
    let byteCount: Int

    var description: String {
      "it has \(byteCount.grouped) bytes, and a page holds \(ViewPage.maximumByteCount.grouped) at most"
    }
  }
}
