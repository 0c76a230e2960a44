import Stele
import SteleModel
import TestSupport
import Testing

/// The canonical form that is made of the bytes of an archive, record by record.
@Suite struct CanonicalBytesTests {
  /// Returns the canonical form of an archive with metadata.
  private func canonical(_ bytes: ArchiveBytes) throws -> [UInt8] {
    var canonical: [UInt8] = []
    let canonicalizer = try Canonicalizer(bytes, includesMetadata: true, limits: ArchiveLimits())
    try canonicalizer.forEachPiece { canonical += $0 }
    return canonical
  }

  private func refusal(_ graph: ArchiveGraph) -> ArchiveWritingError? {
    thrown { try canonical(.memory(graph.encoded())) }
  }

  @Test func `files have the canonical form of archives in memory, and keep the content`() throws {
    for seed in Seeds.forTest(count: 200) {
      let bytes = try RandomGraph.make(seed: seed).encoded()
      let source = ArchiveBytes.source(ChangingSource([bytes], .once(after: .max)))
      do {
        let form = try verified(canonical(.memory(bytes)), isCanonical: true)
        #expect(try canonical(source) == form, "seed \(seed)")
        #expect(try canonical(.memory(form)) == form, "seed \(seed)")
      } catch let error as ArchiveWritingError {
        #expect(error.reason == .breaks(.canonicalJoin), "seed \(seed): \(error)")
        #expect(throws: error, "seed \(seed)") { try canonical(source) }
      }
    }
  }

  @Test func `a file that changes while its form is made is refused or read`() throws {
    for seed in Seeds.forTest(count: 100) {
      let contents = try (0..<2).map { try RandomGraph.make(seed: seed &+ $0).encoded() }
      for count in 0..<12 {
        let source = ChangingSource(contents, .once(after: count))
        _ = try? canonical(.source(source))
      }
    }
  }

  /// A class with two entries, whose key has two types.
  private func joined(
    _ types: [(ArchiveTypeDescriptor, ArchiveValue)], _ others: (inout ArchiveGraph) -> Void
  ) -> ArchiveGraph {
    var graph = ArchiveGraph()
    for (type, value) in types {
      let entry = graph.classes.define(
        .class("C", keys: [ArchiveKey("k", type), ArchiveKey("a", .string)]))
      graph.add(ArchiveObject(entry: entry, values: [value, .string("x")]))
    }
    let all = types.indices.map { ArchiveValue.reference($0 + 1) }
    graph.roots = [ArchiveNamedValue("r", .list(.reference(to: "C")), .list(all))]
    others(&graph)
    return graph
  }

  @Test func `class names that only types in values have are in order`() throws {
    let maps: ArchiveTypeDescriptor = .map(key: .any, value: .bool)
    let graph = joined([
      (.list(.reference(to: "Z")), .list([])), (.set(.reference(to: "A")), .set([])),
    ]) { graph in
      graph.roots.append(
        ArchiveNamedValue(
          "s", maps,
          .map([
            ArchiveMapPair(key: .any(.list(.struct("Y")), .list([])), value: .bool(true)),
            ArchiveMapPair(key: .any(.list(.struct("B")), .list([])), value: .bool(true)),
          ])))
    }
    let bytes = try canonical(.memory(graph.encoded()))
    let form = try ArchiveGraph(verified(bytes, isCanonical: true))
    #expect(form.classes.entries[0].keys.map(\.type) == [.string, .any])
    #expect(
      form.objects.map(\.values) == [
        [.string("x"), .any(.list(.reference(to: "Z")), .list([]))],
        [.string("x"), .any(.set(.reference(to: "A")), .set([]))],
      ])
    guard case .map(let pairs) = form.roots[1].value else {
      Issue.record("no map")
      return
    }
    #expect(
      pairs.map(\.key) == [
        .any(.list(.struct("B")), .list([])), .any(.list(.struct("Y")), .list([])),
      ])
  }

  @Test func `a reference in a key is named before elements that become equal`() throws {
    let spellings = ArchiveValue.set([
      .set([.integer(1), .integer(5)]), .set([.integer(5), .integer(1)]),
    ])
    let type = ArchiveTypeDescriptor.set(.set(.int8))
    let equal = joined([(type, spellings)]) { _ in }
    #expect(
      refusal(equal) == ArchiveWritingError(.breaks(.canonicalJoin), object: 1, keyPath: "C.k"))
    // In a later object, and later in the same value.
    let reference = ArchiveValue.set([.reference(1)])
    for graph in [
      joined([(type, spellings), (.set(.reference(to: nil)), reference)]) { _ in },
      joined([
        (.bool, .bool(true)),
        (.list(.any), .list([.any(type, spellings), .any(.set(.reference(to: nil)), reference)])),
      ]) { _ in },
    ] {
      let error = refusal(graph)
      #expect((error?.reason, error?.object) == (.breaks(.referenceInKey), 2))
      #expect(error?.keyPath == "C.k")
    }
  }
}
