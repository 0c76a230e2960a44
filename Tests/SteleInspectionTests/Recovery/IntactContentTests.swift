import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// What is recovered, compared with the content before blocks were damaged.
@Suite struct `Intact content` {
  /// An archive in small blocks, some of which are damaged.
  private struct Damaged {
    let graph: ArchiveGraph
    var bytes: [UInt8]
    /// The numbers of the objects of damaged blocks.
    var lost: Set<Int> = []

    init(seed: UInt64) throws {
      var random = RandomSource(seed: seed)
      var options = RandomGraph.Options()
      (options.objectCount, options.hasReferencesInKeys) = (60, true)
      graph = RandomGraph.make(seed: seed, options: options)
      var parts = try ArchiveParts(archive: graph.encoded())
      let blocks = try parts.splitBlocks { Int.random(in: 1...6, using: &random) }
      let damaged = blocks.filter { _ in random.isOne(in: 3) }
      lost = Set(damaged.flatMap(\.numbers))
      bytes = parts.sealed()
      for block in damaged { bytes[parts.offsets[block.position] + 24] ^= 0x55 }
    }
  }

  /// Returns the targets of all references in a value.
  private static func targets(in value: ArchiveValue) -> [Int] {
    if case .reference(let number) = value { return [number] }
    return value.parts.compactMap(\.self).flatMap(targets)
  }

  /// Returns a value with other numbers of objects.
  static func renumbered(_ value: ArchiveValue, _ numbers: [Int: Int]) -> ArchiveValue {
    func renumbered(_ value: ArchiveValue) -> ArchiveValue { Self.renumbered(value, numbers) }
    switch value {
    case .reference(let number): return .reference(numbers[number] ?? 0)
    case .any(let type, let content): return .any(type, renumbered(content))
    case .some(let content): return .some(renumbered(content))
    case .list(let elements): return .list(elements.map(renumbered))
    case .set(let elements): return .set(elements.map(renumbered))
    case .map(let pairs):
      return .map(
        pairs.map { ArchiveMapPair(key: renumbered($0.key), value: renumbered($0.value)) })
    case .struct(var body):
      body.values = body.values.map { $0.map(renumbered) }
      return .struct(body)
    case .enum(var body):
      body.values = body.values.map { $0.map(renumbered) }
      return .enum(body)
    default: return value
    }
  }

  @Test(arguments: Seeds.forTest(count: 40))
  func `is saved with the same values, and each lost reference is counted`(seed: UInt64) throws {
    let damaged = try Damaged(seed: seed)
    let graph = damaged.graph
    for keepsNil in [false, true] {
      var options = RecoveryOptions()
      (options.repairStepLimit, options.keepsNil) = (0, keepsNil)
      let salvage = Salvage(damaged.bytes, options: options)
      let (report, recovered) = (salvage.report, salvage.makeGraph())

      let dropped = report.droppedObjects.map(\.object)
      #expect(
        (report.savedObjects + dropped).sorted()
          == (1..<(graph.objects.count + 1)).filter { !damaged.lost.contains($0) })
      if keepsNil { #expect(dropped == []) }
      var numbers: [Int: Int] = [:]
      for (index, number) in report.savedObjects.enumerated() { numbers[number] = index + 1 }

      try #require(recovered.objects.count == report.savedObjects.count)
      var lostCount = graph.roots.flatMap { Self.targets(in: $0.value) }
        .filter { numbers[$0] == nil }.count
      for (number, object) in zip(report.savedObjects, recovered.objects) {
        let original = graph.objects[number - 1]
        let values = original.values
        let lost = values.flatMap { $0.map(Self.targets) ?? [] }.filter { numbers[$0] == nil }
        lostCount += lost.count
        #expect(object.entry == original.entry)
        guard lost.isEmpty else { continue }
        #expect(object.values == values.map { $0.map { Self.renumbered($0, numbers) } })
      }
      #expect(report.lostReferences.count + report.furtherLostReferenceCount == lostCount)
      #expect(recovered.metadata == graph.metadata)

      var sink = ArraySink()
      try salvage.write(to: &sink)
      #expect(try verified(sink.bytes) == recovered.encoded())
    }
  }

