internal import Stele
internal import SteleInspection
internal import SteleVerifier

/// The numbers of an archive for people, on one screen.
struct StatsText {
  private(set) var lines: [Line] = []
  private static let chunkRowCount = 12
  private static let classRowCount = 16
  private static let keyCount = 3

  init(_ found: FileStatistics, title: String) {
    let archive = found.archive
    let counts = [
      archive.byteCount.of("byte"),
      archive.classEntryCount.of("class", plural: "classes"), archive.objectCount.of("object"),
      archive.rootCount.of("root"),
    ]
    let writer: Line =
      archive.head.writer.isEmpty ? "" : " written by \(archive.head.writer.shortened())"
    lines.append(
      "\(title): Stele \(Head.versionText)\(writer), \(counts.joined(separator: ", "))")
    lines += ["" as Line] + chunkLines(archive)
    if !archive.classes.isEmpty { lines += ["" as Line] + classLines(archive) }
    lines += ["" as Line] + factLines(found)
  }

  private func chunkLines(_ archive: ArchiveStatistics) -> [Line] {
    var table = TextTable([
      ("chunks", .left), ("number", .right), ("bytes", .right), ("share", .right),
    ])
    for chunk in archive.chunks.prefix(Self.chunkRowCount) {
      table.add([
        "\(chunk.type)", "\(chunk.count.grouped)", "\(chunk.byteCount.grouped)",
        Self.share(chunk.byteCount, of: archive.byteCount),
      ])
    }
    let others = archive.chunks.dropFirst(Self.chunkRowCount)
    if !others.isEmpty {
      let byteCount = others.reduce(0) { $0 + $1.byteCount }
      table.add([
        "\(others.count.of("other type"))", "\(others.reduce(0) { $0 + $1.count }.grouped)",
        "\(byteCount.grouped)", Self.share(byteCount, of: archive.byteCount),
      ])
    }
    for (name, byteCount) in [
      ("headers, signatures", archive.frameByteCount), ("padding", archive.paddingByteCount),
    ] {
      table.add([
        "\(name)", "", "\(byteCount.grouped)", Self.share(byteCount, of: archive.byteCount),
      ])
    }
    return table.lines
  }

  private func classLines(_ archive: ArchiveStatistics) -> [Line] {
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

  private func factLines(_ found: FileStatistics) -> [Line] {
    let archive = found.archive
    var facts: [(String, [Line])] = []
    if !archive.head.documentType.isEmpty {
      facts.append(("document type", ["\(archive.head.documentType.shortened())"]))
    }
    facts.append(
      (
        "unreachable",
        [
          archive.unreachableObjectCount == 0
            ? "none"
            : "\(archive.unreachableObjectCount.of("object")), \(archive.unreachableByteCount.of("byte"))"
        ]
      ))
    facts.append(("longest chain", ["\(archive.longestChain.of("object"))"]))
    facts.append(("cycles", [Self.cycles(archive)]))
    if archive.weakSlotCount > 0 {
      facts.append(
        (
          "weak slots",
          ["\(archive.weakSlotCount.grouped), \(archive.lostWeakSlotCount.grouped) of them nil"]
        ))
    }
    if !archive.largestRecords.isEmpty {
      facts.append(
        (
          "largest records",
          archive.largestRecords.map {
            "\($0.byteCount.of("byte")), object \($0.object) (\($0.className.shortened(to: 32)))"
          }
        ))
    }
    facts += Self.stringFacts(archive)
    let isCanonical = found.canonicalFinding.map { finding -> Line in
      "no, \(finding.rule.number) \(finding.rule.rawValue) at byte \(finding.offset)"
    }
    facts.append(("canonical", [isCanonical ?? "yes"]))
    facts.append(("content digest", [Self.digest(found.digest)]))
    facts.append(("fingerprint", ["\(archive.fingerprint.hexadecimal)"]))
    return Self.table(facts)
  }

  private static func cycles(_ archive: ArchiveStatistics) -> Line {
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

  private static func stringFacts(_ archive: ArchiveStatistics) -> [(String, [Line])] {
    guard !archive.repeatedStrings.isEmpty else { return [] }
    let least: Line = archive.areStringsExact ? "" : "at least "
    let total: Line =
      "\(least)\(archive.repeatedByteCount.of("byte")) would be saved if each were stored once"
    return [
      (
        "repeated strings",
        [total]
          + archive.repeatedStrings.map {
            "\($0.repeatedByteCount.of("byte")), \($0.count.grouped) times \"\($0.text)\""
          }
      )
    ]
  }

  private static func digest(_ digest: FileStatistics.Digest) -> Line {
    switch digest {
    case .known(let digest): "\(digest)"
    case .large: "not made of a file of this size; see stele digest"
    case .none(let reason): "none, \(reason)"
    }
  }

  /// Returns the lines of a table of facts, each of which has one or more lines.
  private static func table(_ facts: [(String, [Line])]) -> [Line] {
    let width = (facts.map(\.0.count).max() ?? 0) + 2
    return facts.flatMap { name, values in
      values.enumerated().map { index, value in
        let name = index == 0 ? name : ""
        return "\(name + String(repeating: " ", count: width - name.count))\(value)" as Line
      }
    }
  }

  /// Returns a part of a whole in per cent.
  private static func share(_ part: Int, of whole: Int) -> Line {
    guard whole > 0 else { return "-" }
    return "\(tenths((Double(part) / Double(whole) * 1000).rounded()))%"
  }

  /// Returns a quotient with one decimal.
  private static func tenths(_ part: Int, of whole: Int) -> Line {
    guard whole > 0 else { return "-" }
    return tenths((Double(part) / Double(whole) * 10).rounded())
  }

  private static func tenths(_ number: Double) -> Line {
    let number = Int(exactly: number) ?? 0
    return "\((number / 10).grouped).\(number % 10)"
  }
}
