import Stele
import SteleModel
import SteleVerifier
import TestSupport
import Testing

/// The parts of an archive outside memory that are read, and those that are taken on trust.
@Suite struct `Reading in part` {
  /// An archive of objects with a number each, and a class for each of several parts.
  private static func archive(
    objectCount: Int, classCount: Int = 1, blockByteCount: Int = 64
  ) throws -> [UInt8] {
    var writer = try ArchiveWriter(sink: ArraySink(), blockByteCount: blockByteCount)
    for part in 0..<classCount {
      let entry = try writer.define(.class("Class\(part)", keys: [ArchiveKey("number", .int64)]))
      for number in 0..<(objectCount / classCount) {
        try writer.append(
          ArchiveObject(entry: entry, values: [.integer(Int128(1_000_000 + number))]))
      }
    }
    try writer.addRoot(ArchiveNamedValue("root", .reference(to: nil), .reference(1)))
    return try verified(writer.finish().bytes)
  }

  @Test func `a small archive is one read`() throws {
    let source = CountingSource(try Self.archive(objectCount: 500))
    let archive = try ArchiveReader(opening: source)
    #expect(try archive.object(250)?.values.first == .integer(1_000_249))
    #expect(try archive.roots().count == 1)
    #expect(source.ranges == [0..<source.byteCount])
  }

  @Test func `both ends and a block of a large archive are three reads`() throws {
    let source = CountingSource(try Self.archive(objectCount: 100_000, blockByteCount: 16_384))
    let archive = try ArchiveReader(opening: source)
    #expect(source.ranges == [0..<4_096, (source.byteCount - 65_536)..<source.byteCount])
    #expect(try archive.object(50_000)?.values.first == .integer(1_049_999))
    #expect(source.ranges.count == 3)
    #expect(try archive.object(50_001)?.values.first == .integer(1_050_000))
    #expect(try archive.root("root") != nil)
    #expect(source.ranges.count == 3)
  }

  @Test func `an index that is longer than the tail is another read, whatever its size`() throws {
    for objectCount in [40_000, 80_000] {
      let source = CountingSource(try Self.archive(objectCount: objectCount))
      let unarchiver = try ArchiveReader(opening: source)
      #expect(try unarchiver.object(objectCount / 2) != nil)
      #expect(source.ranges.count == 4)
    }
  }

  @Test func `each further instalment of the class table is a read`() throws {
    let source = CountingSource(try Self.archive(objectCount: 100_000, classCount: 5))
    let archive = try ArchiveReader(opening: source)
    #expect(archive.classes.count == 5)
    // The first stands in front; the others have blocks around them.
    #expect(source.ranges.count == 3 + 4)
    #expect(try archive.object(50_000) != nil)
    #expect(source.ranges.count == 4 + 4)
  }

  /// A source that cannot hold large parts in memory.
  struct SmallMemory: ByteSource {
    struct TooLarge: Error {}

    let content: [UInt8]
    let limit: Int

    var byteCount: Int { content.count }

    func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) {
      Issue.record("there was a buffer before the source could refuse it")
    }

