internal import Stele

extension Explicit {
  /// A text without references to others, like the documents of a large archive.
  final class Note: FieldCodable, ArchiveDeclaring {
    static let archiveClass = ArchiveClass("Note")

    let title: String
    let text: String

    init(_ number: Int) {
      var random = SplitMix64(seed: UInt64(number))
      title = Self.title(number)
      text = (0..<20).map { _ in Words.word(3, &random) }.joined(separator: " ")
    }

    init(from fields: inout FieldDecoder) throws {
      title = try fields.decode("title")
      text = try fields.decode("text")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(title, "title")
      try fields.encode(text, "text")
    }

    /// Returns the title of a note, which is also its root's name.
    static func title(_ number: Int) -> String { "note \(number)" }

    /// The entry of the class.
    static var entry: ArchiveClassEntry {
      .class("Note", keys: [ArchiveKey("title", .string), ArchiveKey("text", .string)])
    }
  }
}
