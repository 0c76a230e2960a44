internal import Foundation
internal import Stele
internal import SteleFoundation

/// `stele view`, which makes a page for a browser that shows an archive.
enum View: Command {
  static let name = "view"
  static let summary = "make a web page that shows an archive"
  static let operands = "[options] [FILE] -o PAGE"
  static let about = """
    Writes one HTML page with the archive inside. The page reads the archive itself, by the
    specification: it shows classes, objects, roots and chunks, the values of each object and who
    refers to it, by which key, and the bytes of everything, in colours by the kind of field. It
    searches for text, values and bytes, reads the bytes at an offset as each type, and copies and
    saves values; the key ? lists its keys. It needs no network, and asks for nothing.
    The archive may be damaged: the page names the first rule that is broken, and the byte, and
    shows what can be read.
    Without FILE the page has no archive, and opens files that are dropped on it. Any page does.
    An archive may have 512 MiB at most, because browsers cannot open larger pages.
    """
  static let options = [Option.output]
  static let fine = "the page was written"
  static let finding = "the file is too large; nothing was written"
  static let examples: KeyValuePairs = [
    "stele view notes.stele -o notes.html": "a page with the archive in it",
    "stele view -o viewer.html": "an empty page, which opens archives",
  ]

  /// The largest size of an archive, in bytes: encoded in base64, it results in a page of two thirds of a gibibyte.
  static let maximumByteCount = 512 << 20

  /// The number of bytes in one element; a multiple of three, so that only the last element is padded.
  private static let partByteCount = 3 << 20

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = arguments.operands.isEmpty ? nil : Input(try arguments.operands("file")[0])
    let output = try arguments.output()
    return { console in
      let file = try Output(output, from: input, console)
      func say(_ text: String) throws(FileError) { try file.write(Array(text.utf8)) }
      guard let input else {
        try say(PageSources.head + PageSources.tail)
        return try file.commit()
      }
      // The page is written part by part, so that the memory for it does not grow with the archive.
      try input.readUnchangedArchive(console) { bytes in
        let byteCount = bytes.byteCount
        guard byteCount <= maximumByteCount else {
          throw Refusal(
            "it has \(byteCount.grouped) bytes, and a page holds \(maximumByteCount.grouped) at most"
          )
        }
        try say(PageSources.head)
        try say(
          """
          <template id="archive" data-name="\(attribute(input.fileName))" data-length="\(byteCount)"></template>

          """)
        for range in bytes.pieces(byteCount: partByteCount) {
          // A type that is not a script, so a browser keeps the text but does not run it.
          try say("<script type=\"application/octet-stream\">")
          try file.write(Array(Data(bytes.bytes(in: range)).base64EncodedData()))
          try say("</script><script>\(PageSources.step)</script>\n")
        }
        try say(PageSources.tail)
      }
      try file.commit()
    }
  }

  /// Returns text as the value of an attribute.
  ///
  /// Markup characters and invisible characters are written as numeric character references.
  private static func attribute(_ text: String) -> String {
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
