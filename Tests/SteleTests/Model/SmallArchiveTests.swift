import Stele
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

  @Test func `an empty archive has 80 bytes`() throws {
    let head = chunk("HEAD", [1, 0, 0])
    let index = chunk("INDX", littleEndian(UInt64(40)))
    let bytes = try verified(ArchiveGraph().encoded())
    #expect(bytes == signature + head + index + signature)
    #expect(bytes.count == 80)
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
    let head = chunk("HEAD", [1, 0, 0])
    let classes = chunk(
      "CLAS",
      [1, 1, 6] + Array("Person".utf8) + [1, 1, 0, 0, 2, 4] + Array("name".utf8) + [0x0F, 1, 0, 3]
        + Array("age".utf8) + [0x05, 1, 0])
    let objects = chunk("OBJS", [1, 1, 6, 1, 3] + Array("Ada".utf8) + [72])
    let roots = chunk("ROOT", [1, 0, 0x30, 1, 1])
    let offsets = [40, 40 + classes.count, 40 + classes.count + objects.count]
    let last = 40 + classes.count + objects.count + roots.count
    let index = chunk(
      "INDX",
      Array("CLAS".utf8) + [1, 0, 0, 0] + littleEndian(UInt64(offsets[0]))
        + Array("OBJS".utf8) + [1, 0, 0, 0] + littleEndian(UInt64(offsets[1]))
        + Array("ROOT".utf8) + [1, 0, 0, 0] + littleEndian(UInt64(offsets[2]))
        + littleEndian(UInt64(last)))
    let bytes = try verified(graph.encoded())
    #expect(bytes == signature + head + classes + objects + roots + index + signature)
    #expect(bytes.count == 256)
  }

  @Test func `each further object takes its values and two bytes`() throws {
    let sizes = try [8, 16, 24].map { try verified(people($0).encoded()).count }
    #expect(sizes[1] - sizes[0] == 8 * 7)
    #expect(sizes[2] - sizes[1] == 8 * 7)
  }
}
