import Stele
import SteleModel
import TestSupport
import Testing

/// Whole archives, written out by hand from the specification.
@Suite struct SmallArchiveTests {
  /// A chunk around a payload, as chapter 2 describes it.
  private func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let check = XXH64.hash(payload)
    var tail = littleEndian(UInt64(payload.count)) + littleEndian(check)
    let letters = Array(type.utf8)
    let seed = letters.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let hash = XXH64.hash(tail, seed: seed)
    tail += payload
    while tail.count % 8 != 0 { tail.append(0) }
    return letters + littleEndian(UInt32(truncatingIfNeeded: hash ^ (hash >> 32))) + tail
  }

  private func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    (0..<(Integer.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private let signature: [UInt8] = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns the entry of a chunk in the index.
  private func entry(_ chunk: [UInt8], count: UInt32 = 0) -> [UInt8] {
    chunk[..<4] + littleEndian(count) + chunk[8..<24]
  }

  @Test func `an empty archive has 104 bytes`() throws {
    let head = chunk("HEAD", [1, 0, 0, 0])
    let index = chunk("INDX", entry(head) + littleEndian(UInt64(40)))
    let bytes = try verified(ArchiveGraph().encoded())
    #expect(bytes == signature + head + index + signature)
    #expect(bytes.count == 104)
  }

  @Test func `the head names a document type and a writer`() throws {
    var graph = ArchiveGraph()
    graph.documentType = "zoo"
    graph.writer = "demo"
    let bytes = try verified(graph.encoded())
    let payload: [UInt8] = [1, 0, 3, 0x7A, 0x6F, 0x6F, 4, 0x64, 0x65, 0x6D, 0x6F]
    #expect(bytes[8..<48].elementsEqual(chunk("HEAD", payload)))
    #expect(try ArchiveGraph(bytes) == graph)
    #expect(try ArchiveReader(opening: bytes).documentType == "zoo")
    #expect(try Unarchiver(bytes).documentType == "zoo")
    #expect(try graph.canonical() == ArchiveGraph())
  }

  @Test func `the error for another version names it, and that which can be read`() throws {
    var bytes = try ArchiveGraph().encoded()
    bytes.replaceSubrange(8..<40, with: chunk("HEAD", [1, 3, 0, 0]))
    do {
      _ = try ArchiveReader(opening: bytes)
      Issue.record("it was read")
    } catch {
      #expect(error == ArchiveError(.version, at: 33))
      #expect(
        error.description.contains(
          "this archive needs version 1.3 of the format; this program reads up to 1.0 (rule F12)"))
    }
  }

  private func people(_ count: Int) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let person = graph.classes.define(
      .class("Person", keys: [ArchiveKey("name", .string), ArchiveKey("age", .int64)]))
    for _ in 0..<count {
      graph.add(ArchiveObject(entry: person, values: [.string("Ada"), .integer(36)]))
    }
    return graph
  }

  @Test func `an object with two keys has the bytes that the specification gives`() throws {
    var graph = people(1)
    graph.roots = [ArchiveNamedValue("", .reference(to: "Person"), .reference(1))]
    let head = chunk("HEAD", [1, 0, 0, 0])
    let classes = chunk(
      "CLAS",
      [1, 1, 6] + Array("Person".utf8) + [1, 1, 0, 0, 2, 4] + Array("name".utf8) + [0x0F, 1, 0, 3]
        + Array("age".utf8) + [0x05, 1, 0])
    let objects = chunk("OBJS", [1, 1, 6, 1, 3] + Array("Ada".utf8) + [72])
    let roots = chunk("ROOT", [1, 0, 0x30, 1, 1])
    let last = 40 + classes.count + objects.count + roots.count
    let index = chunk(
      "INDX",
      entry(head) + entry(classes, count: 1) + entry(objects, count: 1) + entry(roots, count: 1)
        + littleEndian(UInt64(last)))
    let bytes = try verified(graph.encoded())
    #expect(bytes == signature + head + classes + objects + roots + index + signature)
    #expect(bytes.count == 304)
  }

  @Test func `each further object takes its values and two bytes`() throws {
    let sizes = try [8, 16, 24].map { try verified(people($0).encoded()).count }
    #expect(sizes[1] - sizes[0] == 8 * 7)
    #expect(sizes[2] - sizes[1] == 8 * 7)
  }
}
