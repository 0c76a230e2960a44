import Stele
import SteleInspection
import SteleModel

/// Recovers what is left of a valid archive in which bytes are missing or have been added, and compares that with what
/// has to be left: all that the chunks hold that were not touched, and no report of any other loss.
package struct RecoveryTrial {
  /// The content that has to be left, and the report.
  private struct Outcome: Equatable {
    var graph: ArchiveGraph
    var report: Manifest.Report

    init(_ bytes: [UInt8]) {
      let recovery = ArchiveRecovery.unrepaired(bytes)
      graph = recovery.graph
      report = Manifest.Report(recovery.report)
      // Where the damage is differs.
      report.damages = []
    }
  }

  package let archive: [UInt8]
  private let parts: ArchiveParts
  private let graph: ArchiveGraph
  /// The outcomes if the payload checks of some chunks are wrong and all else is in place.
  private var outcomes: [[Int]: Outcome] = [:]

  package init(_ archive: [UInt8]) throws {
    self.archive = archive
    parts = try ArchiveParts(archive: archive)
    graph = try ArchiveGraph(archive)
  }

  /// The numbers of the chunks.
  package var chunks: Range<Int> { parts.parts.indices }

  /// The type of a chunk.
  package func type(of chunk: Int) -> String {
    String(decoding: parts.parts[chunk].type, as: UTF8.self)
  }

  /// Returns the faults of recovery after a change of the archive, in sentences.
  package mutating func disagreements(after shift: ByteShift) -> [String] {
    let changed = shift.applied(to: archive)
    let touched = chunks.filter { chunk in
      let start = parts.offsets[chunk]
      return shift.touches(start..<(start + 24 + parts.parts[chunk].payload.count))
    }
    let outcome = Outcome(changed)
    // A byte may be missing that is the same as the padding, so that nothing is lost.
    for chunks in Self.subsets(of: touched) where isRight(outcome, without: chunks) { return [] }
    // A short index of which neither the header nor the last field is left cannot be distinguished from another chunk.
    if touched == [chunks.upperBound - 1], shift.missingCount > 0,
      shift.offset < parts.offsets[touched[0]] + 24,
      shift.touches((archive.count - 16)..<(archive.count - 8)),
      outcome.graph == self.outcome(without: []).graph
    {
      return []
    }
    let lost = touched.map { "\(type(of: $0)) \($0)" }
    return [String("\(shift), which touches \(lost): \(difference(outcome, touched))".prefix(900))]
  }

  private static func subsets(of chunks: [Int]) -> [[Int]] {
    chunks.reversed().reduce([[]]) { subsets, chunk in subsets.map { [chunk] + $0 } + subsets }
  }

  private mutating func isRight(_ outcome: Outcome, without chunks: [Int]) -> Bool {
    var (outcome, expected) = (outcome, self.outcome(without: chunks))
    if chunks.contains(where: { parts.parts[$0].payload.isEmpty }) {
      outcome.graph.unknownChunks.removeAll { $0.payload.isEmpty }
      expected.graph.unknownChunks.removeAll { $0.payload.isEmpty }
    }
    return outcome.graph == expected.graph
      && isRight(outcome.report, expected.report, without: chunks)
  }

  private func isRight(
    _ report: Manifest.Report, _ expected: Manifest.Report, without chunks: [Int]
  ) -> Bool {
    if report == expected { return true }
    if chunks.contains(where: { parts.parts[$0].payload.isEmpty }) {
      // Of an empty chunk nothing is lost but that it was there.
      var report = report
      report.hasLostUnknownContent = expected.hasLostUnknownContent
      report.outcome = expected.outcome
      if report == expected { return true }
    }
    let types = Set(chunks.map(type))
    if types.contains("INDX"), types.count > 1 {
      // Without the index it need not be known what was lost.
      return report.outcome == "partial" || report.outcome == expected.outcome
    }
    return report == expected
  }

  private mutating func outcome(without chunks: [Int]) -> Outcome {
    if let known = outcomes[chunks] { return known }
    var bytes = archive
    for chunk in chunks where !parts.parts[chunk].payload.isEmpty {
      bytes[parts.offsets[chunk] + 24] ^= 0xFF
    }
    let outcome = Outcome(bytes)
    outcomes[chunks] = outcome
    return outcome
  }

  private mutating func difference(_ outcome: Outcome, _ chunks: [Int]) -> String {
    let expected = self.outcome(without: chunks)
    let content =
      outcome.graph == expected.graph
      ? "content as expected"
      : "\(outcome.graph.objects.count) of \(expected.graph.objects.count) objects and "
        + "\(outcome.graph.roots.count) of \(expected.graph.roots.count) roots are left"
    return "\(content); reported \(outcome.report), expected \(expected.report)"
  }

  /// Returns the faults of recovery if one chunk is damaged and all others are in place, in sentences.
  ///
  /// This is what the changes are compared with, and is itself compared with what the chunk holds.
  package mutating func disagreements(without chunk: Int) -> [String] {
    if parts.parts[chunk].payload.isEmpty { return [] }
    let outcome = outcome(without: [chunk])
    var expected = Outcome(archive)
    switch type(of: chunk) {
    case "HEAD": (expected.graph.documentType, expected.graph.writer) = ("", "")
    case "INDX": break
    case "CLAS":
      // Examples test the losses of content that needs the classes.
      return outcome.report.hasLostClasses ? [] : ["without \(chunk) no classes are lost"]
    case "WEAK", "OBJS":
      // References are compared, too.
      expected.report.hasLostWeakSlots = type(of: chunk) == "WEAK"
      expected.report.lostObjects = lostObjects(without: chunk)
      expected.report.lostReferences = outcome.report.lostReferences
      // A root whose object is lost is lost.
      expected.report.savedRootCount = outcome.report.savedRootCount
      expected.report.lostRootCount = expected.graph.roots.count - outcome.report.savedRootCount
      let lostCount = expected.report.lostObjects.reduce(0) { $0 + $1[1] - $1[0] + 1 }
      expected.report.savedObjectCount -= lostCount
      expected.report.outcome = "partial"
      expected.graph.objects = outcome.graph.objects
      expected.graph.classes = outcome.graph.classes
      for index in outcome.graph.roots.indices where index < expected.graph.roots.count {
        expected.graph.roots[index] = outcome.graph.roots[index]
      }
    case "ROOT":
      let count = Int(parts.parts[chunk].payload.first ?? 0)
      expected.report.lostRootCount = count
      expected.report.savedRootCount -= count
      expected.report.outcome = count > 0 ? "partial" : "complete"
      let left = outcome.graph.roots
      expected.graph.roots = left.count == graph.roots.count - count ? left : graph.roots
    case "mETa":
      expected.graph.metadata = nil
      expected.report.hasLostMetadata = true
      expected.report.outcome = "partial"
    default:
      expected.graph.unknownChunks = outcome.graph.unknownChunks
      expected.report.hasLostUnknownContent = true
      expected.report.outcome = "partial"
    }
    if expected.report.savedObjectCount + expected.report.savedRootCount == 0,
      expected.report.outcome == "partial"
    {
      expected.report.outcome = "nothing"
    }
    return outcome == expected ? [] : ["without \(chunk): \(outcome.report)"]
  }

  /// The objects of a block, if the chunk is one.
  private func lostObjects(without chunk: Int) -> [[Int]] {
    guard type(of: chunk) == "OBJS", let first = parts.parts[chunk].payload.first else { return [] }
    let next = chunks[chunk...].dropFirst().first { type(of: $0) == "OBJS" }
    let end = next.flatMap { parts.parts[$0].payload.first.map(Int.init) }
    return [[Int(first), (end ?? graph.objects.count + 1) - 1]]
  }
}
