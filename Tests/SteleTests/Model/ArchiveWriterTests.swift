import Stele
import TestSupport
import Testing

@Suite struct ArchiveWriterTests {
  /// Counts bytes and forgets them.
  struct CountingSink: ByteSink {
    var byteCount = 0
    var largest = 0

    mutating func write(_ bytes: [UInt8]) {
      byteCount += bytes.count
      largest = max(largest, bytes.count)
    }
  }

  struct FullSink: ByteSink {
    struct Full: Error, Equatable {}

    mutating func write(_ bytes: [UInt8]) throws { throw Full() }
  }

  /// Remembers how many bytes each write has.
  struct MeasuringSink: ByteSink {
    var byteCounts: [Int] = []

    mutating func write(_ bytes: [UInt8]) { byteCounts.append(bytes.count) }
  }

  /// Returns the number of records of each block.
  private func recordCounts(_ bytes: [UInt8]) throws -> [Int] {
    try ArchiveParts(archive: verified(bytes)).parts.filter { $0.type == Array("OBJS".utf8) }.map {
      part in
      var payload = ByteReader(part.payload)
      _ = try payload.readNumber()
      return try payload.readNumber()
    }
  }

  private final class Part: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Part") }
    var bytes: [UInt8]
    var next: Part?

    init(_ byteCount: Int, next: Part?) {
      bytes = [UInt8](repeating: 7, count: byteCount)
      self.next = next
    }
  }

  @Test(arguments: [
    ([10, 10, 10], [3]), ([10, 70_000, 10], [1, 1, 1]), ([70_000, 70_000, 10], [1, 1, 1]),
    ([10, 10, 65_000, 10_000, 10], [4, 1]), ([40_000, 40_000, 40_000], [2, 1]),
    ([10, 10, 80_000], [2, 1]),
  ])
  func `a block is closed at 64 KiB, and before a record that takes as much`(
    byteCounts: [Int], expected: [Int]
  ) throws {
    var writer = try ArchiveWriter(sink: ArraySink())
    let entry = try writer.define(.class("Part", keys: [ArchiveKey("bytes", .bytes)]))
    for byteCount in byteCounts {
      let bytes = [UInt8](repeating: 7, count: byteCount)
      try writer.append(ArchiveObject(entry: entry, values: [.bytes(bytes)]))
    }
    let references = byteCounts.indices.map { ArchiveValue.reference($0 + 1) }
    try writer.addRoot(ArchiveNamedValue("r", .list(.reference(to: "Part")), .list(references)))
    try writer.finish()
    #expect(try recordCounts(writer.sink.bytes) == expected)
    let first = byteCounts.reversed().reduce(nil as Part?) { Part($1, next: $0) }
    var encoder = SteleEncoder()
    #expect(try recordCounts(encoder.encode(first)) == expected)
    encoder.outputFormatting = .canonical
    #expect(try recordCounts(verified(encoder.encode(first), isCanonical: true)) == expected)
  }

  /// A large number of objects, which is smaller in slow builds.
  #if DEBUG
    private static let million = 50_000
  #else
    private static let million = 1_000_000
  #endif

  private static let node = ArchiveClassEntry.class(
    "Node",
    keys: [
      ArchiveKey("next", .optional(.reference(to: "Node"))),
      ArchiveKey("any", .optional(.reference(to: nil))),
      ArchiveKey("weak", .weakReference(to: "Node")),
    ])

  private func writer() throws -> (writer: ArchiveWriter<ArraySink>, node: Int, other: Int) {
    var writer = try ArchiveWriter(sink: ArraySink())
    let node = try writer.define(Self.node)
    let other = try writer.define(.class("Other"))
    return (writer, node, other)
  }

  @Test func `definitions and roots come in instalments, before their first use`() throws {
    var writer = try ArchiveWriter(
      sink: ArraySink(), options: ArchiveWriterOptions(blockByteCount: 1))
    let first = try writer.define(.class("A", keys: [ArchiveKey("k", .any)]))
    try writer.append(
      ArchiveObject(entry: first, values: [.any(.reference(to: "Ghost"), .reference(2))]))
    try writer.addRoot(ArchiveNamedValue("one", .reference(to: "A"), .reference(1)))
    #expect(
      throws: ArchiveWritingError(.breaks(.wrongClass), object: 1, keyPath: "A.k")
    ) {
      var writer = writer
      try writer.append(ArchiveObject(entry: first, values: [.any(.bool, .bool(true))]))
    }
    let ghost = try writer.define(.class("Ghost", superclass: first))
    try writer.append(ArchiveObject(entry: ghost, values: [.any(.bool, .bool(true))]))
    try writer.addRoot(ArchiveNamedValue("two", .reference(to: "Ghost"), .reference(2)))
    try writer.finish(metadata: [ArchiveNamedValue("m", .int8, .integer(1))])
    let graph = try ArchiveGraph(verified(writer.sink.bytes))
    #expect(graph.objects.count == 2)
    #expect(graph.classes.entries.map(\.name) == ["A", "Ghost"])
    #expect(graph.roots.map(\.name) == ["one", "two"])
    #expect(graph.metadata == [ArchiveNamedValue("m", .int8, .integer(1))])
    #expect(
      chunkTypes(writer.sink.bytes)
        == ["HEAD", "CLAS", "OBJS", "ROOT", "CLAS", "OBJS", "ROOT", "mETa"])
  }

  /// Returns the types that the index lists.
  private func chunkTypes(_ archive: [UInt8]) -> [String] {
    let place = archive[(archive.count - 16)..<(archive.count - 8)].reversed()
    let start = place.reduce(0) { $0 << 8 | Int($1) } + 24
    return stride(from: start, to: archive.count - 16, by: 24).map {
      String(decoding: archive[$0..<($0 + 4)], as: UTF8.self)
    }
  }

  @Test func `a reference whose target never comes is refused at the end`() throws {
    var (writer, node, _) = try writer()
    try writer.append(ArchiveObject(entry: node, values: [.reference(2), .nil, .nil]))
    #expect(
      throws: ArchiveWritingError(.breaks(.danglingReference), object: 1, keyPath: "Node.next")
    ) {
      var writer = writer
      try writer.finish()
    }
    try writer.append(ArchiveObject(entry: node, values: [.nil, .reference(5), .nil]))
    #expect(
      throws: ArchiveWritingError(.breaks(.danglingReference), object: 2, keyPath: "Node.any")
    ) {
      var writer = writer
      try writer.finish()
    }
    for _ in 3...5 { try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .nil])) }
    try writer.addRoot(ArchiveNamedValue("r", .list(.reference(to: nil)), .list([.reference(6)])))
    #expect(throws: ArchiveWritingError(.breaks(.danglingReference), keyPath: "r")) {
      try writer.finish()
    }
  }

  @Test func `a target of another class is refused when it comes`() throws {
    var (writer, node, other) = try writer()
    try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .reference(2)]))
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), object: 1, keyPath: "Node.weak")) {
      try writer.append(ArchiveObject(entry: other, values: []))
    }
  }

  @Test func `a target is examined for every class that references ask of it`() throws {
    var (writer, node, _) = try writer()
    try writer.append(ArchiveObject(entry: node, values: [.reference(2), .nil, .nil]))
    try writer.addRoot(ArchiveNamedValue("r", .reference(to: "Other"), .reference(2)))
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), keyPath: "r")) {
      try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .nil]))
    }
  }

  @Test func `weak slots hold what they are resolved to`() throws {
    var (writer, node, _) = try writer()
    let slots = (writer.newWeakSlot(), writer.newWeakSlot())
    try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slots.0.value]))
    try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slots.1.value]))
    try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slots.0.value]))
    try writer.resolve(slots.0, to: 2)
    try writer.finish()
    let graph = try ArchiveGraph(verified(writer.sink.bytes))
    #expect(graph.objects.map { $0.values[2] } == [.reference(2), .nil, .reference(2)])
    #expect(chunkTypes(writer.sink.bytes) == ["HEAD", "CLAS", "OBJS", "WEAK"])
  }

  @Test func `what a weak slot holds is of the class that references ask for`() throws {
    var (writer, node, other) = try writer()
    let slot = writer.newWeakSlot()
    try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slot.value]))
    try writer.append(ArchiveObject(entry: other, values: []))
    try writer.resolve(slot, to: 2)
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), object: 1, keyPath: "Node.weak")) {
      var writer = writer
      try writer.finish()
    }
    try writer.resolve(slot, to: 3)
    #expect(throws: ArchiveWritingError(.breaks(.danglingReference), keyPath: "weak slot 0")) {
      var writer = writer
      try writer.finish()
    }
    try writer.resolve(slot, to: nil)
    try writer.finish()
    _ = try verified(writer.sink.bytes)
  }

  @Test func `a writer is closed by an error and by finishing`() throws {
    var (writer, node, _) = try writer()
    var failed = writer
    #expect(throws: ArchiveWritingError(.breaks(.undefinedEntry), object: 1)) {
      try failed.append(ArchiveObject(entry: 9, values: []))
    }
    let closed = ArchiveWritingError(.writerIsClosed)
    #expect(throws: closed) {
      try failed.append(ArchiveObject(entry: node, values: [.nil, .nil, .nil]))
    }
    #expect(throws: closed) { try failed.define(.class("X")) }
    #expect(throws: closed) { try failed.finish() }
    try writer.finish()
    #expect(throws: closed) { try writer.finish() }
    #expect(throws: closed) { try writer.addRoot(ArchiveNamedValue("", .bool, .bool(true))) }
  }

  @Test func `errors of the sink are passed on`() throws {
    var writer = try ArchiveWriter(sink: FullSink())
    #expect(throws: FullSink.Full()) { try writer.finish() }
  }

  @Test func `superclasses are defined before`() throws {
    var writer = try ArchiveWriter(sink: ArraySink())
    #expect(throws: ArchiveWritingError(.breaks(.superclass), keyPath: "Sub")) {
      try writer.define(.class("Sub", superclass: 2))
    }
  }

  @Test func `millions of objects stream through small pieces`() throws {
    var writer = try ArchiveWriter(sink: CountingSink())
    let node = try writer.define(Self.node)
    let count = Self.million * 2
    for number in 1...count {
      try writer.append(
        ArchiveObject(
          entry: node,
          values: [number < count ? .reference(number + 1) : .nil, .reference(1), .nil]))
    }
    try writer.addRoot(ArchiveNamedValue("first", .reference(to: "Node"), .reference(1)))
    try writer.finish()
    #expect(writer.objectCount == count)
    #expect(writer.sink.byteCount > count * 6)
    #expect(writer.sink.largest < 70_000)
  }

  /// Returns a linked list, of which each object refers to the one before it.
  private func list(_ count: Int) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let node = graph.classes.define(Self.node)
    for number in 1...count {
      graph.add(
        ArchiveObject(
          entry: node, values: [number > 1 ? .reference(number - 1) : .nil, .nil, .nil]))
    }
    graph.roots = [ArchiveNamedValue("last", .reference(to: "Node"), .reference(count))]
    return graph
  }

  @Test func `a long list is written in small pieces`() throws {
    var sink = CountingSink()
    try list(Self.million).write(to: &sink)
    #expect(sink.byteCount > Self.million * 5)
    #expect(sink.largest < 140_000)
  }

  @Test func `a long list is made canonical, from its root on`() throws {
    let count = Self.million / 10
    let canonical = try list(count).canonical()
    #expect(canonical.objects.count == count)
    // The key "next" follows "any".
    #expect(canonical.objects[0].values[1] == .reference(2))
    #expect(canonical.objects[count - 1].values[1] == .nil)
    _ = try verified(canonical.encoded(), isCanonical: true)
  }
}