    func bytes(in range: Range<Int>) throws(TooLarge) -> [UInt8] {
      guard range.count <= limit else { throw TooLarge() }
      return Array(content[range])
    }
  }

  @Test func `a source can refuse a part before there is memory for it`() throws {
    let bytes = try Self.archive(objectCount: 100_000, blockByteCount: 100_000)
    let archive = try ArchiveReader(opening: SmallMemory(content: bytes, limit: 70_000))
    let error = #expect(throws: ArchiveError.self) { try archive.object(1) }
    #expect(error?.sourceError is SmallMemory.TooLarge)
  }

  @Test func `weak slots are read when a value needs them`() throws {
    var writer = try ArchiveWriter(sink: ArraySink(), blockByteCount: 64)
    let entry = try writer.define(
      .class("Node", keys: [ArchiveKey("next", .weakReference(to: "Node"))]))
    let slots = (0..<100_000).map { _ in writer.makeWeakSlot() }
    for slot in slots.prefix(2) {
      try writer.append(ArchiveObject(entry: entry, values: [slot.value]))
    }
    for _ in 0..<20_000 { try writer.append(ArchiveObject(entry: entry, values: [.nil])) }
    for slot in slots { try writer.resolve(slot, to: 2) }
    let source = CountingSource(try verified(writer.finish().bytes))
    let archive = try ArchiveReader(opening: source)
    #expect(try archive.object(10_000)?.values == [.nil])
    #expect(source.ranges.count == 3)
    #expect(try archive.object(1)?.values == [.reference(2)])
    #expect(source.ranges.count == 4)
    #expect(try archive.object(2)?.values == [.reference(2)])
    #expect(source.ranges.count == 4)
  }

  /// The chunks of an archive, and the offsets of their entries in the index.
  private func chunks(of bytes: [UInt8]) throws -> [(range: Range<Int>, type: String, entry: Int)] {
    let parts = try ArchiveParts(archive: bytes)
    let index = parts.offsets[parts.offsets.count - 1] + 24
    return parts.parts.indices.map { position in
      let start = parts.offsets[position]
      let end = position + 1 < parts.offsets.count ? parts.offsets[position + 1] : bytes.count - 8
      let type = String(decoding: parts.parts[position].type, as: UTF8.self)
      return (start..<end, type, index + 24 * position)
    }
  }

  @Test func `a block of another save is found by everybody who touches it`() throws {
    let graph = { (value: Int128) in
      var writer = try ArchiveWriter(sink: ArraySink(), blockByteCount: 64)
      let entry = try writer.define(.class("Node", keys: [ArchiveKey("number", .int64)]))
      for number in 0..<200 {
        try writer.append(
          ArchiveObject(entry: entry, values: [.integer(1_000 + (number == 100 ? value : 0))]))
      }
      return try writer.finish().bytes
    }
    let (first, second) = (try graph(1), try graph(2))
    let chunks = try chunks(of: first)
    let different = try #require(
      chunks.first { $0.type == "OBJS" && first[$0.range] != second[$0.range] })
    var mixed = first
    mixed.replaceSubrange(different.range, with: second[different.range])
    #expect(throws: ArchiveError(.indexEntry, at: different.entry)) {
      try ArchiveReader.check(mixed)
    }
    let findings = Verifier().verify(mixed).findings
    #expect(findings.map(\.rule) == [.indexEntry])
    #expect(findings.map(\.offset) == [different.entry])
    for archive in [
      try ArchiveReader(opening: mixed), try ArchiveReader(opening: CountingSource(mixed)),
    ] {
      #expect(try archive.object(1)?.values == [.integer(1_000)])
      #expect(try archive.object(200)?.values == [.integer(1_000)])
      #expect(throws: ArchiveError(.indexEntry, at: different.entry)) {
        try archive.object(101)
      }
    }
  }

  @Test func `archives with different chunks have different fingerprints`() throws {
    let (first, second) = (try Self.archive(objectCount: 10), try Self.archive(objectCount: 11))
    let fingerprint = try ArchiveReader(opening: first).fingerprint
    #expect(fingerprint != (try ArchiveReader(opening: second).fingerprint))
    #expect(try Unarchiver(first).fingerprint == fingerprint)
    #expect(
      try Unarchiver(ArchiveReader(opening: CountingSource(first))).fingerprint == fingerprint)
    #expect(Verifier().verify(first).statistics.fingerprint == fingerprint)
    // It is in the header of the last chunk.
    let index = try #require(try chunks(of: first).last?.range.lowerBound)
    #expect(ArchiveParts.u64(fingerprint).elementsEqual(first[(index + 16)..<(index + 24)]))
  }

  @Test func `an index that lies about its place is refused before it is read`() throws {
    let bytes = try Self.archive(objectCount: 40_000)
    for place in [UInt64(8), 16, 1 << 20, UInt64(bytes.count), .max, 0, 7] {
      var changed = bytes
      changed.replaceSubrange((bytes.count - 16)..<(bytes.count - 8), with: ArchiveParts.u64(place))
      let source = CountingSource(changed)
      #expect(throws: ArchiveError.self) { try ArchiveReader(opening: source) }
      #expect(source.ranges.count <= 3)
    }
  }
}
