internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleVerifier

/// The output of `stele explain`, as text or as JSON lines.
struct ExplainReport {
  private let findings: [Verification.Finding]
  /// Whether the verifier has more findings than the limit of its report.
  private let hasMoreFindings: Bool
  /// The index of the next finding to be shown.
  private var next = 0
  private let bytes: ArchiveBytes
  private let showsAll: Bool
  private let console: Console
  private let offsetWidth: Int
  /// Whether fields in a chunk with a wrong check are marked, because only parts of the archive are shown.
  private var marksDamage = false
  /// The chunk of the last field, by its offset, and the finding about the check of that chunk.
  private var lastDamage: (chunk: Int, finding: Verification.Finding?)?

  /// The hexadecimal digits of a line of JSON.
  private var digits = ColumnLine()
  /// The buffer for a line of JSON.
  private var json = JSONWriter(isPretty: true)

  private static let lineByteCount = 8

  init(
    _ verification: Verification, bytes: ArchiveBytes, showsAll: Bool, console: Console
  ) {
    findings = verification.findings.sorted { $0.offset < $1.offset }
    hasMoreFindings = verification.statistics.truncatedFindings
    self.bytes = bytes
    self.showsAll = showsAll
    self.console = console
    offsetWidth = max(6, String(bytes.byteCount).count)
  }

  /// Writes the name of the JSON format, before the first part or field.
  func begin() throws {
    guard console.isJSON else { return }
    let document: JSON = ["format": JSON.format(Explain.self), "bytes": bytes.byteCount]
    try console.say(document.line)
  }

  /// Skips the findings before an offset.
  mutating func begin(at offset: Int) {
    while next < findings.count, findings[next].offset < offset { next += 1 }
  }

  /// Shows the parts that contain a field, outermost first, and skips the findings before an offset.
  mutating func begin(in field: ArchiveExplanation.Field, at offset: Int) throws {
    begin(at: offset)
    marksDamage = true
    guard !console.isJSON else { return }
    for heading in field.headings {
      try console.say { line in
        line.add(own: "in ")
        addTitle(heading, to: &line)
      }
    }
    if let keyPath = field.keyPath { try console.say("in \(keyPath)") }
    if let damage = damage(around: field) {
      let rule = "\(damage.rule.number) \(damage.rule.rawValue)"
      try console.say(
        "damaged: the check of the chunk does not match (\(rule)), "
          + "so that these bytes may have been others")
    }
    try console.say("")
  }

  /// Returns the finding about the check of the payload that contains a field, if the check does not match.
  private mutating func damage(
    around field: ArchiveExplanation.Field
  ) -> Verification.Finding? {
    guard let chunk = field.headings.first, case .chunk? = chunk.step,
      let byteCount = chunk.byteCount
    else { return nil }
    if lastDamage?.chunk != chunk.offset {
      let range = chunk.offset..<(chunk.offset + byteCount)
      let finding = findings.first { $0.rule == .payloadCheck && range.contains($0.offset) }
      lastDamage = (chunk.offset, finding)
    }
    return lastDamage?.finding
  }

  /// Shows the field at an offset, the parts that contain it, outermost first, and the fields before and after it.
  mutating func show(_ fields: [ArchiveExplanation.Field], around offset: Int) throws {
    guard let first = fields.first,
      let marked = fields.first(where: { $0.offset <= offset && offset < $0.endOffset })
    else { return }
    if !console.isJSON { try console.say("byte \(offset) of \(bytes.byteCount)") }
    try begin(in: marked, at: first.offset)
    for field in fields { try show(field, isMarked: field.offset == marked.offset) }
  }

  /// Shows the findings after the last byte.
  mutating func end() throws {
    while next < findings.count {
      let finding = findings[next]
      try console.say(
        console.isJSON ? (["finding": document(finding)] as JSON).line : text(finding))
      next += 1
    }
    guard hasMoreFindings else { return }
    try console.say(
      console.isJSON ? (["moreFindings": true] as JSON).line : "and more findings")
  }

  mutating func show(_ heading: ExplainedHeading) throws {
    guard console.isJSON else {
      if case .chunk? = heading.step { try console.say("") }
      return try console.say { addTitle(heading, to: &$0) }
    }
    json.beginObject(.inline)
    json.name("heading")
    json.string(utf8: heading.titleText)
    json.member("offset", heading.offset)
    json.name("length")
    heading.byteCount.write(to: &json)
    try endJSONLine()
  }

  private func addTitle(_ heading: ExplainedHeading, to line: inout ColumnLine) {
    line.add(utf8: heading.titleText)
    line.add(own: ", at byte ")
    line.add(heading.offset)
  }

