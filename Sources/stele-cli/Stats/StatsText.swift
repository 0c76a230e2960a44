internal import Stele
internal import SteleInspection
internal import SteleVerifier

extension FileStatistics {
  private static let chunkRowCount = 12
  private static let classRowCount = 16
  private static let keyCount = 3

  /// Returns the numbers for people, on one screen.
  func lines(title: String) -> [Line] {
    var lines = [
      Line.title(
        title, writer: archive.head.writer, byteCount: archive.byteCount,
        classCount: archive.classEntryCount, objectCount: archive.objectCount,
        rootCount: archive.rootCount)
    ]
    lines += ["" as Line] + chunkLines()
    if !archive.classes.isEmpty { lines += ["" as Line] + classLines() }
    return lines + ["" as Line] + factLines()
  }

  private func chunkLines() -> [Line] {
    var rows = archive.chunks.prefix(Self.chunkRowCount).map { chunk -> (Line, Line, Int) in
      ("\(chunk.type)", "\(chunk.count.grouped)", chunk.byteCount)
    }
    let others = archive.chunks.dropFirst(Self.chunkRowCount)
    if !others.isEmpty {
      let count = others.reduce(0) { $0 + $1.count }
      rows.append(
        (
          "\(others.count.of("other type"))", "\(count.grouped)",
          others.reduce(0) { $0 + $1.byteCount }
        ))
    }
    rows += [
      ("headers, signatures", "", archive.frameByteCount),
      ("padding", "", archive.paddingByteCount),
    ]
    var table = TextTable([
      ("chunks", .left), ("number", .right), ("bytes", .right), ("share", .right),
    ])
    for (name, number, byteCount) in rows {
      table.add([
        name, number, "\(byteCount.grouped)", Self.share(byteCount, of: archive.byteCount),
      ])
    }
    return table.lines
  }

  private func classLines() -> [Line] {
    var table = TextTable([
      ("classes", .left), ("objects", .right), ("bytes", .right), ("mean", .right),
      ("share", .right), ("nil", .right), ("refs out", .right), ("refs in", .right),
      ("largest keys", .left),
    ])
    for size in archive.classes.prefix(Self.classRowCount) {
      let keys = size.largestKeys.prefix(Self.keyCount).map { key -> Line in
        "\(key.name.shortened(to: 24)) \(Self.share(key.byteCount, of: size.byteCount))"
      }
      table.add([
        "\(size.name.shortened(to: 32))", "\(size.objectCount.grouped)",
        "\(size.byteCount.grouped)",
        Self.tenths(size.byteCount, of: size.objectCount),
        Self.share(size.byteCount, of: archive.byteCount),
        size.optionalCount == 0 ? "-" : Self.share(size.nilCount, of: size.optionalCount),
        "\(size.referenceCount.grouped)", "\(size.incomingReferenceCount.grouped)",
        keys.joined(separator: ", "),
      ])
    }
    let others = archive.classes.dropFirst(Self.classRowCount)
    guard !others.isEmpty else { return table.lines }
    let byteCount = others.reduce(0) { $0 + $1.byteCount }
    return table.lines + [
      "and \(others.count.of("other class", plural: "other classes")), \(byteCount.of("byte"))"
    ]
  }

  private func factLines() -> [Line] {
    var facts = TextTable()
    let type = archive.head.documentType
    if !type.isEmpty { facts.add("document type", "\(type.shortened())") }
    let unreachable: Line =
      "\(archive.unreachableObjectCount.of("object")), \(archive.unreachableByteCount.of("byte"))"
    facts.add("unreachable", archive.unreachableObjectCount == 0 ? "none" : unreachable)
    facts.add("longest chain", "\(archive.longestChain.of("object"))")
    facts.add("cycles", cycles)
    if archive.weakSlotCount > 0 {
      let lostCount = archive.lostWeakSlotCount.grouped
      facts.add("weak slots", "\(archive.weakSlotCount.grouped), \(lostCount) of them nil")
    }
    for record in archive.largestRecords {
      let owner: Line = "object \(record.object) (\(record.className.shortened(to: 32)))"
      facts.add("largest records", "\(record.byteCount.of("byte")), \(owner)")
    }
    if !archive.repeatedStrings.isEmpty {
      let least: Line = archive.areStringsExact ? "" : "at least "
      facts.add(
        "repeated strings",
        "\(least)\(archive.repeatedByteCount.of("byte")) would be saved if each were stored once")
    }
    for string in archive.repeatedStrings {
      let size = string.repeatedByteCount.of("byte")
      facts.add("repeated strings", "\(size), \(string.count.grouped) times \"\(string.text)\"")
    }
    let isCanonical = canonicalFinding.map { finding -> Line in
      "no, \(finding.rule.number) \(finding.rule.rawValue) at byte \(finding.offset)"
    }
    facts.add("canonical", isCanonical ?? "yes")
    let denial = digestDenial.map { "none, \($0)" }
    let digest = digest?.description ?? denial
    facts.add("content digest", "\(digest ?? "not made of a file of this size; see stele digest")")
    facts.add("fingerprint", "\(archive.fingerprint.hexadecimal)")
    return facts.lines
  }

  private var cycles: Line {
    var parts: [Line] = []
    if archive.cycleCount > 0 {
      parts.append(
        "\(archive.cycleCount.grouped), the largest of \(archive.largestCycle.of("object"))")
    }
    if archive.loopCount > 0 {
      let verb = archive.loopCount == 1 ? "refers to itself" : "refer to themselves"
      parts.append("\(archive.loopCount.of("object")) \(verb)")
    }
    return parts.isEmpty ? "none" : parts.joined(separator: "; ")
  }

  /// Returns a fraction in per cent.
  private static func share(_ part: Int, of whole: Int) -> Line {
    whole > 0 ? "\(tenths(part, of: whole, scale: 1000))%" : "-"
  }

  /// Returns a quotient with one decimal; the scale of its tenths is 10, or 1000 for per cent.
  private static func tenths(_ part: Int, of whole: Int, scale: Double = 10) -> Line {
    guard whole > 0 else { return "-" }
    let number = Int(exactly: (Double(part) / Double(whole) * scale).rounded()) ?? 0
    return "\((number / 10).grouped).\(number % 10)"
  }
}
