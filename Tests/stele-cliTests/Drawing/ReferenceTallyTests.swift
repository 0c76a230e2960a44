import Stele
import SteleModel
import TestSupport
import Testing

@testable import SteleTool

@Suite("Counting references")
struct ReferenceTallyTests {
  /// The references of a graph, counted by recursion over its values.
  private struct Naive {
    typealias Place = (entry: Int, row: Int)

    var counts: [Drawing.Ends: Int] = [:]
    let graph: ArchiveGraph

    init(_ graph: ArchiveGraph) {
      self.graph = graph
      for object in graph.objects {
        var keys: [(ArchiveKey, Place)] = []
        for level in graph.classes.chain(of: object.entry) {
          keys += Self.stored(graph.classes[level]?.keys ?? [], of: level, from: 0)
        }
        visit(object.values, keys)
      }
      for (row, root) in graph.roots.enumerated() {
        visit(root.value, root.type, (0, min(row, Drawing.rootLimit)))
      }
    }

    /// Returns the stored keys with their rows in the box of an entry.
    private static func stored(
      _ keys: [ArchiveKey], of entry: Int, from first: Int
    ) -> [(ArchiveKey, Place)] {
      keys.enumerated().filter(\.element.isStored).map { row, key in
        (key, (entry, min(first + row, Drawing.rowLimit)))
      }
    }

    private mutating func add(_ place: Place, _ target: Int, _ link: Drawing.Link) {
      let ends = Drawing.Ends(source: place.entry, row: place.row, target: target, link: link)
      counts[ends, default: 0] += 1
    }

    private mutating func visit(
      _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, _ place: Place
    ) {
      switch (value, type) {
      case (.reference(let number), let type):
        guard graph.objects.indices.contains(number - 1) else { return }
        let isWeak = if case .weakReference = type { true } else { false }
        add(place, graph.objects[number - 1].entry, isWeak ? .weak : .strong)
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
        add(place, value.entry, .value)
        let keys = graph.classes[value.entry]?.keys ?? []
        visit(value.values, Self.stored(keys, of: value.entry, from: 0))
      case (.enum(let value), _):
        add(place, value.entry, .value)
        let cases = graph.classes[value.entry]?.cases ?? []
        // Each case has a row above its keys.
        let first = cases.prefix(value.caseIndex).reduce(1) { $0 + 1 + $1.keys.count }
        let keys = cases[value.caseIndex].keys
        visit(value.values, Self.stored(keys, of: value.entry, from: first))
      default: break
      }
    }

    private mutating func visit(_ values: [ArchiveValue?], _ keys: [(ArchiveKey, Place)]) {
      for ((key, place), value) in zip(keys, values) {
        if let value { visit(value, key.type, place) }
      }
    }
  }

  @Test func `finds in random archives what their graphs have`() throws {
    for seed in Seeds.forTest(count: 300) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = true
      let graph = RandomGraph.make(seed: seed, options: options)
      let check = try ArchiveCheck(.memory(try graph.encoded()), limits: ArchiveLimits())
      #expect(try LinkTally(check).counts == Naive(graph).counts, "seed \(seed)")
    }
  }

  @Test func `draws the objects that refer to others`() throws {
    for seed in Seeds.forTest(count: 100) {
      let graph = RandomGraph.make(seed: seed)
      let archive = try ArchiveReader(opening: graph.encoded())
      for target in 1..<(graph.objects.count + 1) {
        var expected = Set([target])
        for (index, object) in graph.objects.enumerated() {
          var rest = object.values.compactMap { $0 }
          while let value = rest.popLast() {
            if case .reference(let number) = value {
              if number == target { expected.insert(index + 1) }
              if index + 1 == target { expected.insert(number) }
            }
            rest += value.parts
          }
        }
        let drawing = try Neighbourhood(.object(target), of: archive, depth: 1).drawing
        #expect(
          Set(drawing.boxes.map(\.id)) == Set(expected.map { "o\($0)" }), "seed \(seed), \(target)")
        let alone = try Neighbourhood(.object(target), of: archive, depth: 1, limit: 1).drawing
        #expect(alone.boxes.count == (expected.count > 1 ? 2 : 1), "seed \(seed), \(target)")
      }
    }
  }
}
