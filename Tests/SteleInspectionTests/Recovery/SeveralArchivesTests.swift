import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// Files that contain two archives, or parts of two.
@Suite struct `Recovery of a file with two archives` {
  private struct Written {
    let graph: ArchiveGraph
    let bytes: [UInt8]

    init(_ graph: ArchiveGraph) throws {
      self.graph = graph
      var parts = try ArchiveParts(archive: graph.encoded())
      try parts.splitBlocks { 4 }
      bytes = parts.sealed()
    }
  }

  private enum Arrangement: CaseIterable {
    case concatenated, cutThenAppended, blockInserted, blockReplaced, shorterOverLonger

    func bytes(_ first: [UInt8], _ second: [UInt8], _ random: inout RandomSource) throws -> [UInt8]
    {
      switch self {
      case .concatenated: return first + second
      case .cutThenAppended:
        return first.prefix(Int.random(in: 0..<first.count, using: &random)) + second
      case .blockInserted, .blockReplaced:
        let others = try ArchiveParts(archive: second)
        var parts = try ArchiveParts(archive: first)
        let part = random.pick(others.parts, or: parts.parts[0])
        let position = Int.random(in: 0..<(parts.parts.count - 1), using: &random)
        let end = self == .blockReplaced ? position + 1 : position
        parts.parts.replaceSubrange(position..<end, with: [part])
        return parts.sealed()
      case .shorterOverLonger:
        let (short, long) = first.count < second.count ? (first, second) : (second, first)
        return short + long[short.count...]
      }
    }
  }

