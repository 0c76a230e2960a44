import Stele
import SteleInspection
import TestSupport

/// Annex B: archives explained byte by byte.
struct ExampleAnnex {
  let fixtures: [ValidFixture]

  /// Whether the annex shows all small fixtures, not two of them.
  let showsAll: Bool

  private var examples: [String] {
    guard showsAll else { return ["empty", "list-nested"] }
    return fixtures.filter { $0.bytes.count <= 1024 }.map(\.name)
  }

  /// The annex, in Markdown.
  func text() throws -> String {
    var text = """
      # Annex B: Examples

      *Informative.* Generated from files in `Fixtures/valid`.

      Offsets are decimal, bytes hexadecimal. Each line is one field, with the section that defines it, its name, the key
      to which it belongs, and its value; a field of more than eight bytes takes further lines. `stele explain` shows any
      archive so, and `swift run fixtures --annexes FOLDER` writes this annex with all fixtures of up to 1,024 bytes.

      """
    for (index, name) in examples.enumerated() {
      guard let fixture = fixtures.first(where: { $0.name == name }) else {
        throw RuleTexts.Mismatch(description: "no example \(name)")
      }
      text += """

        ## B.\(index + 1) \(name.prefix(1).uppercased() + name.dropFirst().replacing("-", with: " "))

        \(fixture.about) `Fixtures/valid/\(name).stele`, \(fixture.bytes.count) bytes:

        """
      text += "\n"
      for field in try ArchiveExplanation.fields(of: fixture.bytes) {
        text += lines(of: field, in: fixture)
      }
      text += """

        The same archive in the text notation (annex C):

        """
      text += "\n" + indented(fixture.graph.notation())
    }
    return text
  }

  /// A field in an indented block, with an empty line before each chunk.
  private func lines(of field: ArchiveExplanation.Field, in fixture: ValidFixture) -> String {
    let isNewChunk = field.name == "chunk type" || field.name == "closing signature"
    var text = isNewChunk ? "\n" : ""
    for start in stride(from: field.offset, to: field.offset + field.byteCount, by: 8) {
      let end = min(start + 8, field.offset + field.byteCount)
      let bytes = fixture.bytes[start..<end].hexadecimal(isUppercase: true, separator: " ")
      let offset = String(start)
      let column = String(repeating: " ", count: max(0, 5 - offset.count)) + offset
      let padding = String(repeating: " ", count: 25 - bytes.count)
      let line = "    \(column)  \(bytes)\(start == field.offset ? padding + field.meaning : "")"
      text += line + "\n"
    }
    return text
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    \($0)\n" }.joined()
  }
}
