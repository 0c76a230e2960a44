import Stele
import SteleModel
import TestSupport
import Testing

@testable import SteleInspection

@Suite struct `ArchiveRecovery of damaged archives` {
  /// Returns twenty blocks of people, each of whom refers to the next and the previous person, and to others in lists.
  private static func people() throws -> (graph: ArchiveGraph, bytes: [UInt8]) {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(
      .class(
        "Person",
        keys: [
          "name": .string, "next": .optional(.reference(to: "Person")),
          "previous": .weakReference(to: "Person"), "best": .reference(to: "Person"),
          "others": .list(.any),
        ]))
    let count = 2_000
    for number in 1...count {
      graph.add(
        entry, .string("person \(number)"), number < count ? .reference(number + 1) : .nil,
        number > 1 ? .reference(number - 1) : .nil, .reference(number),
        .list([.any(.reference(to: nil), .reference((number + 200) % count + 1))]))
    }
    graph.roots = [ArchiveNamedValue("first", .reference(to: "Person"), .reference(1))]
    graph.metadata = [ArchiveNamedValue("title", .string, .string("People"))]
    return (graph, try graph.encoded(blockByteCount: 2_048))
  }

  @Test func `a reference that must not be nil makes its key optional when its target is lost`()
    throws
  {
    var graph = ArchiveGraph()
    let pair = graph.classes.define(
      .struct("Pair", keys: ["left": .reference(to: nil), "right": .int8]))
    let node = graph.classes.define(
      .class(
        "Node",
        keys: [
          "other": .reference(to: "Node"), "pair": .struct("Pair"),
          "friends": .set(.reference(to: nil)),
        ]))
    for number in 1...600 {
      let other = 601 - number
      graph.add(
        node, .reference(other), .struct(pair, .reference(other), .integer(1)),
        .set([.reference(other), .reference(number)]))
    }
    var bytes = try graph.encoded(blockByteCount: 1_024)
    bytes[try ArchiveParts(archive: bytes).payloads(of: "OBJS")[0].lowerBound + 9] ^= 1
    let recovery = ArchiveRecovery.unrepaired(bytes)
    let lost = try #require(recovery.report.lostObjects.first)
    #expect(lost.lowerBound == 1)
    let mended = try ArchiveGraph(try verified(try recovery.graph.encoded()))
    #expect(mended.classes[node]?.keys[0].type == .optional(.reference(to: "Node")))
    #expect(mended.classes[node]?.keys[1].type == .struct("Pair"))
    #expect(mended.classes[pair]?.keys[0].type == .optional(.reference(to: nil)))
    let last = try #require(mended.objects.last)
    #expect(last.values[0] == .nil)
    #expect(last.values[2] == .set([.reference(mended.objects.count)]))
    #expect(recovery.report.lostReferences.filter(\.isLeftOut).count == lost.count)
  }

