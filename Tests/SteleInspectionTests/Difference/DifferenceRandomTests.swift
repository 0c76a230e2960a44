import Stele
import SteleInspection
import TestSupport
import Testing

/// Random graphs with all features of archives.
@Suite("Difference of random graphs")
struct DifferenceRandomTests {
  @Test(arguments: Seeds.forTest(count: 100))
  func `the numbers of objects, orders without meaning, and entries do not count`(
    _ seed: UInt64
  ) throws {
    let graph = RandomGraph.make(seed: seed)
    var shuffling = Shuffling(seed: seed)
    let shuffled = shuffling.shuffled(graph)
    // Elements of sets that differ only in the order of sets in them can become equal.
    if let other = try? shuffled.encoded() {
      #expect(try ChangesBetween(try graph.encoded(), other).lines == [])
    }
    guard let canonical = try? graph.canonical(includesMetadata: true) else { return }
    #expect(try ChangesBetween(graph, canonical).lines == [])
    var splitting = Splitting(seed: seed)
    let extended = splitting.extended(canonical)
    #expect(try ChangesBetween(extended, splitting.split(extended)).lines == [])
  }

  @Test func `nils stay the same when their type is joined`() throws {
    var graph = ArchiveGraph()
    let weak = ArchiveTypeDescriptor.weakReference(to: nil)
    for type in [ArchiveTypeDescriptor.optional(.optional(weak)), .int8] {
      graph.classes.define(.structure("S", keys: [ArchiveKey("k", type, presence: .optional)]))
    }
    let values: [(entry: Int, value: ArchiveValue)] = [
      (1, .nil), (1, .some(.nil)), (1, .some(.some(.nil))), (2, .integer(1)),
    ]
    graph.roots = [
      ArchiveNamedValue(
        "root", .list(.structure("S")),
        .list(values.map { .structure(ArchiveStructValue(entry: $0.entry, values: [$0.value])) }))
    ]
    #expect(try ChangesBetween(graph, try graph.canonical()).lines == [])
  }

  @Test func `a weak reference to what nothing keeps is not the nil of an optional around it`()
    throws
  {
    func graph(_ value: ArchiveValue) -> ArchiveGraph {
      var graph = ArchiveGraph()
      let entry = graph.classes.define(.class("A", keys: []))
      graph.add(ArchiveObject(entry: entry, values: []))
      graph.roots = [
        ArchiveNamedValue("root", .optional(.weakReference(to: "A")), value)
      ]
      return graph
    }
    let (outer, inner, lost) = (graph(.nil), graph(.some(.nil)), graph(.some(.reference(1))))
    #expect(try ChangesBetween(inner, lost).lines == [])
    #expect(try ChangesBetween(lost, inner).lines == [])
    #expect(try ChangesBetween(outer, lost).lines.count == 1)
    #expect(try ChangesBetween(lost, outer).lines.count == 1)
  }

  @Test(arguments: Seeds.forTest(count: 100))
  func
    `there are changes exactly if the canonical forms differ, and they are those of the way back`(
      _ seed: UInt64
    ) throws
  {
    let old = RandomGraph.make(seed: seed)
    var editor = ValueEditor(seed: seed)
    let new = editor.edited(old)
    guard let left = try? old.canonical(includesMetadata: true).encoded(),
      let right = try? new.canonical(includesMetadata: true).encoded()
    else { return }
    let difference = try ChangesBetween(old, new)
    #expect(difference.lines.isEmpty == (left == right), "\(difference.lines)")
    let back = try ChangesBetween(new, old)
    #expect(difference.counts.changes[.added] == back.counts.changes[.removed])
    #expect(difference.counts.changes[.removed] == back.counts.changes[.added])
    #expect(difference.counts.changes[.changed] == back.counts.changes[.changed])
    #expect(difference.counts.changes[.moved] == back.counts.changes[.moved])
  }

  @Test(arguments: Seeds.forTest(count: 100))
  func `references in sets and in keys of maps are compared by what they lead to`(
    _ seed: UInt64
  ) throws {
    var options = RandomGraph.Options()
    options.hasReferencesInKeys = true
    let graph = RandomGraph.make(seed: seed, options: options)
    #expect(try ChangesBetween(graph, graph).lines == [])
    var other = graph
    other.metadata = (graph.metadata ?? []) + [ArchiveNamedValue("one more", .int8, .integer(1))]
    #expect(try ChangesBetween(graph, other).lines == ["+ metadata.\"one more\" 1"])
  }
}

/// An editor that makes one small change to the content of a graph.
struct ValueEditor {
  private var random: RandomSource

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  mutating func edited(_ graph: ArchiveGraph) -> ArchiveGraph {
    var result = graph
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where !graph.roots.isEmpty:
      result.roots.remove(at: Int.random(in: 0..<graph.roots.count, using: &random))
    case 1 where !graph.roots.isEmpty:
      let index = Int.random(in: 0..<graph.roots.count, using: &random)
      result.roots[index].name += "x"
    case 2 where !graph.roots.isEmpty:
      let index = Int.random(in: 0..<graph.roots.count, using: &random)
      change(&result.roots[index].value)
    default:
      guard let index = graph.objects.indices.randomElement(using: &random) else { break }
      guard let slot = graph.objects[index].values.indices.randomElement(using: &random),
        var value = graph.objects[index].values[slot]
      else { break }
      change(&value)
      result.objects[index].values[slot] = value
    }
    return result
  }

  /// Changes a value or one of its parts, but not its type.
  private mutating func change(_ value: inout ArchiveValue) {
    switch value {
    case .bool(let flag): value = .bool(!flag)
    case .integer(let number): value = .integer(number ^ 1)
    case .unsigned(let number): value = .unsigned(number ^ 1)
    case .float64(let number): value = .float64(number == 0.5 ? 1.5 : 0.5)
    case .string(let text): value = .string(text + "!")
    case .bytes(let bytes): value = .bytes(bytes + [1])
    case .some(var inner):
      if random.isOne(in: 3) {
        value = .nil
      } else {
        change(&inner)
        value = .some(inner)
      }
    case .any(let type, var inner):
      change(&inner)
      value = .any(type, inner)
    case .list(var values):
      guard let index = values.indices.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: values.remove(at: index)
      case 1: values.insert(values[index], at: 0)
      case 2: values.swapAt(index, 0)
      default: change(&values[index])
      }
      value = .list(values)
    case .set(var values):
      guard let index = values.indices.randomElement(using: &random) else { return }
      values.remove(at: index)
      value = .set(values)
    case .map(var pairs):
      guard let index = pairs.indices.randomElement(using: &random) else { return }
      if random.isOne(in: 2) { pairs.remove(at: index) } else { change(&pairs[index].value) }
      value = .map(pairs)
    case .structure(var item):
      guard let index = item.values.indices.randomElement(using: &random),
        var inner = item.values[index]
      else { return }
      change(&inner)
      item.values[index] = inner
      value = .structure(item)
    case .enumeration(var item):
      guard let index = item.values.indices.randomElement(using: &random),
        var inner = item.values[index]
      else { return }
      change(&inner)
      item.values[index] = inner
      value = .enumeration(item)
    default: break
    }
  }
}
