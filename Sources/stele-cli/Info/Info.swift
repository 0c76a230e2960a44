internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel

/// `stele info`, which shows the roots, the metadata and the counts of archives.
enum Info: Command {
  static let name = "info"
  static let summary = "show the roots, metadata and counts of archives"
  static let operands = "[options] PATH..."
  static let about = """
    Shows what stands at both ends of each file: the writer, the type of the document, the number of
    classes, objects and roots, the roots with their types, the metadata, and the fingerprint, by
    which a program detects that a file has changed. Values without parts are shown, too; stele get
    shows any other. Objects are not read and not checked, so that a large file takes no longer.
    \(InputList.about)
    """
  static let options = [InputList.allowEmpty, Option.memory, .json]
  static let fine = "every file was shown"
  static let finding = "a file is not an archive, as far as it was read"
  static let examples: KeyValuePairs = [
    "stele info notes.stele": "what the archive has",
    "stele info --json inbox/ | jq '.files[] | {path, documentType}'": "the types of documents",
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let inputs = try InputList(arguments, to: "look into")
    return { console in
      try inputs.report(of: Self.self, console) { input, _ in
        try input.readUnchangedArchive(console, doing: nil) { bytes in
          let archive = try ArchiveReader(opening: bytes, limits: console.limits)
          let (roots, metadata) = (try archive.roots(), try archive.metadata() ?? [])
          if !console.isJSON { return .lines(lines(archive, bytes, input.title, roots, metadata)) }
          func items(_ items: [ArchiveNamedValue], _ path: (String) -> String) -> [JSON] {
            items.map { item in
              [
                "path": path(item.name), "type": item.type.words.shortened(),
                "value": item.value.plainText(archive.classes)?.shortened(),
              ]
            }
          }
          return .json([
            "stele": Head.versionText, "documentType": archive.documentType.shortened(),
            "writer": archive.writer.shortened(), "bytes": bytes.byteCount,
            "classes": archive.classes.entries.count, "objects": archive.objectCount,
            "roots": items(roots, KeyPathText.root), "metadata": items(metadata, KeyPathText.item),
            "fingerprint": archive.fingerprint.hexadecimal,
          ])
        }
      }
    }
  }

  private static func lines(
    _ archive: ArchiveReader, _ bytes: ArchiveBytes, _ title: String,
    _ roots: [ArchiveNamedValue], _ metadata: [ArchiveNamedValue]
  ) -> [Line] {
    var facts = TextTable()
    func add(_ name: String, _ path: String, _ item: ArchiveNamedValue) {
      let text = item.value.plainText(archive.classes).map { ", \($0.shortened())" } ?? ""
      facts.add(name, "\(path): \(item.type.words.shortened())\(text)")
    }
    if !archive.documentType.isEmpty {
      facts.add("document type", "\(archive.documentType.shortened())")
    }
    for root in roots { add("roots", KeyPathText.root(root.name), root) }
    for item in metadata { add("metadata", KeyPathText.item(item.name), item) }
    facts.add("fingerprint", "\(archive.fingerprint.hexadecimal)")
    return [
      .title(
        title, writer: archive.writer, byteCount: bytes.byteCount,
        classCount: archive.classes.entries.count, objectCount: archive.objectCount,
        rootCount: roots.count)
    ] + facts.lines
  }
}

extension Line {
  /// Returns the first line about an archive.
  static func title(
    _ title: String, writer: String, byteCount: Int, classCount: Int, objectCount: Int,
    rootCount: Int
  ) -> Line {
    let writer: Line = writer.isEmpty ? "" : " written by \(writer.shortened())"
    let counts = [
      byteCount.of("byte"), classCount.of("class", plural: "classes"), objectCount.of("object"),
      rootCount.of("root"),
    ]
    return "\(title): Stele \(Head.versionText)\(writer), \(counts.joined(separator: ", "))"
  }
}
