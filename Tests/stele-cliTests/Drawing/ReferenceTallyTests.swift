import Stele
import SteleModel
import SteleTool
import TestSupport
import Testing

@Suite("Counting references")
struct ReferenceTallyTests {
  /// The references of a graph, counted by names in its values instead of its bytes.
  private struct Naive {
    var counts: [String: Int] = [:]
    let graph: ArchiveGraph

    init(_ graph: ArchiveGraph) {
      self.graph = graph
      for object in graph.objects {
        var keys: [(String, ArchiveKey)] = []
        for level in graph.classes.chain(of: object.entry) {
          let stored = graph.classes[level]?.keys.filter(\.isStored) ?? []
          keys += stored.map { ("\(level).\($0.name)", $0) }
        }
        for ((place, key), value) in zip(keys, object.values) {
          if let value { visit(value, key.type, place) }
        }
      }
      for root in graph.roots { visit(root.value, root.type, "root") }
    }

    private mutating func visit(
      _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, _ place: String
    ) {
      switch (value, type) {
      case (.reference(let number), let type):
        guard graph.objects.indices.contains(number - 1) else { return }
        let isWeak = if case .weakReference = type { true } else { false }
        counts["\(place) -> \(graph.objects[number - 1].entry) \(isWeak)", default: 0] += 1
      case (.any(let type, let part), _): visit(part, type, place)
      case (.some(let part), .optional(let type)): visit(part, type, place)
      case (.list(let parts), .list(let type)), (.set(let parts), .set(let type)):
        for part in parts { visit(part, type, place) }
      case (.map(let pairs), .map(let key, let content)):
        for pair in pairs {
          visit(pair.key, key, place)
          visit(pair.value, content, place)
        }
      case (.struct(let value), _):
        counts["\(place) -> \(value.entry) false", default: 0] += 1
        visit(value.values, graph.classes[value.entry]?.keys ?? [], "\(value.entry)")
      case (.enum(let value), _):
        counts["\(place) -> \(value.entry) false", default: 0] += 1
        visit(
          value.values, graph.classes[value.entry]?.cases[value.caseIndex].keys ?? [],
          "\(value.entry)#\(value.caseIndex)")
      default: break
      }
    }

    private mutating func visit(_ values: [ArchiveValue?], _ keys: [ArchiveKey], _ place: String) {
      for (key, value) in zip(keys.filter(\.isStored), values) {
        if let value { visit(value, key.type, "\(place).\(key.name)") }
      }
    }
  }

  @Test func `finds in the bytes of random graphs what their values have`() throws {
    for seed in Seeds.forTest(count: 300) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = true
      let graph = RandomGraph.make(seed: seed, options: options)
      let check = try ArchiveCheck(.memory(try graph.encoded()), limits: ArchiveLimits())
      let schema = check.tables.context.schema
      var places: [Int: String] = [-1: "root"]
      for (index, entry) in graph.classes.entries.enumerated() {
        for (offset, body) in (schema[index + 1]?.bodies ?? 0..<0).enumerated() {
          for key in schema.bodies[body].keys {
            let mark = entry.kind == .enum ? "#\(offset)" : ""
            places[key] = "\(index + 1)\(mark).\(schema.keyNames[key])"
          }
        }
      }
      var counts: [String: Int] = [:]
      func add(_ links: [ReferenceLink: Int]) {
        for (link, count) in links {
          counts["\(places[link.key] ?? "?") -> \(link.target) \(link.isWeak)", default: 0] += count
        }
      }
      add(try check.tallyReferences { _, _, links in add(links) }.counts)
      #expect(counts == Naive(graph).counts, "seed \(seed)")
    }
  }

  @Test func `finds the objects that refer to others`() throws {
    for seed in Seeds.forTest(count: 100) {
      let graph = RandomGraph.make(seed: seed)
      guard !graph.objects.isEmpty else { continue }
      let check = try ArchiveCheck(.memory(try graph.encoded()), limits: ArchiveLimits())
      let targets = Set(1...graph.objects.count)
      var expected: [Int: [Int]] = [:]
      for (index, object) in graph.objects.enumerated() {
        var rest = object.values.compactMap { $0 }
        var found: Set<Int> = []
        while let value = rest.popLast() {
          if case .reference(let number) = value, number > 0 { found.insert(number) }
          rest += value.parts.compactMap(\.self)
        }
        for number in found { expected[number, default: []].append(index + 1) }
      }
      let all = try check.referrers(to: targets, limit: 1_000)
      #expect(all.referrers == expected, "seed \(seed)")
      #expect(all.omittedCounts.isEmpty, "seed \(seed)")
      let few = try check.referrers(to: targets, limit: 1)
      #expect(few.referrers == expected.mapValues { [$0[0]] }, "seed \(seed)")
    }
  }
}
