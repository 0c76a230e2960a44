internal import Stele
internal import SteleInspection
internal import SteleVerifier

/// The statistics of a file: the numbers of its archive, whether the archive has the canonical form, and its content digest.
struct FileStatistics {
  let archive: ArchiveStatistics
  /// The reason why the archive does not have the canonical form; nil if it has that form.
  let canonicalFinding: Verification.Finding?
  /// The content digest; nil if there is none, or if making the canonical form for it would need too much memory.
  private(set) var digest: ContentDigest?
  /// The reason why there is no canonical form to make the digest of.
  private(set) var digestDenial: String?

  /// The size of the largest archive for which the canonical form is made only for the digest.
  private static let digestByteLimit = 16 << 20

  init(_ bytes: ArchiveBytes, title: String, _ console: Console) throws {
    archive = try ArchiveStatistics(bytes, limits: console.limits) { (count, total) in
      console.progress("reading \(title), object \(count.grouped) of \(total.grouped)")
    }
    console.progress("verifying \(title)")
    canonicalFinding = bytes.canonicalFinding()
    let isCanonical = canonicalFinding == nil
    guard isCanonical || bytes.byteCount <= Self.digestByteLimit else { return }
    do {
      digest = try bytes.contentDigest(
        isCanonical: isCanonical, includesMetadata: false, limits: console.limits)
    } catch let error as ArchiveWritingError {
      digestDenial = error.clause
    }
  }
}

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

  /// The numbers for machines: the members for the file, without its path.
  var document: JSON {
    let chunks = archive.chunks.map { chunk -> JSON in
      ["type": chunk.type.description, "number": chunk.count, "bytes": chunk.byteCount]
    }
    let records = archive.largestRecords.map { record -> JSON in
      [
        "object": record.object, "class": record.className.shortened(), "bytes": record.byteCount,
      ]
    }
    let strings = archive.repeatedStrings.map { string -> JSON in
      ["text": string.text, "number": string.count, "savedBytes": string.repeatedByteCount]
    }
    return [
      "stele": Head.versionText, "documentType": archive.head.documentType.shortened(),
      "writer": archive.head.writer.shortened(), "bytes": archive.byteCount,
      "classEntries": archive.classEntryCount, "objects": archive.objectCount,
      "roots": archive.rootCount, "chunks": chunks, "frameBytes": archive.frameByteCount,
      "paddingBytes": archive.paddingByteCount, "classes": archive.classes.map(Self.document(of:)),
      "unreachableObjects": archive.unreachableObjectCount,
      "unreachableBytes": archive.unreachableByteCount, "longestChain": archive.longestChain,
      "cycles": archive.cycleCount, "largestCycle": archive.largestCycle,
      "selfReferringObjects": archive.loopCount, "weakSlots": archive.weakSlotCount,
      "nilWeakSlots": archive.lostWeakSlotCount, "largestRecords": records,
      "repeatedStrings": strings, "savedBytesOfAllStrings": archive.repeatedByteCount,
      "areStringCountsExact": archive.areStringsExact, "canonical": canonicalFinding == nil,
      "canonicalRule": canonicalFinding?.rule.number, "digest": digest?.description,
      "noDigest": digestDenial,
      "fingerprint": archive.fingerprint.hexadecimal,
    ]
  }

  private static func document(of size: ArchiveStatistics.ClassSize) -> JSON {
    let keys = size.largestKeys.map { key -> JSON in
      ["name": key.name.shortened(), "bytes": key.byteCount]
    }
    return [
      "name": size.name.shortened(), "entries": size.entryCount, "objects": size.objectCount,
      "bytes": size.byteCount, "optionalValues": size.optionalCount, "nilValues": size.nilCount,
      "references": size.referenceCount, "referencesTo": size.incomingReferenceCount,
      "weakReferences": size.weakReferenceCount,
      "weakReferencesTo": size.incomingWeakReferenceCount, "largestKeys": keys,
      "hasAllKeys": size.hasAllKeys,
    ]
  }
}