  /// Returns a graph whose objects have names that begin with a letter, and refer to each other.
  private static func chain(_ letter: String, _ count: Int, class name: String) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(
      .class(
        name,
        keys: [
          "name": .string, "next": .optional(.reference(to: name)),
          "other": .weakReference(to: name),
        ]))
    for number in 1..<(count + 1) {
      graph.add(
        entry, .string("\(letter)\(number)"), number < count ? .reference(number + 1) : .nil,
        .reference((number + count / 2) % count + 1))
    }
    graph.roots = [
      ArchiveNamedValue("first", .reference(to: name), .reference(1)),
      ArchiveNamedValue("last \(letter)", .reference(to: name), .reference(count)),
    ]
    return graph
  }

  private static func pair(_ random: inout RandomSource, seed: UInt64) throws -> [Written] {
    if seed.isMultiple(of: 2) {
      return try ["a", "b"].map {
        let count = Int.random(in: 1...60, using: &random)
        let name = random.isOne(in: 2) ? "Person" : "Account"
        return try Written(chain($0, count, class: name))
      }
    }
    var options = RandomGraph.Options()
    options.objectCount = 30
    return try [random.next(), random.next()].map {
      try Written(RandomGraph.make(seed: $0, options: options))
    }
  }

  private static func recovered(_ bytes: [UInt8], archive: Int? = nil) -> ArchiveRecovery {
    var options = RecoveryOptions()
    (options.repairStepLimit, options.archive) = (0, archive)
    return ArchiveRecovery(bytes, options: options)
  }

  /// Returns whether all that was recovered is content of one archive, apart from lost references.
  private static func isPart(_ recovery: ArchiveRecovery, of whole: ArchiveGraph) -> Bool {
    let (report, graph) = (recovery.report, recovery.graph)
    guard whole.classes.entries.starts(with: graph.classes.entries) else { return false }
    var numbers: [Int: Int] = [:]
    for (index, number) in report.savedObjects.enumerated() { numbers[index + 1] = number }
    func original(_ value: ArchiveValue) -> ArchiveValue {
      `Intact content`.renumbered(value, numbers)
    }
    let changed = Set(report.lostReferences.map { $0.object ?? 0 })
    for (object, number) in zip(graph.objects, report.savedObjects) where !changed.contains(number)
    {
      guard whole.objects.indices.contains(number - 1),
        whole.objects[number - 1].entry == object.entry,
        whole.objects[number - 1].values == object.values.map({ $0.map(original) })
      else { return false }
    }
    return graph.roots.allSatisfy { root in
      whole.roots.contains {
        $0.name == root.name && (changed.contains(0) || $0.value == original(root.value))
      }
    }
  }

  /// Returns whether all of an archive was recovered, apart from a head that is lost.
  private static func isWhole(_ recovery: ArchiveRecovery, _ whole: ArchiveGraph) -> Bool {
    var whole = whole
    if !recovery.report.isVersionKnown { (whole.documentType, whole.writer) = ("", "") }
    return recovery.graph == whole
  }

  @Test(arguments: Seeds.forTest(count: 60))
  func `never mixes their content, and is complete only if all of one is saved`(seed: UInt64) throws
  {
    var random = RandomSource(seed: seed)
    let pair = try Self.pair(&random, seed: seed)
    for arrangement in Arrangement.allCases {
      let bytes = try arrangement.bytes(pair[0].bytes, pair[1].bytes, &random)
      let recovery = Self.recovered(bytes)
      #expect(
        pair.contains { Self.isPart(recovery, of: $0.graph) }, "\(arrangement) of seed \(seed)")
      if recovery.report.outcome == .complete {
        #expect(
          pair.contains { Self.isWhole(recovery, $0.graph) }, "\(arrangement) of seed \(seed)")
      }
      let count = recovery.report.archives.count
      for number in 1..<(count + 1) {
        let one = Self.recovered(bytes, archive: number)
        #expect(
          pair.contains { Self.isPart(one, of: $0.graph) },
          "\(number) of \(count), \(arrangement) of seed \(seed)")
        if one.report.outcome == .complete {
          #expect(
            pair.contains { Self.isWhole(one, $0.graph) },
            "\(number) of \(count), \(arrangement) of seed \(seed)")
        }
        if number == 1 { #expect(one.graph == recovery.graph) }
        _ = try verified(one.graph.encoded())
      }
    }
  }

  @Test(arguments: Seeds.forTest(count: 30))
  func `saves the first one whole if it is undamaged`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let pair = try Self.pair(&random, seed: seed)
    for arrangement in [Arrangement.concatenated, .shorterOverLonger] {
      let bytes = try arrangement.bytes(pair[0].bytes, pair[1].bytes, &random)
      let first = try #require(pair.first { bytes.starts(with: $0.bytes) })
      let recovery = Self.recovered(bytes)
      #expect(recovery.graph == first.graph, "\(arrangement) of seed \(seed)")
      #expect(recovery.report.lostObjects.isEmpty)
      if bytes.count - first.bytes.count >= 24 {
        #expect(recovery.report.outcome != .complete, "\(arrangement) of seed \(seed)")
      }
    }
  }

  @Test(arguments: Seeds.forTest(count: 30))
  func `saves each whole one on request`(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let pair = try Self.pair(&random, seed: seed)
    let whole = pair[0].bytes + pair[1].bytes
    #expect(
      Self.recovered(whole).report.archives == [
        0..<pair[0].bytes.count, pair[0].bytes.count..<whole.count,
      ])
    for (number, written) in zip(1..., pair) {
      let recovery = Self.recovered(whole, archive: number)
      #expect((recovery.report.outcome, recovery.graph) == (.complete, written.graph))
    }
    for number in [Int.min, -1, 0, 3, .max] {
      #expect(Self.recovered(whole, archive: number).report.outcome == .nothing)
    }
    // In all blocks, after the last chunk, and in the signature.
    for _ in 0..<20 {
      let count = Int.random(in: 1..<pair[0].bytes.count, using: &random)
      let bytes = pair[0].bytes.prefix(count) + pair[1].bytes
      let archives = Self.recovered(Array(bytes)).report.archives
      guard archives.count == 2 else {
        // Of the first one nothing is left but a part of the signature and of the first header.
        #expect(count < 32 && archives.count == 1, "\(count) of seed \(seed)")
        continue
      }
      // Without its closing signature, the first one ends with the signature of the second.
      let end = count + 8 == pair[0].bytes.count ? count + 8 : count
      #expect(archives[1].lowerBound == end)
      let recovery = Self.recovered(Array(bytes), archive: 2)
      #expect(recovery.report.outcome == .complete)
      #expect(recovery.graph == pair[1].graph, "\(count) of seed \(seed)")
    }
  }

  @Test func `keeps an archive in a value of a damaged block`() throws {
    let inner = try Written(Self.chain("i", 20, class: "Inner")).bytes
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("Outer", keys: ["data": .bytes]))
    for text in [inner, [1], inner + inner] {
      graph.add(entry, .bytes(text))
    }
    let whole = try Written(graph)
    for offset in stride(from: 0, to: whole.bytes.count, by: Seeds.stride(7)) {
      var bytes = whole.bytes
      bytes[offset] ^= 0x55
      let report = Self.recovered(bytes).report
      #expect(report.archives == [0..<bytes.count], "\(offset)")
    }
  }

  @Test func `saves a file whose older, shorter content is left in the middle`() throws {
    let old = try Written(Self.chain("a", 100, class: "Node"))
    let new = try Written(Self.chain("b", 300, class: "Node"))
    var bytes = new.bytes
    let start = old.bytes.count - 1_024
    bytes.replaceSubrange(start..<old.bytes.count, with: old.bytes[start...])
    let recovery = Self.recovered(bytes)
    #expect(recovery.report.archives == [0..<bytes.count])
    #expect(recovery.report.outcome == .partial)
    #expect(Self.isPart(recovery, of: new.graph))
    #expect(recovery.report.savedObjects.count > 200)
  }

  @Test func `counts bytes outside in which a chunk has room`() throws {
    let whole = try Written(Self.chain("a", 3, class: "Node"))
    for count in [1, 8, 23, 24, 1_000] {
      let noise = [UInt8](repeating: 0x2A, count: count)
      for bytes in [whole.bytes + noise, noise + whole.bytes] {
        let recovery = Self.recovered(bytes)
        #expect(recovery.graph == whole.graph)
        #expect(recovery.report.hasForeignContent == (count >= 24), "\(count)")
        #expect(recovery.report.outcome == (count >= 24 ? .partial : .complete), "\(count)")
        #expect(recovery.report.damages.map(\.type) == [nil])
        #expect(Self.recovered(bytes, archive: 1).report.outcome == .complete)
      }
    }
  }

  @Test func `saves one after another of which a part is left`() throws {
    let (first, second) = try (
      Written(Self.chain("a", 1, class: "Person")), Written(Self.chain("b", 1, class: "Account"))
    )
    let parts = try ArchiveParts(archive: first.bytes)
    let block = parts.offsets[2]
    var damaged = first.bytes
    for offset in 0..<8 { damaged[block + 24 + offset] = 0xEE }
    let files = [Array(first.bytes[..<block]), damaged, first.bytes].map { $0 + second.bytes }
    let outcomes: [RecoveryReport.Outcome] = [.nothing, .nothing, .partial]
    for (file, outcome) in zip(files, outcomes) {
      let recovery = Self.recovered(file)
      #expect(recovery.report.outcome == outcome)
      #expect(recovery.report.hasForeignContent)
      #expect(Self.isPart(recovery, of: first.graph))
      let other = Self.recovered(file, archive: 2)
      #expect((other.report.outcome, other.graph) == (.complete, second.graph))
    }
  }

  @Test func `saves a short archive over the rest of a long one`() throws {
    let long = try Written(Self.chain("b", 3_000, class: "Node"))
    for count in [30, 700] {
      let short = try Written(Self.chain("a", count, class: "Node"))
      let recovery = Self.recovered(short.bytes + long.bytes[short.bytes.count...])
      #expect((recovery.report.outcome, recovery.graph) == (.partial, short.graph))
    }
  }

  @Test func `counts the objects that saved ones refer to as lost`() throws {
    let whole = try Written(Self.chain("a", 500, class: "Node"))
    for count in stride(from: 0, to: whole.bytes.count, by: Seeds.stride(997)) {
      let report = Self.recovered(Array(whole.bytes.prefix(count))).report
      #expect(report.savedObjects.count + report.lostObjectCount <= 500)
      let last = report.lostObjects.last?.upperBound ?? report.savedObjects.last ?? 0
      #expect(last == 500 || report.mayHaveLostFurtherObjects)
      for number in report.savedObjects {
        #expect(last >= (number + 250) % 500 + 1 && last >= min(500, number + 1))
      }
    }
  }
}
