package import Stele
import SteleInspection
internal import SteleModel
import SteleVerifier

/// The verdicts of the readers, the verifier and recovery on some bytes, and their contradictions.
///
/// The verifier is the measure. Who reads the whole has to name the rule and the offset of its first finding: the check,
/// the graph, the dump, the decoder, and recovery, which reports why readers refuse what it saves from. Who reads in part
/// has to refuse, by the same rule and offset, all that it touches; see ``readInPart(_:_:)``.
package struct Judgement: Sendable {
  /// How much is asked.
  package enum Extent: Sendable {
    /// The check, the graph and the verifier.
    case verdicts
    /// All readers, and recovery.
    case everything
  }

  /// A rule and an offset.
  package struct Verdict: Hashable, Sendable, CustomStringConvertible {
    package let rule: ArchiveRule
    package let offset: Int

    package init(_ rule: ArchiveRule, at offset: Int) {
      self.rule = rule
      self.offset = offset
    }

    package init(_ error: ArchiveError) { self.init(error.rule, at: error.offset) }

    package var description: String { "\(rule.number) at \(offset)" }
  }

  /// The refusal of the reader, or nil when it accepts the bytes.
  package private(set) var refusal: Verdict?
  /// The first finding of the verifier, or nil when it accepts the bytes.
  package private(set) var finding: Verdict?
  /// The faults, in sentences; none if everything is in order.
  package var disagreements: [String] = []

  /// Judges some bytes.
  package init(_ bytes: [UInt8], _ extent: Extent) {
    let verification = Verifier().verify(bytes)
    finding = verification.findings.first.map { Verdict($0.rule, at: $0.offset) }
    refusal = compare("the check") { try ArchiveReader.check(bytes) }
    var graph: ArchiveGraph?
    compare("the graph") { graph = try ArchiveGraph(bytes) }
    guard extent == .everything else { return }
    for other in Verifier().verifications(inOrders: bytes)
    where other.findings != verification.findings || other.statistics != verification.statistics {
      disagreements.append(
        "the verifier finds something else when chunks are read in another order")
    }
    compare("the decoder") { _ = try Unarchiver(bytes) }
    dump(bytes, graph)
    readInPart(bytes, graph)
    recover(bytes, graph)
    graph.map { rewrite($0, bytes) }
  }

  /// Compares the verdict of who reads the whole with that of the verifier.
  @discardableResult
  mutating func compare(_ reader: String, _ body: () throws -> Void) -> Verdict? {
    let verdict: Verdict?
    do {
      try body()
      verdict = nil
    } catch {
      guard let cause = Self.archiveError(in: error) else {
        disagreements.append("\(reader) throws an error of another kind: \(error)")
        return nil
      }
      verdict = Verdict(cause)
    }
    // A reader that builds content may have too little memory for it, which is no verdict on the bytes.
    if verdict != finding, verdict?.rule != .memory {
      disagreements.append("\(reader) \(Self.text(verdict)), the verifier \(Self.text(finding))")
    }
    return verdict
  }

  /// The error of the archive, also when a decoder has put another one around it.
  static func archiveError(in error: any Error) -> ArchiveError? {
    if case DecodingError.dataCorrupted(let context) = error {
      return context.underlyingError as? ArchiveError
    }
    return error as? ArchiveError
  }

  private static func text(_ verdict: Verdict?) -> String {
    verdict.map { "refuses by \($0)" } ?? "accepts"
  }

  /// Writes the text notation from the archive, object by object; it is that of the graph.
  private mutating func dump(_ bytes: [UInt8], _ graph: ArchiveGraph?) {
    var text: [UInt8] = []
    let verdict = compare("the dump") {
      try ArchiveReader(validating: bytes).writeNotation { text += $0 }
    }
    if let graph, verdict == nil, text != Array(graph.notation().utf8) {
      disagreements.append("the dump is not the text of the graph")
    }
    if finding != nil, !text.isEmpty { disagreements.append("the dump writes what it refuses") }
  }

  /// Recovers what can be recovered; it verifies, it is what is reported, and it is all of a valid archive.
  private mutating func recover(_ bytes: [UInt8], _ graph: ArchiveGraph?) {
    let salvage = Salvage(bytes, options: .unrepaired)
    let (report, recovered) = (salvage.report, salvage.makeGraph())
    compare("recovery") { if let refusal = report.refusal { throw refusal } }
    if let graph {
      if recovered.objects != graph.objects || recovered.roots != graph.roots
        || recovered.classes != graph.classes || recovered.metadata != graph.metadata
      {
        disagreements.append("what is recovered of a valid archive is not its content")
      }
      if report.outcome != .complete || !report.damages.isEmpty {
        disagreements.append("recovery reports damage of a valid archive")
      }
    }
    if recovered.objects.count != report.savedObjects.count {
      disagreements.append("recovery reports another number of objects than it saves")
    }
    do {
      let mended = try recovered.encoded()
      var sink = ArraySink()
      try salvage.write(to: &sink)
      if sink.bytes != mended {
        disagreements.append("what recovery writes is not the graph that it makes")
      }
      if let finding = Verifier().verify(mended).findings.first {
        disagreements.append("what is recovered does not verify: \(finding)")
      }
    } catch {
      disagreements.append("what is recovered cannot be written: \(error)")
    }
  }

  /// Writes what a valid archive holds again, and in canonical form.
  private mutating func rewrite(_ graph: ArchiveGraph, _ bytes: [UInt8]) {
    do {
      let again = try ArchiveGraph(try graph.encoded())
      if again != graph { disagreements.append("what is written again is not the same") }
    } catch {
      disagreements.append("what is valid cannot be written: \(error)")
    }
    guard let canonical = try? graph.canonical(includesMetadata: true).encoded() else { return }
    let verifier = Verifier(level: .canonical)
    if let finding = verifier.verify(canonical).findings.first {
      disagreements.append("the canonical form has a finding: \(finding)")
    }
    let isCanonical = verifier.verify(bytes).isValid
    if isCanonical != (canonical == bytes) {
      disagreements.append("canonical: the verifier says \(isCanonical), the writer does not")
    }
  }
}
