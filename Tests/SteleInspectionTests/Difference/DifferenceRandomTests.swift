import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// Random graphs with all features of archives.
@Suite("Difference of random graphs")
struct DifferenceRandomTests {
  @Test(arguments: Seeds.forTest(count: 100))
  func `the numbers of objects, orders without meaning, and entries do not count`(
    _ seed: UInt64
  ) throws {
    let graph = Self.graph(seed)
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
      graph.classes.define(.struct("S", keys: [ArchiveKey("k", type, presence: .optional)]))
    }
    let values: [(entry: Int, value: ArchiveValue)] = [
      (1, .nil), (1, .some(.nil)), (1, .some(.some(.nil))), (2, .integer(1)),
    ]
    graph.roots = [
      ArchiveNamedValue(
        "root", .list(.struct("S")),
        .list(values.map { .struct($0.entry, $0.value) }))
    ]
    #expect(try ChangesBetween(graph, try graph.canonical()).lines == [])
  }

  @Test func `a weak reference to what nothing keeps is not the nil of an optional around it`()
    throws
  {
    func graph(_ value: ArchiveValue) -> ArchiveGraph {
      var graph = ArchiveGraph()
      let entry = graph.classes.define(.class("A", keys: []))
      graph.add(entry)
      graph.roots = [ArchiveNamedValue("root", .optional(.weakReference(to: "A")), value)]
      return graph
    }
    let (outer, inner, lost) = (graph(.nil), graph(.some(.nil)), graph(.some(.reference(1))))
    #expect(try ChangesBetween(inner, lost).lines == [])
    #expect(try ChangesBetween(lost, inner).lines == [])
    #expect(try ChangesBetween(outer, lost).lines.count == 1)
    #expect(try ChangesBetween(lost, outer).lines.count == 1)
  }

  /// Makes a graph; every other one has several entries of most lineages.
  private static func graph(_ seed: UInt64) -> ArchiveGraph {
    var options = RandomGraph.Options()
    options.hasJoins = seed % 2 == 0
    return RandomGraph.make(seed: seed, options: options)
  }

  @Test(arguments: Seeds.forTest(count: 400))
  func
    `there are changes exactly if the canonical forms differ, and they are those of the way back`(
      _ seed: UInt64
    ) throws
  {
    let old = Self.graph(seed)
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

  @Test func `the canonical form of each pair of types holds the same`() throws {
    for pair in JoinPair.all() {
      guard let form = try? pair.graph.canonical() else { continue }
      #expect(try ChangesBetween(pair.graph, form).lines == [], "\(pair.name)")
    }
  }

  @Test func `the join of all members decides whether values are equal`() throws {
    func graph(_ types: [ArchiveTypeDescriptor], _ values: [ArchiveValue]) -> ArchiveGraph {
      var graph = ArchiveGraph()
      for (index, (type, value)) in zip(types, values).enumerated() {
        graph.classes.define(.struct("S", keys: ["x": type]))
        graph.roots.append(
          ArchiveNamedValue("value\(index)", .struct("S"), .struct(index + 1, value)))
      }
      return graph
    }
    let text = ArchiveValue.string("s")
    let (narrow, wide) = (
      graph([.int8, .string], [.integer(5), text]), graph([.int16, .string], [.integer(5), text])
    )
    #expect(try ChangesBetween(narrow, wide).lines == ["~ value0.x 5 as int8 -> 5 as int16"])
    #expect(
      try ChangesBetween(graph([.int8], [.integer(5)]), graph([.int16], [.integer(5)])).lines
        == ["~ struct S.x int8 since 1 -> int16 since 1"])
    #expect(
      try ChangesBetween(
        graph([.int8, .int16], [.integer(5), .integer(6)]),
        graph([.int16, .int8], [.integer(5), .integer(6)])
      ).lines == [])
  }

  @Test func `the extremes of numbers differ from all others`() throws {
    func graph(_ type: ArchiveTypeDescriptor, _ value: ArchiveValue) -> ArchiveGraph {
      var graph = ArchiveGraph()
      graph.roots = [
        ArchiveNamedValue("alone", type, value),
        ArchiveNamedValue("set", .set(type), .set([value])),
      ]
      return graph
    }
    let half = UInt128(1) << 127
    func decimals(_ isNegative: Bool) -> [ArchiveValue] {
      [1, half, half + 1, .max].map {
        .decimal(.number(isNegative: isNegative, mantissa: $0, exponent: 0))
      }
    }
    let all: [(ArchiveTypeDescriptor, [ArchiveValue])] = [
      (.int128, [Int128.min, .min + 1, -2, -1, 0, 1, .max - 1, .max].map { .integer($0) }),
      (.uint128, [0, 1, half - 1, half, half + 1, .max].map { .unsigned($0) }),
      (.uuid, [0, 1, half - 1, half, half + 1, .max].map { .uuid($0) }),
      (.decimal, [.decimal(.notANumber)] + decimals(false) + decimals(true)),
    ]
    for (type, values) in all {
      for (index, value) in values.enumerated() {
        for (other, otherValue) in values.enumerated() {
          let changes = try ChangesBetween(graph(type, value), graph(type, otherValue))
          #expect(changes.lines.count == (index == other ? 0 : 3), "\(value), \(otherValue)")
        }
      }
    }
  }

  @Test func `definitions are shown if the values are equal`() throws {
    func graph(_ edit: (inout [ArchiveClassEntry], inout [ArchiveNamedValue]) -> Void)
      -> ArchiveGraph
    {
      var graph = ArchiveGraph()
      var entries = [
        ArchiveClassEntry.class("A", version: 2, keys: ["k": .int8]),
        .class("B", superclass: 1),
        .enum("E", cases: [ArchiveCase("c", keys: ["p": .bool])]),
      ]
      graph.roots = [
        ArchiveNamedValue("b", .reference(to: "B"), .reference(1)),
        ArchiveNamedValue("e", .list(.enum("E")), .list([.enum(3, case: 0, .bool(true))])),
        ArchiveNamedValue("n", .int8, .integer(1)),
      ]
      edit(&entries, &graph.roots)
      graph.classes = ArchiveClassTable(entries)
      graph.objects = [ArchiveObject(entry: 2, values: [.integer(1)])]
      return graph
    }
    let old = graph { _, _ in }
    func lines(_ edit: (inout [ArchiveClassEntry], inout [ArchiveNamedValue]) -> Void) throws
      -> [String]
    {
      let changes = try ChangesBetween(old, graph(edit))
      return changes.lines
    }
    #expect(
      try lines { entries, _ in entries[0].keys[0].since = 2 }
        == ["~ class A.k int8 since 1 -> int8 since 2"])
    #expect(
      try lines { entries, _ in
        entries[0].keys.append(ArchiveKey("old", .string, presence: .retired))
      } == ["+ class A.old string since 1 retired"])
    #expect(
      try lines { entries, _ in entries[0].version = 3 }
        == [
          "~ class A version 2 -> version 3",
          "~ class B version 1 of A version 2 -> version 1 of A version 3",
        ])
    #expect(
      try lines { entries, _ in entries[2].cases[0].keys[0].presence = .optional }
        == ["~ enum E.c.p bool since 1 -> bool since 1 optional"])
    #expect(
      try lines { entries, _ in entries[2].cases.append(ArchiveCase("d", isRetired: true)) }
        == ["+ enum E.d case since 1 retired"])
    #expect(try lines { _, roots in roots[2].type = .int16 } == ["~ n as int8 -> as int16"])
    #expect(
      try lines { entries, roots in
        entries[0].version = 3
        roots[2].value = .integer(2)
      } == ["~ n 1 -> 2"])
    #expect(try lines { entries, _ in entries.append(.class("Unused")) } == [])
  }
}

