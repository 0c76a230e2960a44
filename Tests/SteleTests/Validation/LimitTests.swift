import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// Each limit is tested below itself, at itself and above itself, at its default and at another value:
/// a reader without the limit fails one of the tests.
@Suite struct `Limits of the reader` {
  private func refusal(_ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()) -> ArchiveRule?
  {
    thrown(ArchiveError.self) { try ArchiveReader.check(bytes, limits: limits) }?.rule
  }

  private func nestedDescriptor(_ depth: Int) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    let type = Array(repeating: UInt8(0x21), count: depth - 1) + [0x01]
    assembler.root("root", type, [0])
    return assembler.finished()
  }

  @Test func `type descriptors nest as deep as the limit says`() {
    #expect(refusal(nestedDescriptor(64)) == nil)
    #expect(refusal(nestedDescriptor(65)) == .descriptorNesting)
    var limits = ArchiveLimits()
    limits.descriptorNesting = 10
    #expect(refusal(nestedDescriptor(10), limits) == nil)
    #expect(refusal(nestedDescriptor(11), limits) == .descriptorNesting)
    limits.descriptorNesting = 100
    #expect(refusal(nestedDescriptor(100), limits) == nil)
  }

  /// Values that nest to an even depth.
  private func nestedValue(_ depth: Int) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    // Every any holds a list of one any: two levels a step. The last any holds an empty list.
    let steps = depth / 2 - 1
    let value = Array(repeating: [0x21, 0x14, 0x01] as [UInt8], count: steps).joined()
    assembler.root("root", [0x14], value + [0x21, 0x14, 0x00])
    return assembler.finished()
  }

  @Test func `values nest as deep as the limit says`() {
    #expect(refusal(nestedValue(512)) == nil)
    #expect(refusal(nestedValue(514)) == .valueNesting)
    var limits = ArchiveLimits()
    limits.valueNesting = 20
    #expect(refusal(nestedValue(20), limits) == nil)
    #expect(refusal(nestedValue(22), limits) == .valueNesting)
    limits.valueNesting = 5_000
    #expect(refusal(nestedValue(5_000), limits) == nil)
  }

  private func chain(_ count: Int) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    let entries = (0..<count).map { Wire.classEntry(name: 1, superclass: $0) }
    assembler.classes(names: ["C"], entries: entries)
    return assembler.finished()
  }

  @Test func `chains of superclasses are as long as the limit says`() {
    #expect(refusal(chain(256)) == nil)
    #expect(refusal(chain(257)) == .superclassChain)
    var limits = ArchiveLimits()
    limits.superclassChain = 3
    #expect(refusal(chain(3), limits) == nil)
    #expect(refusal(chain(4), limits) == .superclassChain)
    limits.superclassChain = 1_000
    #expect(refusal(chain(1_000), limits) == nil)
  }

  /// Records with 4,000 of optional keys, none of which is there: 8 keys for each byte.
  private func sparseGraph(objectCount: Int) throws -> [UInt8] {
    var graph = ArchiveGraph()
    let keys = (0..<4_000).map { ArchiveKey("k\($0)", .bool, presence: .optional) }
    let entry = graph.classes.define(.class("Wide", keys: keys))
    let values = [ArchiveValue?](repeating: nil, count: keys.count)
    for _ in 0..<objectCount { graph.add(ArchiveObject(entry: entry, values: values)) }
    return try graph.encoded()
  }

  @Test func `keys that are absent take no memory`() throws {
    let bytes = try sparseGraph(objectCount: 100)
    #expect(try ArchiveGraph(bytes).objects.count == 100)
    #expect(ArchiveRecovery(bytes).report.outcome == .complete)
  }

  @Test func `a graph takes memory in proportion to the archive`() throws {
    let extreme = try #require(Extreme.all.first { $0.name == "deep lists, in an object" })
    let bytes = extreme.bytes(ofAbout: 120_000)
    #expect(throws: Never.self) { try ArchiveReader.check(bytes) }
    // The graph would have more than 64 times the size of the bytes.
    let error = thrown(ArchiveError.self) { try ArchiveGraph(bytes) }
    #expect(error?.rule == .memory)
    #expect(error?.object != nil)
    let report = ArchiveRecovery(bytes).report
    #expect(report.damages.contains { $0.rule == .memory })
    // A root without the object that it leads to is lost as well.
    #expect(report.outcome == .nothing)
    var limits = ArchiveLimits()
    limits.memoryPerByte = 2_000
    #expect(try ArchiveGraph(bytes, limits: limits).objects.count == 1)
    limits.memoryPerByte = 0
    limits.memoryAllowance = 0
    #expect(throws: ArchiveError.self) {
      try ArchiveGraph(RandomGraph.make(seed: 1).encoded(), limits: limits)
    }
  }

  /// Entries that each have one key of their own, and an object of each, all of one class.
  private func joinedGraph(_ count: Int) -> ArchiveGraph {
    var graph = ArchiveGraph()
    for number in 0..<count {
      let entry = graph.classes.define(.class("A", keys: [ArchiveKey("k\(number)", .uint8)]))
      graph.add(ArchiveObject(entry: entry, values: [.unsigned(1)]))
    }
    let all = (1...count).map { ArchiveValue.reference($0) }
    graph.roots = [ArchiveNamedValue("all", .list(.reference(to: "A")), .list(all))]
    return graph
  }

  @Test func `a canonical form takes no more memory than the archive allows`() throws {
    let canonical = try joinedGraph(100).canonical()
    #expect(canonical.objects.allSatisfy { $0.values.count == 100 })
    let large = joinedGraph(1_500)
    // It would have 2,250,000 values in place of 1,500.
    let error = thrown(ArchiveWritingError.self) { try large.canonical() }
    #expect(error?.reason == .breaks(.memory))
    #expect(error?.object != nil)
    var limits = ArchiveLimits()
    limits.memoryPerByte = 20_000
    #expect(try large.canonical(limits: limits).objects.count == 1_500)
  }

  @Test func `a class table takes no more memory than the archive allows`() throws {
    var limits = ArchiveLimits()
    limits.memoryPerByte = 0
    limits.memoryAllowance = 20_000
    #expect(refusal(chain(50), limits) == nil)
    #expect(refusal(chain(200), limits) == .memory)
    limits.memoryPerByte = 64
    #expect(refusal(chain(200), limits) == nil)
  }

  @Test func `lists of what is small are paid for with their headers and boxes`() throws {
    // Each element takes six bytes in the archive, and five lists besides its place.
    let count = 100_000
    var assembler = ChunkAssembler.withHead
    assembler.root(
      "root", [UInt8](repeating: 0x21, count: 6) + [0x07],
      Wire.varint(count) + (0..<count).flatMap { _ in [1, 1, 1, 1, 1, 7] as [UInt8] })
    let bytes = assembler.finished()
    #expect(refusal(bytes) == nil)
    // The graph would have 500,000 lists.
    #expect(thrown(ArchiveError.self) { try ArchiveGraph(bytes) }?.rule == .memory)
  }
}
