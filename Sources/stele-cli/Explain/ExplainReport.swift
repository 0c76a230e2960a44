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
    try console.report(["format": JSON.format(Explain.self), "bytes": bytes.byteCount], [])
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
    for heading in field.headings { try console.say("in \(title(heading))") }
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
  func end() throws {
    for finding in findings[next...] {
      try console.report(["finding": document(finding)], [text(finding)])
    }
    if hasMoreFindings { try console.report(["moreFindings": true], ["and more findings"]) }
  }

  func show(_ heading: ExplainedHeading) throws {
    let isChunk = if case .chunk? = heading.step { true } else { false }
    try console.report(
      ["heading": heading.title, "offset": heading.offset, "length": heading.byteCount],
      (isChunk ? [""] : []) + [title(heading)])
  }

  private func title(_ heading: ExplainedHeading) -> Line {
    "\(heading.title), at byte \(heading.offset)"
  }

  /// Shows a field, with its findings.
  mutating func show(_ field: ArchiveExplanation.Field, isMarked: Bool = false) throws {
    begin(at: field.offset)
    let found = findings[next...].prefix { $0.offset < field.endOffset }
    next += found.count
    if console.isJSON { return try showJSON(field, found, isMarked: isMarked) }
    let size = Self.lineByteCount
    let isLong = field.byteCount > 2 * size && !showsAll
    let digits: Line = "\(field.bytes.prefix(size).digits)\(isLong ? " …" : "")"
    let (section, name): (Line, Line) = ("\(field.section)", "\(field.name)")
    let value: Line? = field.value.isEmpty ? nil : "\(field.value)"
    let keyPath: Line? = field.keyPath.map { "\($0)" }
    var columns = [digits.padded(to: 3 * size + 1), "§" + section.padded(to: 3), name]
    if value != nil || keyPath != nil || isLong { columns[2] = name.padded(to: 16) }
    if keyPath != nil {
      columns.append((value ?? "").padded(to: 28))
    } else if let value {
      columns.append(value)
    }
    if isLong { columns.append("(\(field.byteCount.of("byte")))") }
    if let keyPath { columns.append(keyPath) }
    try console.say(place(field.offset, isMarked: isMarked) + columns.joined(separator: "  "))
    if !isLong {
      for start in stride(from: field.offset + size, to: field.endOffset, by: 1 << 16) {
        let part = try bytes.bytes(in: start..<min(field.endOffset, start + (1 << 16)))
        for row in stride(from: 0, to: part.count, by: size) {
          let digits = part[row...].prefix(size).digits
          try console.say(place(start + row, isMarked: isMarked) + "\(digits)")
        }
      }
    }
    for finding in found { try console.say(text(finding)) }
  }

  /// Returns the beginning of a line with the offset of its first byte.
  private func place(_ offset: Int, isMarked: Bool) -> Line {
    let space = String(repeating: " ", count: offsetWidth - String(offset).count)
    return "\(isMarked ? ">" : " ") \(space)\(offset)  "
  }

  private func text(_ finding: Verification.Finding) -> Line {
    let place = finding.keyPath.map { ", \($0)" } ?? ""
    let rule = "\(finding.rule.number) \(finding.rule.rawValue) at byte \(finding.offset)\(place)"
    return console.colored("      ^ \(rule): \(finding.message)", .red)
  }

  private mutating func showJSON(
    _ field: ArchiveExplanation.Field, _ found: ArraySlice<Verification.Finding>, isMarked: Bool
  ) throws {
    var members: JSON = [
      "offset": field.offset, "length": field.byteCount, "bytes": field.bytes.digits,
      "section": field.section, "field": field.name, "value": field.value,
      "keyPath": field.keyPath, "path": field.path,
    ]
    if let target = field.target {
      members += ["target": ["object": target.object, "offset": target.offset] as JSON]
    }
    if isMarked { members += ["isMarked": true] }
    if marksDamage, let damage = damage(around: field) { members += ["damage": document(damage)] }
    if !found.isEmpty { members += ["findings": found.map(document)] }
    try console.say(members.line)
  }

  private func document(_ finding: Verification.Finding) -> JSON {
    [
      "rule": finding.rule.number, "code": finding.rule.rawValue, "offset": finding.offset,
      "message": finding.message,
    ]
  }
}

extension ArraySlice<UInt8> {
  /// The hexadecimal digits of the bytes, with a space between bytes.
  fileprivate var digits: String {
    Hexadecimal.digits(self, separator: " ").uppercased()
  }
}
