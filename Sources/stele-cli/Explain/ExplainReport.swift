internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleVerifier

/// The output of `stele explain`, as text or as JSON lines.
struct ExplainReport {
  private let findings: [Verification.Finding]
  /// Whether the verifier has more findings than it was to report.
  private let hasMoreFindings: Bool
  /// The index of the next finding to be shown.
  private var next = 0
  private let bytes: ArchiveBytes
  private let isJSON: Bool
  private let showsAll: Bool
  private let console: Console
  private let offsetWidth: Int

  /// The row that is made.
  private var row = ColumnLine()

  private static let lineByteCount = 8

  init(
    _ verification: Verification, bytes: ArchiveBytes, isJSON: Bool, showsAll: Bool,
    console: Console
  ) {
    findings = verification.findings.sorted { $0.offset < $1.offset }
    hasMoreFindings = verification.statistics.truncatedFindings
    self.bytes = bytes
    self.isJSON = isJSON
    self.showsAll = showsAll
    self.console = console
    offsetWidth = max(6, String(bytes.byteCount).count)
  }

  /// Writes the form of the lines for machines, before the first part or field.
  func begin() throws {
    guard isJSON else { return }
    try console.say(
      JSON.object([JSON.format(Explain.self), ("bytes", .number(bytes.byteCount))]).line)
  }

  /// Skips the findings before an offset.
  mutating func begin(at offset: Int) {
    while next < findings.count, findings[next].offset < offset { next += 1 }
  }

  /// Shows the parts that contain a field, from the outside in, and skips the findings before an offset.
  mutating func begin(in field: ArchiveExplanation.Field, at offset: Int) throws {
    begin(at: offset)
    guard !isJSON else { return }
    for heading in field.headings { try console.say("in \(title(heading))") }
    if let keyPath = field.keyPath { try console.say("in \(keyPath)") }
    if let damage = damage(around: field) {
      try console.say("damaged: \(damage), so that these bytes may have been others")
    }
    try console.say("")
  }

  /// Returns a clause about the check of the payload that contains a field, if the check does not match.
  private func damage(around field: ArchiveExplanation.Field) -> Line? {
    for case let (heading, byteCount?) in field.headings.map({ ($0, $0.byteCount) }) {
      guard case .chunk = heading.kind else { continue }
      let range = heading.offset..<(heading.offset + byteCount)
      if let finding = findings.first(where: {
        $0.rule == .payloadCheck && range.contains($0.offset)
      }) {
        let rule = "\(finding.rule.number) \(finding.rule.rawValue)"
        return "the check of the chunk does not match (\(rule))"
      }
    }
    return nil
  }

  /// Shows a part or a field, with its findings.
  mutating func show(_ event: ExplanationEvent) throws {
    switch event {
    case .heading(let heading): try show(heading)
    case .field(let field): try show(field, isMarked: false)
    }
  }

  /// Shows the field at an offset, the parts that contain it, from the outside in, and the fields around it.
  mutating func show(_ fields: [ArchiveExplanation.Field], around offset: Int) throws {
    guard let first = fields.first,
      let marked = fields.first(where: { $0.offset <= offset && offset < $0.endOffset })
    else { return }
    if !isJSON { try console.say("byte \(offset) of \(bytes.byteCount)") }
    try begin(in: marked, at: first.offset)
    for field in fields { try show(field, isMarked: field.offset == marked.offset) }
  }

  /// Shows the findings after the last byte.
  mutating func end() throws {
    while next < findings.count {
      let finding = findings[next]
      try console.say(isJSON ? JSON.object([("finding", json(finding))]).line : text(finding))
      next += 1
    }
    guard hasMoreFindings else { return }
    try console.say(
      isJSON ? JSON.object([("moreFindings", .bool(true))]).line : "and more findings")
  }

  private func show(_ heading: ExplainedHeading) throws {
    guard isJSON else {
      if case .chunk = heading.kind { try console.say("") }
      return try console.say("\(title(heading))")
    }
    try console.say(
      JSON.object([
        ("heading", .string(heading.title)), ("offset", .number(heading.offset)),
        ("length", .number(heading.byteCount)),
      ]).line)
  }