  private mutating func endJSONLine() throws {
    json.end()
    json.endText()
    try console.write(json: json.take())
  }

  /// Shows a field, with its findings.
  mutating func show(_ field: ArchiveExplanation.Field, isMarked: Bool = false) throws {
    begin(at: field.offset)
    var found: [Verification.Finding] = []
    while next < findings.count, findings[next].offset < field.endOffset {
      found.append(findings[next])
      next += 1
    }
    if console.isJSON { return try showJSON(field, found, isMarked: isMarked) }
    let size = Self.lineByteCount
    let isLong = field.byteCount > 2 * size && !showsAll
    let (hasValue, hasKeyPath) = (!field.valueText.isEmpty, !field.keyPathText.isEmpty)
    try console.say { line in
      addPlace(field.offset, isMarked: isMarked, to: &line)
      line.addHexadecimal(field.bytes, limit: size)
      if isLong { line.add(own: " …") }
      line.pad(to: 3 * size + 1)
      line.beginColumn(after: "  §")
      line.add(field.section)
      line.pad(to: 3)
      line.beginColumn()
      line.add(field.name)
      if hasValue || hasKeyPath || isLong { line.pad(to: 16) }
      if hasValue || hasKeyPath {
        line.beginColumn()
        line.add(utf8: field.valueText)
      }
      if hasKeyPath { line.pad(to: 28) }
      if isLong { line.add("  (\(field.byteCount.of("byte")))") }
      if hasKeyPath {
        line.add(own: "  ")
        line.add(utf8: field.keyPathText)
      }
    }
    if !isLong, field.byteCount > size {
      try showRows(field.bytes.dropFirst(size), at: field.offset + size, isMarked: isMarked)
      var offset = field.offset + field.bytes.count
      while offset < field.endOffset {
        let part = try bytes.reader(of: offset..<min(field.endOffset, offset + (1 << 16)))
        let all = Array(part.bytes(in: part.offset..<part.endOffset))
        guard !all.isEmpty else { break }
        try showRows(all[...], at: offset, isMarked: isMarked)
        offset += all.count
      }
    }
    for finding in found { try console.say(text(finding)) }
  }

  /// Shows further bytes of a field.
  private func showRows(
    _ bytes: ArraySlice<UInt8>, at offset: Int, isMarked: Bool
  ) throws {
    let size = Self.lineByteCount
    for start in stride(from: 0, to: bytes.count, by: size) {
      try console.say { line in
        addPlace(offset + start, isMarked: isMarked, to: &line)
        line.addHexadecimal(bytes.dropFirst(start), limit: size)
      }
    }
  }

  /// Begins a line with the offset of its first byte.
  private func addPlace(_ offset: Int, isMarked: Bool, to line: inout ColumnLine) {
    line.add(own: isMarked ? "> " : "  ")
    line.add(offset, width: offsetWidth)
    line.beginColumn()
  }

  private func text(_ finding: Verification.Finding) -> Line {
    let place = finding.keyPath.map { ", \($0)" } ?? ""
    let rule = "\(finding.rule.number) \(finding.rule.rawValue) at byte \(finding.offset)\(place)"
    return console.colored("      ^ \(rule): \(finding.message)", .red)
  }

  private mutating func showJSON(
    _ field: ArchiveExplanation.Field, _ found: [Verification.Finding], isMarked: Bool
  ) throws {
    json.beginObject(.inline)
    json.member("offset", field.offset)
    json.member("length", field.byteCount)
    json.name("bytes")
    digits.clear()
    digits.addHexadecimal(field.bytes)
    json.string(utf8: digits.utf8)
    json.member("section", field.section)
    json.member("field", field.name)
    json.name("value")
    json.string(utf8: field.valueText)
    json.name("keyPath")
    if field.keyPathText.isEmpty { json.word("null") } else { json.string(utf8: field.keyPathText) }
    json.member("path", field.path)
    if let target = field.target {
      json.name("target")
      json.beginObject(.inline)
      json.member("object", target.object)
      json.name("offset")
      target.offset.write(to: &json)
      json.end()
    }
    if isMarked {
      json.name("isMarked")
      json.word("true")
    }
    if marksDamage, let damage = damage(around: field) {
      json.name("damage")
      document(damage).write(to: &json)
    }
    if !found.isEmpty {
      json.name("findings")
      found.map(document).write(to: &json)
    }
    try endJSONLine()
  }

  private func document(_ finding: Verification.Finding) -> JSON {
    [
      "rule": finding.rule.number, "code": finding.rule.rawValue, "offset": finding.offset,
      "message": finding.message,
    ]
  }
}
