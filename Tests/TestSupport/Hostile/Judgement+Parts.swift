import Stele
import SteleInspection
import SteleModel

extension Judgement {
  /// Opens the archive and reads all its parts, each by itself.
  ///
  /// Of a valid archive they are those of the graph. Otherwise the first finding of the verifier is among the refusals,
  /// unless it is about something that a reader in part may leave alone, or about frames, of which it may name another rule (§8.2).
  mutating func readInPart(_ bytes: [UInt8], _ graph: ArchiveGraph?) {
    var parts = Parts()
    let archive: ArchiveReader
    do {
      archive = try ArchiveReader(opening: bytes)
    } catch {
      let refusal = Verdict(error)
      if let finding, !Self.mayHide(finding, behind: refusal, in: bytes) {
        disagreements.append("the reader in part refuses by \(refusal), not by \(finding)")
      }
      if finding == nil { disagreements.append("only the reader in part refuses: \(error)") }
      return
    }
    parts.read(archive, graph)
    disagreements += parts.differences
    let refusals = parts.refusals.filter { $0.rule != .memory }
    guard let finding else {
      if let refusal = refusals.first {
        disagreements.append("only the reader in part refuses, by \(refusal)")
      }
      return
    }
    guard !refusals.contains(finding), parts.refusals.count == refusals.count else { return }
    let isAllowed =
      switch (finding.rule, Self.chunkType(at: finding.offset, in: bytes)) {
      // The class of a referenced object is checked when the reference is followed.
      case (.wrongClass, _): true
      // Slots are read when a value needs them.
      case (_, .weakSlots?): true
      // It trusts the index for chunks that it does not touch.
      case (let rule, _) where Self.isAboutFrames(rule) || rule == .truncated:
        !parts.refusals.isEmpty || Self.hasUntouchedChunks(bytes)
      // Who reads all objects or roots stops at the first that is refused, or at the slots that its values need.
      case _ where Self.isAbout(.objects, finding, in: bytes):
        refusals.contains {
          Self.isAbout(.objects, $0, in: bytes) || Self.isAbout(.weakSlots, $0, in: bytes)
        }
      case _ where Self.isAbout(.roots, finding, in: bytes):
        refusals.contains {
          Self.isAbout(.roots, $0, in: bytes) || Self.isAbout(.weakSlots, $0, in: bytes)
        }
      default: false
      }
    if !isAllowed {
      disagreements.append("the reader in part does not refuse by \(finding), but by \(refusals)")
    }
  }

  /// Whether a reader in part may refuse an archive when it opens it, and not come to a finding.
  ///
  /// It reads payloads only when it needs them, and does not look at records before it reads the weak slots.
  private static func mayHide(
    _ finding: Verdict, behind refusal: Verdict, in bytes: [UInt8]
  ) -> Bool {
    if finding == refusal { return true }
    // It finds the chunks from the end, and the head after the index.
    let isCutHeader = finding.rule == .truncated && (try? Frames(.memory(bytes))) == nil
    return (isAboutFrames(finding.rule) || isAboutFrames(refusal.rule) || isCutHeader)
      && finding.rule != .signature && finding.rule != .version
  }

  /// Whether the index lists chunks that a reader in part need not read.
  private static func hasUntouchedChunks(_ bytes: [UInt8]) -> Bool {
    let entries = (try? ArchiveTail(.memory(bytes)))?.index.entries ?? []
    return entries.contains { !$0.type.isKnown || $0.type == .weakSlots }
  }

  /// Whether a rule is one of frames or of the index, which a reader in part finds from the end of the archive.
  private static func isAboutFrames(_ rule: ArchiveRule) -> Bool {
    switch rule {
    case .indexSize, .indexEntry, .indexPlace: true
    default: rule.number.hasPrefix("F")
    }
  }

  /// Whether a verdict is about a chunk of a type; what is missing at its end has the offset of what follows it.
  private static func isAbout(_ type: ArchiveChunkType, _ verdict: Verdict, in bytes: [UInt8])
    -> Bool
  {
    chunkType(at: verdict.offset, in: bytes) == type
      || chunkType(at: verdict.offset - 1, in: bytes) == type
  }

  /// The type of the chunk that has an offset.
  private static func chunkType(at offset: Int, in bytes: [UInt8]) -> ArchiveChunkType? {
    guard let archive = try? ArchiveParts(archive: bytes) else { return nil }
    let position = archive.offsets.lastIndex { $0 <= offset }
    return position.map { position in
      let code = archive.parts[position].type.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return ArchiveChunkType(code: code)
    }
  }

  /// The results of reading the parts of an archive one by one.
  private struct Parts {
    /// By what it refuses parts.
    var refusals: [Verdict] = []
    /// The differences from the graph, in sentences.
    var differences: [String] = []

    mutating func read(_ archive: ArchiveReader, _ graph: ArchiveGraph?) {
      if let graph,
        archive.classes != graph.classes || archive.writer != graph.writer
          || archive.documentType != graph.documentType
      {
        differences.append("in part, classes or writer differ")
      }
      for number in 0...(min(archive.objectCount, 200) + 1) {
        let expected = graph.map { graph in
          graph.objects.indices.contains(number - 1) ? graph.objects[number - 1] : nil
        }
        compare("object \(number)", expected) { try archive.object(number) }
      }
      var objects: [ArchiveObject] = []
      compare("the objects", graph?.objects) {
        try archive.forEachObject { _, object in objects.append(object) }
        return objects
      }
      compare("the roots", graph?.roots) { try archive.roots() }
      // Those before a root are read to find it, so that many would take quadratic time.
      for root in graph?.roots.prefix(50) ?? [] {
        compare("root \(root.name)", .some(root)) { try archive.root(root.name) }
      }
      compare("the metadata", graph.map(\.metadata)) { try archive.metadata() }
      compare("the schema", graph.map { ArchiveSchema($0) }) { try ArchiveSchema(archive) }
    }

    private mutating func compare<Part: Equatable>(
      _ name: String, _ expected: Part?, _ body: () throws -> Part
    ) {
      do {
        let part = try body()
        if let expected, part != expected { differences.append("in part, \(name) differs") }
      } catch {
        guard let cause = Judgement.archiveError(in: error) else {
          differences.append("in part, \(name) throws an error of another kind: \(error)")
          return
        }
        refusals.append(Verdict(cause))
      }
    }
  }
}
