import Foundation
import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport

/// Archives, given to the codec, to the verifier and to another reader, which must agree on everything:
/// `fixtures --twin COUNT [SEED] [SOURCE] [READER]`.
struct TwinRun {
  /// The archives.
  enum Source: String {
    /// Changed archives.
    case mutants
    /// Random graphs with several entries of a lineage.
    case graphs
    /// Structs of two entries of a lineage, in set elements and map keys.
    case pairs

    /// Returns a function that makes an archive, with its name, of a seed.
    ///
    /// - Parameters:
    ///   - first: The first seed.
    ///   - count: The number of seeds, which becomes that of the archives if there are fewer.
    /// - Returns: The function.
    /// - Throws: The error by which the fixtures cannot be read.
    func maker(
      from first: UInt64, _ count: inout Int
    ) throws -> @Sendable (UInt64) throws -> (name: String, bytes: [UInt8]) {
      switch self {
      case .mutants:
        let mutants = try Mutants()
        return { seed in
          let mutant = mutants.mutant(seed: seed)
          return (mutant.base, mutant.bytes)
        }
      case .graphs:
        return { seed in
          var options = RandomGraph.Options()
          options.hasJoins = true
          options.hasReferencesInKeys = seed % 3 == 0
          return ("graph", try RandomGraph.make(seed: seed, options: options).encoded())
        }
      case .pairs:
        let pairs = JoinPair.all()
        count = min(count, pairs.count)
        return { seed in
          let pair = pairs[Int(seed - first)]
          return (pair.name, try pair.graph.encoded())
        }
      }
    }
  }

  let count: Int
  /// The seed of the first archive; the others have those that follow.
  let seed: UInt64
  let reader: Twin.Reader
  let source: Source

  /// Runs, and returns whether everything agrees.
  func run() async throws -> Bool {
    var limit = count
    let archive = try source.maker(from: seed, &limit)
    let count = limit
    let start = Date()
    print("seeds \(seed) to \(seed + UInt64(count) - 1)")
    let processCount = ProcessInfo.processInfo.activeProcessorCount
    var disagreements: [String] = []
    // A share for each worker, because each worker needs a reader of its own.
    try await ParallelRun.run(0..<processCount) { number in
      let twin = try Twin(reader)
      var disagreements: [String] = []
      for index in stride(from: number, to: count, by: processCount) {
        let seed = seed + UInt64(index)
        let (name, bytes) = try archive(seed)
        let place = "seed \(seed), \(name)"
        do {
          for line in try Self.disagreements(about: bytes, twin) {
            disagreements.append("\(place): \(line)")
            print(disagreements.last ?? "")
          }
        } catch {
          throw Twin.Failure(description: "\(place): \(error)")
        }
      }
      return disagreements
    } take: {
      disagreements += $0
    }
    let seconds = Int(Date().timeIntervalSince(start))
    print("\(count) \(source) in \(seconds) s; \(disagreements.count) disagreements with \(reader)")
    return disagreements.isEmpty
  }

  /// Returns where the reader and the verifier contradict each other about an archive.
  static func disagreements(about archive: [UInt8], _ twin: Twin) throws -> [String] {
    let answer = try twin.answer(to: archive)
    let verdict = answer.rule.map { Twin.Verdict(rule: $0, offset: answer.offset) }
    let finding = firstFinding(of: archive, level: .references)
    guard verdict == finding else { return ["\(text(verdict)), the verifier \(text(finding))"] }
    guard finding == nil else { return [] }
    var disagreements: [String] = []
    let graph = try ArchiveGraph(archive)
    let said = answer.text.flatMap { try? ArchiveGraph(notation: Array($0.utf8)) }
    if said?.notation() != graph.notation() { disagreements.append("the text differs") }
    guard twin.reader.hasCanonicalForm else { return disagreements }
    let canonical = firstFinding(of: archive, level: .canonical)
    if answer.canonical != canonical {
      disagreements.append("canonical: \(text(answer.canonical)), the verifier \(text(canonical))")
    }
    disagreements += difference(of: answer.form, from: graph)
    return disagreements
  }

  private static func difference(of form: Twin.Form?, from graph: ArchiveGraph) -> [String] {
    do {
      let bytes = try graph.canonical(includesMetadata: true).encoded()
      if let finding = firstFinding(of: bytes, level: .canonical) {
        return ["the verifier refuses the canonical form by \(finding.rule)"]
      }
      let right = SHA256.hash(bytes)
      if case .digest(let digest) = form, digest == right { return [] }
      return ["the canonical form differs"]
    } catch {
      guard case .breaks(let rule) = error.reason else { return ["canonicalizer: \(error)"] }
      if case .denied(let verdict) = form, verdict.rule == rule.number { return [] }
      return [
        "the canonical form is denied by \(rule.number), but \(form.map { "\($0)" } ?? "nil")"
      ]
    }
  }

  private static func firstFinding(
    of archive: [UInt8], level: VerificationLevel
  ) -> Twin.Verdict? {
    Verifier(level: level).verify(archive).findings.first
      .map { Twin.Verdict(rule: $0.rule.number, offset: $0.offset) }
  }

  private static func text(_ verdict: Twin.Verdict?) -> String {
    verdict.map { "refuses by \($0.rule) at \($0.offset.map(String.init) ?? "?")" } ?? "accepts"
  }
}
