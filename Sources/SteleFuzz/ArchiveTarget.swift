import Stele
import SteleVerifier
import TestSupport

/// Gives archives to the reader, the verifier, the writer and recovery, which must agree.
enum ArchiveTarget {
  static func reseal(_ bytes: [UInt8]) -> [UInt8]? { ArchiveAssembler.reseal(bytes) }

  static func run(_ bytes: [UInt8]) {
    let first = Verifier(maximumFindingCount: 100).verify(bytes).findings.first
    do {
      try Archive.check(bytes)
      if let first { FuzzTarget.disagree("only the verifier refuses: \(first)") }
      rewrite(bytes)
    } catch {
      guard let first else { FuzzTarget.disagree("only the reader refuses: \(error)") }
      guard first.rule == error.rule, first.offset == error.offset else {
        FuzzTarget.disagree("the reader refuses \(error), the verifier \(first)")
      }
    }
    readInPart(bytes)
    recover(bytes)
  }

  /// What a valid archive holds can be written again, and in canonical form.
  private static func rewrite(_ bytes: [UInt8]) {
    guard let graph = try? Graph(bytes) else { return }
    do {
      let again = try graph.encoded()
      guard try Graph(again) == graph else { FuzzTarget.disagree("the rewritten graph differs") }
    } catch {
      FuzzTarget.disagree("a valid graph cannot be written: \(error)")
    }
    guard let canonical = try? graph.canonical(includesMetadata: true).encoded() else { return }
    let verifier = Verifier(level: .canonical)
    if let finding = verifier.verify(canonical).findings.first {
      FuzzTarget.disagree("the canonical form has a finding: \(finding)")
    }
    let isCanonical = verifier.verify(bytes).findings.isEmpty
    if isCanonical != (canonical == bytes) {
      FuzzTarget.disagree("canonical: the verifier says \(isCanonical), the writer does not")
    }
  }

  private static func readInPart(_ bytes: [UInt8]) {
    guard let archive = try? Archive(bytes) else { return }
    _ = try? archive.roots()
    for number in [1, archive.objectCount / 2, archive.objectCount] {
      _ = try? archive.object(number)
    }
  }

  private static func recover(_ bytes: [UInt8]) {
    let recovery = Recovery(bytes)
    guard let mended = try? recovery.graph.encoded() else { return }
    if let finding = Verifier().verify(mended).findings.first {
      FuzzTarget.disagree("what was recovered does not verify: \(finding)")
    }
  }
}
