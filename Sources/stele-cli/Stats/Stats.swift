internal import Stele
internal import SteleFoundation
internal import SteleInspection

/// `stele stats`, which shows how the bytes of archives are used, and how their objects refer to each other.
enum Stats: Command {
  static let name = "stats"
  static let summary = "show where the bytes of archives are"
  static let operands = "[options] PATH..."
  static let about = """
    Shows one screen for each file: the sizes of chunks by type; of each class the number of
    objects, their bytes and the keys that take most of them, how often keys that may be absent or
    nil are, and the strong references in objects and to them; how objects hang together; the
    largest records; the strings of 8 bytes or more that are stored several times, with the bytes
    that storing them once would save; whether the file has the canonical form; and the content
    digest that stele digest prints, unless making the canonical form would take much memory.
    All of the archive is checked.
    \(InputList.about)

    A chain of strong references counts objects; those that lead to one another, a cycle, count
    as one. If there are more than half a million different strings, the counts of strings are
    estimates that may be too low; if so many pairs of a class and a key, further keys are not
    counted.
    """
  static let options = [InputList.allowEmpty, Option.memory, .json]
  static let fine = "every file was shown"
  static let finding = "a file is not a valid archive"
  static let examples: KeyValuePairs = [
    "stele stats notes.stele": "where the bytes are",
    "stele stats --allow-empty inbox/": "the same of each archive of a folder that may have none",
    "stele stats --json notes.stele | jq .files[0].classes": "for a program",
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let inputs = try InputList(arguments, to: "look into")
    return { console in
      var totals = StatsTotals()
      try inputs.report(of: Self.self, console) { count in
        if console.isJSON { return .json(["total": totals.document]) }
        return .lines(count == 1 ? [] : totals.fileCount == 0 ? [totals.line] : ["", totals.line])
      } _: { input, _ in
        let found = try input.readUnchangedArchive(console) { bytes in
          try FileStatistics(bytes, title: input.title, console)
        }
        totals.add(found.archive)
        if console.isJSON { return .json(found.document) }
        let lines = found.lines(title: input.title)
        return .lines(totals.fileCount > 1 ? [""] + lines : lines)
      }
    }
  }
}

struct StatsTotals {
  private(set) var fileCount = 0
  private var byteCount = 0
  private var objectCount = 0
  private var unreachableCount = 0

  mutating func add(_ statistics: ArchiveStatistics) {
    fileCount += 1
    byteCount += statistics.byteCount
    objectCount += statistics.objectCount
    unreachableCount += statistics.unreachableObjectCount
  }

  var line: Line {
    var line: Line =
      "\(fileCount.of("file")): \(byteCount.of("byte")), \(objectCount.of("object"))"
    if unreachableCount > 0 { line += ", \(unreachableCount.grouped) unreachable" }
    return line
  }

  var document: JSON {
    [
      "files": fileCount, "bytes": byteCount, "objects": objectCount,
      "unreachableObjects": unreachableCount,
    ]
  }
}
