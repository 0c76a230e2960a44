package import Stele
import SteleVerifier

/// What the readers, the verifier and recovery make of some bytes, and where they contradict each other.
package struct Judgement: Sendable {
  /// How much is asked.
  package enum Extent: Sendable {
    /// The check, the graph and the verifier.
    case verdicts
    /// Also an archive that is opened and read in part, and recovery.
    case everything
  }

  /// A rule and an offset.
  package struct Verdict: Hashable, Sendable, CustomStringConvertible {
    package let rule: Rule
    package let offset: Int

    package init(_ rule: Rule, at offset: Int) {
      self.rule = rule
      self.offset = offset
    }

    package var description: String { "\(rule.number) at \(offset)" }
  }

  /// The refusal of the reader, or nil when it accepts the bytes.
  package private(set) var refusal: Verdict?
  /// The first finding of the verifier, or nil when it accepts the bytes.
  package private(set) var finding: Verdict?
  /// What must not be so, in sentences; none when everything is in order.
  package private(set) var disagreements: [String] = []

  /// Judges some bytes.
  package init(_ bytes: [UInt8], _ extent: Extent) {
    refusal = Self.refusal { () throws(ArchiveError) in try Archive.check(bytes) }
    finding = Verifier(maximumFindingCount: 1).verify(bytes).findings.first.map {
      Verdict($0.rule, at: $0.offset)
    }
    if refusal != finding {
      disagreements.append("reader \(Self.text(refusal)), verifier \(Self.text(finding))")
    }
    var graph: Graph?
    let ofGraph = Self.refusal { () throws(ArchiveError) in graph = try Graph(bytes) }
    // A reader that builds the content may have too little memory for it, which is no verdict.
    if ofGraph != refusal, ofGraph?.rule != .memory {
      disagreements.append("check \(Self.text(refusal)), graph \(Self.text(ofGraph))")
    }
    guard extent == .everything else { return }
    readInPart(bytes, graph)
    recover(bytes, graph)
  }

  private static func refusal(of body: () throws(ArchiveError) -> Void) -> Verdict? {
    do throws(ArchiveError) {
      try body()
      return nil
    } catch {
      return Verdict(error.rule, at: error.offset)
    }
  }

  private static func text(_ verdict: Verdict?) -> String {
    verdict.map { "refuses by \($0)" } ?? "accepts"
  }

  /// Opens the archive and reads its parts; of a valid one they are those of the graph.
  private mutating func readInPart(_ bytes: [UInt8], _ graph: Graph?) {
    do throws(ArchiveError) {
      let archive = try Archive(bytes)
      var failure: ArchiveError?
      do throws(ArchiveError) {
        let roots = try archive.roots()
        if let graph, graph.roots != roots { disagreements.append("in part, the roots differ") }
      } catch {
        failure = error
      }
      for number in 0...(min(archive.objectCount, 200) + 1) {
        do throws(ArchiveError) {
          let object = try archive.object(number)
          guard let graph else { continue }
          let expected =
            graph.objects.indices.contains(number - 1) ? graph.objects[number - 1] : nil
          if object != expected { disagreements.append("in part, object \(number) differs") }
        } catch {
          failure = error
        }
      }
      if let failure, graph != nil { throw failure }
    } catch {
      if graph != nil { disagreements.append("only the reader in part refuses: \(error)") }
    }
  }

  /// Recovers what can be recovered; it verifies, and it is all of a valid archive.
  private mutating func recover(_ bytes: [UInt8], _ graph: Graph?) {
    let recovery = Recovery(bytes)
    if let graph {
      if recovery.graph.objects != graph.objects || recovery.graph.roots != graph.roots
        || recovery.graph.classes != graph.classes || recovery.graph.metadata != graph.metadata
      {
        disagreements.append("what is recovered of a valid archive is not its content")
      }
      if recovery.report.outcome != .complete || !recovery.report.damages.isEmpty {
        disagreements.append("recovery reports damage of a valid archive")
      }
    }
    do {
      let mended = try recovery.graph.encoded()
      if let finding = Verifier().verify(mended).findings.first {
        disagreements.append("what is recovered does not verify: \(finding)")
      }
    } catch {
      disagreements.append("what is recovered cannot be written: \(error)")
    }
  }
}
