import Stele
import SteleModel
import TestSupport
import Testing

/// Two entries of a struct with each pair of types of one key, in set elements and map keys.
@Suite struct JoinPairTests {
  @Test func `a reference denies the canonical form, and nothing else does but equal elements`()
    throws
  {
    var counts: [ArchiveRule?: Int] = [:]
    for pair in JoinPair.all() {
      let archive = try verified(pair.graph.encoded())
      let form: ArchiveGraph
      do throws(ArchiveWritingError) {
        form = try pair.graph.canonical()
      } catch {
        let rule: ArchiveRule = pair.hasReferenceInKey ? .referenceInKey : .canonicalJoin
        #expect(error.reason == .breaks(rule), "\(pair.name): \(error)")
        #expect(pair.hasReferenceInKey || pair.hasTwoElements, "\(pair.name): \(error)")
        counts[rule, default: 0] += 1
        continue
      }
      counts[nil, default: 0] += 1
      #expect(!pair.hasReferenceInKey, "\(pair.name)")
      let bytes = try verified(form.encoded(), isCanonical: true)
      #expect(try ArchiveGraph(bytes).canonical() == form, "\(pair.name)")
      #expect(try ArchiveGraph(archive).canonical() == form, "\(pair.name)")
    }
    // Each outcome is frequent.
    #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 100 }, "\(counts)")
  }
}