  @Test func `a payload whose header is damaged is saved, if the index lists it`() throws {
    let (graph, bytes) = try Self.people()
    for type in ["HEAD", "CLAS", "OBJS", "ROOT", "mETa"] {
      for offset in [0, 5, 9, 17] {
        let payloads = try ArchiveParts(archive: bytes).payloads(of: type)
        let header = payloads[payloads.count / 2].lowerBound - 24
        var damaged = bytes
        damaged[header + offset] ^= 0x55
        let recovery = ArchiveRecovery.unrepaired(damaged)
        #expect(recovery.report.outcome == .complete, "\(type)")
        #expect(recovery.graph == graph, "\(type)")
        #expect(
          recovery.report.damages == [
            .init(range: header..<(header + 24), type: ArchiveChunkType(type), rule: .headerCheck)
          ])
      }
    }
  }

  @Test func `an index that contradicts the head is rebuilt`() throws {
    let (graph, bytes) = try Self.people()
    var parts = try ArchiveParts(archive: bytes)
    parts.parts[0].payload = [1, 0, 0, 3] + Array("ada".utf8)
    let recovery = ArchiveRecovery(parts.sealed())
    #expect(recovery.report.outcome == .partial)
    #expect(recovery.report.hasForeignContent)
    #expect(recovery.report.damages.map(\.rule) == [.indexEntry])
    #expect(recovery.report.damages.map(\.type) == [ArchiveChunkType("INDX")])
    #expect((recovery.graph.objects, recovery.graph.writer) == (graph.objects, "ada"))
  }

  @Test func `nothing is saved from an archive of another version`() throws {
    let (_, bytes) = try Self.people()
    var parts = try ArchiveParts(archive: bytes)
    parts.parts[0].payload = [1, 3, 0, 0]
    parts.renewIndex()
    for count in [bytes.count, bytes.count - 8, bytes.count / 2] {
      let recovery = ArchiveRecovery(Array(parts.sealed().prefix(count)))
      #expect(recovery.report.refusal == ArchiveError(.version, at: 33))
      #expect(recovery.report.outcome == .nothing)
      #expect(recovery.report.damages.map(\.rule).contains(.version))
      #expect(recovery.graph == ArchiveGraph())
    }
  }

  @Test func `without a head the version is not known`() throws {
    let (graph, bytes) = try Self.people()
    #expect(ArchiveRecovery.unrepaired(bytes).report.isVersionKnown)
    var damaged = bytes
    damaged[33] ^= 0x40
    let recovery = ArchiveRecovery.unrepaired(damaged)
    #expect(!recovery.report.isVersionKnown)
    #expect(recovery.graph.objects == graph.objects)
    var parts = try ArchiveParts(archive: bytes)
    parts.parts[0].payload.append(0)
    #expect(!ArchiveRecovery(parts.sealed()).report.isVersionKnown)
  }

  @Test func `the document type is kept`() throws {
    var graph = ArchiveGraph()
    graph.documentType = "com.example.zoo"
    var bytes = try graph.encoded()
    bytes[3] ^= 1
    #expect(ArchiveRecovery.unrepaired(bytes).graph.documentType == "com.example.zoo")
  }

  @Test func `offsets in an index that no file has do not trap`() throws {
    for offset in [UInt64(Int.max), UInt64(Int.max) - 7, UInt64.max, 1 << 62, 1 << 61] {
      var assembler = ChunkAssembler.withHead
      assembler.chunk("INDX", payload: Wire.u64(offset))
      assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
      assembler.objects(records: [[1]])
      let bytes = assembler.finished(withIndex: false)
      #expect(ArchiveRecovery.unrepaired(bytes).report.outcome != .nothing)
      let entry = Array("OBJS".utf8) + Wire.u32(.max) + Wire.u64(offset) + Wire.u64(0)
      let listed = assembler.finished { $0 = entry + entry + $0 }
      #expect(ArchiveRecovery(listed).report.outcome != .nothing)
    }
  }

  @Test func `headers that claim each other are looked through in linear time`() throws {
    // Each chunk claims all bytes up to the end, and no payload matches its check.
    func chunks(_ count: Int) -> [UInt8] {
      var bytes = ChunkAssembler.signature
      for number in 0..<count {
        let tail = Wire.u64(UInt64(24 * (count - number - 1))) + Wire.u64(7)
        bytes += Array("OBJS".utf8) + ArchiveParts.headerCheck(type: Array("OBJS".utf8), tail: tail)
        bytes += tail
      }
      return bytes + ChunkAssembler.signature
    }
    // Quadratic work would take minutes.
    #expect(ArchiveRecovery(chunks(20_000)).report.outcome == .nothing)
  }

  @Test func `elements in two spellings are kept and reported`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.struct("S", keys: ["k": .int8, "o": .bool]))
    graph.classes.define(.struct("S", keys: ["o": .optional(.bool), "k": .int16]))
    graph.classes.define(.class("C", keys: ["k": .set(.struct("S"))]))
    let one = ArchiveValue.struct(1, .integer(5), .bool(true))
    let same = ArchiveValue.struct(2, ArchiveValue.some(.bool(true)), .integer(5))
    let other = ArchiveValue.struct(2, .nil, .integer(5))
    graph.add(3, .set([one, other]))
    graph.add(3, .set([one, other, same]))
    let (ab, ba) = (
      ArchiveValue.set([.integer(1), .integer(5)]), ArchiveValue.set([.integer(5), .integer(1)])
    )
    let sets = ArchiveTypeDescriptor.set(.set(.int8))
    graph.roots = [
      ArchiveNamedValue("distinct", sets, .set([ab, .set([.integer(1)])])),
      ArchiveNamedValue("equal", sets, .set([ab, ba])),
      ArchiveNamedValue("list", .list(sets), .list([.set([ab]), .set([ba, ab])])),
      ArchiveNamedValue(
        "map", .map(key: .set(.int8), value: .bool),
        .map([ab, ba].map { ArchiveMapPair(key: $0, value: .bool(true)) })),
      ArchiveNamedValue("nested", .set(sets), .set([.set([ab]), .set([ba])])),
    ]
    let recovery = try ArchiveRecovery(verified(graph.encoded()))
    #expect(recovery.report.outcome == .complete)
    #expect(
      recovery.report.respellings == [
        .init(object: 2, keyPath: "objects[2].C.k"), .init(object: nil, keyPath: "equal"),
        .init(object: nil, keyPath: "list[1]"), .init(object: nil, keyPath: "map"),
        .init(object: nil, keyPath: "nested"),
      ])
    #expect(recovery.graph == graph)
  }

  @Test func `elements are in two spellings exactly if joining makes them equal`() throws {
    var counts = [true: 0, false: 0]
    for pair in JoinPair.all() where !pair.hasReferenceInKey {
      let hasForm = (try? pair.graph.canonical()) != nil
      let recovery = try ArchiveRecovery(pair.graph.encoded())
      #expect(recovery.report.outcome == .complete)
      #expect(recovery.report.respellings.isEmpty == hasForm, "\(pair.name)")
      counts[hasForm, default: 0] += 1
    }
    #expect(counts.values.allSatisfy { $0 > 100 }, "\(counts)")
  }

  @Test func `a further member of the lineage decides whether elements are equal`() throws {
    var graph = ArchiveGraph()
    for type in [ArchiveTypeDescriptor.int8, .int16, .string] {
      graph.classes.define(.struct("S", keys: ["x": type]))
    }
    graph.roots = [
      ArchiveNamedValue(
        "set", .set(.struct("S")), .set([.struct(1, .integer(5)), .struct(2, .integer(5))]))
    ]
    #expect(
      try ArchiveRecovery(graph.encoded()).report.respellings == [
        .init(object: nil, keyPath: "set")
      ])
    #expect(throws: ArchiveWritingError(.breaks(.canonicalJoin), keyPath: "set")) {
      try graph.canonical()
    }
    graph.roots.append(ArchiveNamedValue("z", .struct("S"), .struct(3, .string("s"))))
    #expect(try ArchiveRecovery(graph.encoded()).report.respellings.isEmpty)
    _ = try verified(graph.canonical().encoded(), isCanonical: true)
  }

  @Test func `objects and roots that take too much memory cost only themselves`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("C", keys: ["k": .list(.list(.int64))]))
    func lists(_ count: Int) -> ArchiveValue {
      .list((0..<count).map { _ in .list((0..<200).map { .integer($0 % 50) }) })
    }
    // Most of an object with 100 lists is made before the lack of memory is detected.
    for count in [100, 100, 20, 100, 50] {
      graph.add(1, lists(count))
    }
    graph.roots = [ArchiveNamedValue("root", .list(.reference(to: "C")), .references(1...5))]
    var limits = ArchiveLimits()
    limits.memoryPerByte = 0
    limits.memoryAllowance = 600_000
    let recovery = try ArchiveRecovery(graph.encoded(), limits: limits)
    #expect(recovery.report.savedObjects == [3, 5])
    #expect(recovery.report.lostObjects == [1...2, 4...4])
    #expect(recovery.report.damages.map(\.rule) == [.memory, .memory, .memory])
    #expect(recovery.graph.objects.map(\.values) == [[lists(20)], [lists(50)]])
    #expect(recovery.graph.roots.map(\.value) == [.references([1, 2])])
  }
}