/// An editor that makes one small change to a graph: to a root, to a value, to a type or to the class table.
struct ValueEditor {
  private var random: RandomSource

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  mutating func edited(_ graph: ArchiveGraph) -> ArchiveGraph {
    var result = graph
    switch Int.random(in: 0..<9, using: &random) {
    case let kind where kind < 4:
      guard let index = graph.roots.indices.randomElement(using: &random) else { break }
      switch kind {
      case 0: result.roots.remove(at: index)
      case 1: result.roots[index].name += "x"
      case 2: change(&result.roots[index].value)
      default: result.roots[index].type = changed(graph.roots[index].type)
      }
    case 4, 5:
      var entries = graph.classes.entries
      guard let index = entries.indices.randomElement(using: &random) else { break }
      change(&entries[index])
      result.classes = ArchiveClassTable(entries)
    default:
      guard let index = graph.objects.indices.randomElement(using: &random) else { break }
      change(&result.objects[index].values)
    }
    return result
  }

  /// Returns a type that has the same values, where there is one.
  private mutating func changed(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    switch type {
    case .int8: .int16
    case .int16, .int32, .int64: .int128
    case .uint8: .uint64
    case .optional(.reference): .optional(.reference(to: nil))
    case .reference: .reference(to: nil)
    case .optional(let part): .optional(changed(part))
    case .list(let part): .list(changed(part))
    case .set(let part): .set(changed(part))
    case .map(let key, let value):
      random.isOne(in: 2)
        ? .map(key: changed(key), value: value) : .map(key: key, value: changed(value))
    case .never: .int8
    default: type
    }
  }