  private func title(_ heading: ExplainedHeading) -> Line {
    "\(heading.title), at byte \(heading.offset)"
  }

  private mutating func show(_ field: ArchiveExplanation.Field, isMarked: Bool) throws {
    begin(at: field.offset)
    var found: [Verification.Finding] = []
    while next < findings.count, findings[next].offset < field.endOffset {
      found.append(findings[next])
      next += 1
    }
    if isJSON { return try console.say(json(field, found, isMarked: isMarked).line) }
    let size = Self.lineByteCount
    let isLong = field.byteCount > 2 * size && !showsAll
    let keyPath = field.keyPath
    row.clear()
    addPlace(field.offset, isMarked: isMarked)
    row.addHexadecimal(field.bytes.prefix(size))
    if isLong { row.add(own: " …") }
    row.pad(to: 3 * size + 1)
    row.beginColumn(after: "  §")
    row.add(field.section)
    row.pad(to: 3)
    row.beginColumn()
    row.add(field.name)
    if !field.value.isEmpty || keyPath != nil || isLong { row.pad(to: 16) }
    if !field.value.isEmpty || keyPath != nil {
      row.beginColumn()
      row.add(field.value)
    }
    if let keyPath {
      row.pad(to: 28)
      if isLong { row.add("  (\(field.byteCount.of("byte")))") }
      row.add(own: "  ")
      row.add(keyPath)
    } else if isLong {
      row.add("  (\(field.byteCount.of("byte")))")
    }
    try console.say(row)
    var offset = field.offset + size
    let end = isLong ? field.offset : field.endOffset
    while offset < end {
      let part = try bytes.reader(of: offset..<min(end, offset + (1 << 16)))
      let all = Array(part.bytes(in: part.offset..<part.endOffset))
      guard !all.isEmpty else { break }
      for start in stride(from: 0, to: all.count, by: size) {
        row.clear()
        addPlace(offset + start, isMarked: isMarked)
        row.addHexadecimal(all[start..<min(all.count, start + size)])
        try console.say(row)
      }
      offset += all.count
    }
    for finding in found { try console.say(text(finding)) }
  }

  /// Begins a row with the offset of its first byte.
  private mutating func addPlace(_ offset: Int, isMarked: Bool) {
    row.add(own: isMarked ? "> " : "  ")
    row.add(offset, width: offsetWidth)
    row.beginColumn()
  }

  private func text(_ finding: Verification.Finding) -> Line {
    let place = finding.keyPath.map { ", \($0)" } ?? ""
    let rule = "\(finding.rule.number) \(finding.rule.rawValue) at byte \(finding.offset)\(place)"
    return console.colored("      ^ \(rule): \(finding.message)", .red)
  }

  private func json(
    _ field: ArchiveExplanation.Field, _ found: [Verification.Finding], isMarked: Bool
  ) -> JSON {
    var members: [(String, JSON)] = [
      ("offset", .number(field.offset)), ("length", .number(field.byteCount)),
      ("bytes", .string(hex(field.bytes[...]))), ("section", .string(field.section)),
      ("field", .string(field.name)), ("value", .string(field.value)),
      ("keyPath", .string(field.keyPath)), ("path", .string(field.path)),
    ]
    if let target = field.target {
      members.append(
        (
          "target",
          .object([("object", .number(target.object)), ("offset", .number(target.offset))])
        ))
    }
    if isMarked { members.append(("isMarked", .bool(true))) }
    if !found.isEmpty { members.append(("findings", .array(found.map(json)))) }
    return .object(members)
  }

  private func json(_ finding: Verification.Finding) -> JSON {
    .object([
      ("rule", .string(finding.rule.number)), ("code", .string(finding.rule.rawValue)),
      ("offset", .number(finding.offset)), ("message", .string(finding.message)),
    ])
  }

  private func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }
}