  /// Returns a record of a class with one string.
  private static func record(_ text: String, entry: UInt8 = 1) -> [UInt8] {
    [entry] + Wire.string(text)
  }

  private static func strings(_ graph: ArchiveGraph) -> [ArchiveValue?] {
    graph.objects.flatMap(\.values)
  }

  /// Returns the beginning of an archive with a class of one string.
  private static func assembler() -> ChunkAssembler {
    var assembler = ChunkAssembler.withHead
    let key = Wire.key("text", [TypeCode.string.rawValue])
    assembler.classes(names: ["Text"], entries: [Wire.classEntry(name: 1, keys: [key])])
    return assembler
  }

  @Test func `a lost record does not stand for the one of its number in the next block`() throws {
    var assembler = Self.assembler()
    assembler.objects(records: [Self.record("a"), Self.record("b"), Self.record("wrong", entry: 9)])
    assembler.objects(first: 3, records: [Self.record("c"), Self.record("d")])
    let recovery = ArchiveRecovery(assembler.finished())
    #expect(recovery.report.savedObjects == [1, 2, 3, 4])
    #expect(
      Self.strings(recovery.graph) == [.string("a"), .string("b"), .string("c"), .string("d")])
  }

  @Test(arguments: [false, true])
  func `an unchecked record does not stand for the one of its number in the next block`(
    savesUnchecked: Bool
  ) throws {
    var assembler = Self.assembler()
    let records = [Self.record("a"), Self.record("wrong")]
    assembler.chunk(
      "OBJS", payload: [1, 2] + records.flatMap { Wire.varint($0.count) + $0 }, payloadCheck: 0)
    assembler.objects(first: 2, records: [Self.record("b"), Self.record("c")])
    var options = RecoveryOptions()
    (options.repairStepLimit, options.savesUnchecked) = (0, savesUnchecked)
    let recovery = ArchiveRecovery(assembler.finished(withIndex: false), options: options)
    #expect(recovery.report.uncheckedObjects == [1...1])
    #expect(recovery.report.savedObjects == (savesUnchecked ? [1, 2, 3] : [2, 3]))
    #expect(Self.strings(recovery.graph).suffix(2) == [.string("b"), .string("c")])
  }
}

extension ArchiveParts {
  /// Returns the ranges of the payloads of the chunks of a type in the sealed archive.
  func payloads(of type: String) -> [Range<Int>] {
    zip(parts, offsets).filter { $0.0.type == Array(type.utf8) }.map { part, offset in
      offset + 24..<offset + 24 + part.payload.count
    }
  }

  /// Puts the records of all blocks into blocks of other sizes, and returns their positions and the numbers of their objects.
  @discardableResult
  mutating func splitBlocks(
    _ size: () -> Int
  ) throws -> [(position: Int, numbers: Range<Int>)] {
    let isBlock = { (part: Part) in part.type == Array("OBJS".utf8) }
    guard var position = parts.firstIndex(where: isBlock) else { return [] }
    let records = try parts.filter(isBlock).flatMap(Self.records)
    parts.removeAll(where: isBlock)
    var blocks: [(position: Int, numbers: Range<Int>)] = []
    var next = 0
    while next < records.count {
      let some = next..<min(records.count, next + size())
      let payload = Wire.varint(next + 1) + Wire.varint(some.count)
      parts.insert(Part("OBJS", payload + records[some].flatMap { $0 }), at: position)
      blocks.append((position, some.lowerBound + 1..<some.upperBound + 1))
      next = some.upperBound
      position += 1
    }
    renewIndex()
    return blocks
  }

  /// Returns the records of a block, each with its length.
  private static func records(of block: Part) throws -> [[UInt8]] {
    var input = ByteReader(block.payload)
    _ = try input.readNumber()
    return try (0..<(try input.readCount())).map { _ in
      let start = input.offset
      try input.skip(try input.readCount())
      return Array(input.bytes(in: start..<input.offset))
    }
  }
}
