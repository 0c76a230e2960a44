internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleVerifier

/// `stele explain`, which shows the meaning of every byte of an archive.
struct Explain: Command {
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
  static let options = [at, object, root, path, chunks, all, .json]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the archive is valid"),
    (
      .finding,
      "the archive is not valid, or has no such object, root or value; it is shown all the same"
    ),
  ]
  static let examples: KeyValuePairs = [
    "stele explain notes.stele --at 144": "what the byte at an offset is",
    "stele explain notes.stele --object 3": "the record of an object",
    "stele explain notes.stele --path root.notes[0].title": "the bytes of a value",
    "stele explain notes.stele --chunks": "the parts of the file",
  ]

  private static let at = Option(
    "--at", value: "OFFSET", "show only the field of a byte, and those around it")
  private static let object = Option("--object", value: "N", "show only the record of an object")
  private static let root = Option("--root", value: "NAME", "show only the root of a name")
  private static let path = Option.path(
    "show only the value of a key path, such as root.pets[3].name")
  private static let chunks = Option("--chunks", "show only the chunks, not what is in them")
  private static let all = Option("--all", "show all bytes and elements of long fields")

  private let input: Input
  private let offset: Int?
  private let objectNumber: Int?
  private let rootName: String?
  private let path: ArchivePath?
  private let isJSON: Bool
  private var detail = ExplanationDetail()

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    offset = try arguments.number(of: Self.at, from: 0)
    objectNumber = try arguments.number(of: Self.object, from: 1)
    rootName = arguments.value(of: Self.root)
    path = try arguments.path(of: Self.path)
    isJSON = arguments.has(.json)
    detail.showsFramesOnly = arguments.has(Self.chunks)
    detail.showsAll = arguments.has(Self.all)
    let selections = [Self.at, Self.object, Self.root, Self.path, Self.chunks]
    guard selections.count(where: arguments.has) < 2 else {
      throw UsageError("--at, --object, --root, --path and --chunks exclude each other")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    console.progress("verifying \(input.title)")
    var verifier = Verifier()
    verifier.maximumFindingCount = 100_000
    guard let file = try input.source() else {
      let bytes = try input.bytes(console)
      return try show(.memory(bytes), verifier.verify(bytes), console)
    }
    let verification = verifier.verify(file)
    if let error = verification.sourceError { throw error }
    let code = try show(.source(file), verification, console)
    try file.checkUnchanged()
    return code
  }

  private func show(
    _ bytes: ArchiveBytes, _ verification: Verification, _ console: Console
  ) throws -> ExitCode {
    if let offset, offset >= bytes.byteCount {
      throw UsageError("byte \(offset) is beyond the end: there are \(bytes.byteCount.of("byte"))")
    }
    let code = verification.isValid ? ExitCode.fine : .finding
    console.verdict = code
    console.progress("reading \(input.title)")
    let explanation = ArchiveExplanation(bytes)
    if let error = explanation.sourceError { throw error }
    var report = ExplainReport(
      verification, bytes: bytes, isJSON: isJSON, showsAll: detail.showsAll, console: console)
    try report.begin()
    if let offset {
      try report.show(try explanation.fields(around: offset, 3), around: offset)
      return code
    }
    if let objectNumber {
      guard let record = try explanation.record(of: objectNumber) else {
        throw Refusal(name: input.title, reason: "there is no object \(objectNumber)")
      }
      report.begin(at: record.lowerBound)
      try explanation.forEach(
        in: record, detail: detail,
        heading: { if case .record = $0.kind { try report.show($0) } },
        field: { try report.show($0) })
      return code
    }
    if let rootName {
      var names: [String] = []
      guard try showRoot(rootName, explanation, &report, &names) else {
        let missing = Missing(root: rootName, among: names)
        throw Refusal(name: input.title, reason: missing.description)
      }
      return code
    }
    if let path {
      let place = try Refusal.of(input) {
        try ArchiveReader(opening: bytes, limits: ArchiveLimits()).place(at: path)
      }
      var isFirst = true
      try explanation.forEach(at: place) { field in
        if isFirst { try report.begin(in: field, at: field.offset) }
        isFirst = false
        try report.show(field)
      }
      return code
    }
    try explanation.forEach(
      detail: detail, heading: { try report.show($0) }, field: { try report.show($0) })
    try report.end()
    return code
  }

  private func showRoot(
    _ name: String, _ explanation: ArchiveExplanation, _ report: inout ExplainReport,
    _ names: inout [String]
  ) throws -> Bool {
    // The search needs whole names, which the usual detail shortens.
    var search = detail
    search.showsAll = true
    for chunk in explanation.rootChunks {
      var start: Int?
      let recordRoot = { (heading: ExplainedHeading) in
        guard start == nil, case .root(let found) = heading.kind else { return }
        if found == name {
          start = heading.offset
        } else if names.count <= Missing.shownCount {
          names.append(found)
        }
      }
      try explanation.forEach(in: chunk, detail: search, heading: recordRoot) { _ in }
      guard let start else { continue }
      report.begin(at: start)
      try explanation.forEach(
        in: chunk, detail: detail,
        heading: { if $0.offset == start { try report.show($0) } },
        field: { if $0.headings.last?.offset == start { try report.show($0) } })
      return true
    }
    return false
  }
}
