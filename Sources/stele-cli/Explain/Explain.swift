internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel
internal import SteleVerifier

/// `stele explain`, which shows the meaning of every byte of an archive.
enum Explain: Command {
  static let name = "explain"
  static let summary = "show what every byte of an archive means"
  static let operands = "[options] FILE"
  static let about = """
    Shows each field of the archive in a line: offset, bytes, section of the specification, field,
    value and key path. A reference is shown with the offset of the record that it leads to. What
    is wrong with the archive stands below the field that breaks the rule. What cannot be read is
    shown as raw bytes, up to the next record or chunk. Any size will do. - is standard input.
    --json gives JSON lines: after that of their format a document for each heading and each field,
    with its first 64 bytes.
    """
  static let options = [at] + selected + [chunks, all, .json]
  static let fine = "the archive is valid"
  static let finding =
    "the archive is not valid, or has no such object, root or value; it is shown all the same"
  static let examples: KeyValuePairs = [
    "stele explain notes.stele --at 144": "what the byte at an offset is",
    "stele explain notes.stele --object 3": "the record of an object",
    "stele explain notes.stele --path root.notes[0].title": "the bytes of a value",
    "stele explain notes.stele --chunks": "the parts of the file",
  ]

  private static let at = Option(
    "--at", value: "OFFSET", "show only the field of a byte, and those around it")
  private static let selected = Selection.options(
    object: "show only the record of an object", root: "show only the root of a name",
    path: "show only the value of a key path, such as root.pets[3].name")
  private static let chunks = Option("--chunks", "show only the chunks, not what is in them")
  private static let all = Option("--all", "show all bytes and elements of long fields")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let offset = try arguments.number(of: Self.at, from: 0)
    let selection = try Selection(arguments, Self.selected)
    var detail = ExplanationDetail()
    detail.showsFramesOnly = arguments.has(Self.chunks)
    detail.showsAll = arguments.has(Self.all)
    try arguments.checkAlternatives([Self.at] + Self.selected + [Self.chunks])

    func showRoot(
      _ name: String, _ explanation: ArchiveExplanation, _ report: inout ExplainReport
    ) throws {
      var names: [String] = []
      for chunk in explanation.rootChunks {
        var start: Int?
        let recordRoot = { (heading: ExplainedHeading) in
          guard start == nil, case .root(_, let found)? = heading.step else { return }
          if found.isExactly(name) {
            start = heading.offset
          } else if names.count <= Refusal.shownCount {
            names.append(found)
          }
        }
        try explanation.forEach(in: chunk, detail: detail, heading: recordRoot) { _ in }
        guard let start else { continue }
        report.begin(at: start)
        return try explanation.forEach(
          in: chunk, detail: detail,
          heading: { if $0.offset == start { try report.show($0) } },
          field: { if $0.headings.last?.offset == start { try report.show($0) } })
      }
      throw Refusal(missingRoot: name, among: names)
    }

    return { console in
      var verifier = Verifier()
      verifier.maximumFindingCount = 100_000
      try input.readUnchangedArchive(console, doing: "verifying") { bytes in
        let verification = verifier.verify(bytes)
        if let error = verification.sourceError { throw error }
        if let offset, offset >= bytes.byteCount {
          throw UsageError(
            "byte \(offset) is beyond the end: there are \(bytes.byteCount.of("byte"))")
        }
        console.verdict = verification.isValid ? .fine : .finding
        console.progress("reading \(input.title)")
        let explanation = ArchiveExplanation(bytes)
        if let error = explanation.sourceError { throw error }
        var report = ExplainReport(
          verification, bytes: bytes, showsAll: detail.showsAll, console: console)
        try report.begin()
        if let offset {
          return try report.show(try explanation.fields(around: offset, 3), around: offset)
        }
        switch selection {
        case .object(let number):
          guard let record = try explanation.record(of: number) else {
            throw Refusal("there is no object \(number)")
          }
          report.begin(at: record.lowerBound)
          try explanation.forEach(
            in: record, detail: detail,
            heading: { if case .object? = $0.step { try report.show($0) } },
            field: { try report.show($0) })
        case .root(let name): try showRoot(name, explanation, &report)
        case .path(let path):
          let place = try ArchiveReader(opening: bytes, limits: console.limits).place(at: path)
          var isFirst = true
          try explanation.forEach(at: place) { field in
            if isFirst { try report.begin(in: field, at: field.offset) }
            isFirst = false
            try report.show(field)
          }
        case nil:
          try explanation.forEach(
            detail: detail, heading: { try report.show($0) }, field: { try report.show($0) })
          try report.end()
        }
      }
    }
  }
}