  /// Changes an entry, whose values mostly stay valid.
  private mutating func change(_ entry: inout ArchiveClassEntry) {
    if random.isOne(in: 4) { entry.version += 1 }
    if let index = entry.cases.indices.randomElement(using: &random) {
      entry.cases[index].since = random.isOne(in: 2) ? 1 : entry.version
      change(&entry.cases[index].keys, entry.version)
    }
    change(&entry.keys, entry.version)
  }

  private mutating func change(_ keys: inout [ArchiveKey], _ version: Int) {
    guard let index = keys.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: keys[index].since = random.isOne(in: 2) ? 1 : version
    case 1 where keys[index].presence == .required: keys[index].presence = .optional
    case 2:
      keys.append(ArchiveKey("more", .bool, since: version, presence: .retired))
    default: keys[index].type = changed(keys[index].type)
    }
  }

  /// Changes one of some values, unless it is absent.
  private mutating func change(_ values: inout [ArchiveValue?]) {
    guard let index = values.indices.randomElement(using: &random), var value = values[index]
    else { return }
    change(&value)
    values[index] = value
  }

  /// Changes a value or one of its parts, but not its type.
  private mutating func change(_ value: inout ArchiveValue) {
    switch value {
    case .bool(let flag): value = .bool(!flag)
    case .integer(let number):
      value = .integer(random.pick([number ^ 1, ~number, number ^ .min], or: number))
    case .unsigned(let number):
      value = .unsigned(random.pick([number ^ 1, number ^ 1 << 127], or: number))
    case .float16(let bits): value = .float16(bitPattern: bits ^ 1 << 15)
    case .float32(let number): value = .float32(Float(bitPattern: number.bitPattern ^ 1))
    case .float64(let number):
      value = .float64(Double(bitPattern: number.bitPattern ^ (random.isOne(in: 2) ? 1 : 1 << 63)))
    case .date(let number): value = .date(Double(bitPattern: number.bitPattern ^ 1))
    case .uuid(let bits): value = .uuid(bits ^ 1 << 127)
    case .decimal(.number(let isNegative, let mantissa, let exponent)):
      value = .decimal(
        random.pick(
          [
            .number(isNegative: !isNegative, mantissa: mantissa, exponent: exponent),
            .number(isNegative: isNegative, mantissa: mantissa ^ 1 << 127, exponent: exponent),
            .number(isNegative: !isNegative, mantissa: mantissa ^ 1 << 127, exponent: exponent),
            .number(isNegative: isNegative, mantissa: mantissa, exponent: exponent ^ .min),
          ], or: .notANumber))
    case .decimal(.notANumber):
      value = .decimal(.number(isNegative: false, mantissa: 0, exponent: 0))
    case .string(let text): value = .string(text + "!")
    case .bytes(let bytes): value = .bytes(bytes + [1])
    case .some(var inner):
      if random.isOne(in: 3) {
        value = .nil
      } else {
        change(&inner)
        value = .some(inner)
      }
    case .any(let type, let inner) where random.isOne(in: 3):
      value = .any(changed(type), inner)
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
    case .struct(var item):
      change(&item.values)
      value = .struct(item)
    case .enum(var item):
      change(&item.values)
      value = .enum(item)
    default: break
    }
  }
}
