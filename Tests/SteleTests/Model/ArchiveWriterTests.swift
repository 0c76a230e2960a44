import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct ArchiveWriterTests {
  /// Counts bytes and forgets them.
  struct CountingSink: ByteSink {
    var byteCount = 0
    var largest = 0

    mutating func write(_ bytes: Span<UInt8>) {
      byteCount += bytes.count
      largest = max(largest, bytes.count)
    }
  }

  struct FullSink: ByteSink {
    struct Full: Error, Equatable {}

    mutating func write(_ bytes: Span<UInt8>) throws(Full) { throw Full() }
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
    #expect(try recordCounts(writer.finish().bytes) == expected)
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

  /// Returns an archive with the entries `Node` and `Other`.
  @discardableResult
  private func archive(
    _ write: (inout ArchiveWriter<ArraySink>, _ node: Int, _ other: Int) throws -> Void
  ) throws -> [UInt8] {
    var writer = try ArchiveWriter(sink: ArraySink())
    let node = try writer.define(Self.node)
    let other = try writer.define(.class("Other"))
    try write(&writer, node, other)
    return try writer.finish().bytes
  }

  @Test func `definitions and roots come in instalments, before their first use`() throws {
    var writer = try ArchiveWriter(
      sink: ArraySink(), options: ArchiveWriterOptions(blockByteCount: 1))
    let first = try writer.define(.class("A", keys: [ArchiveKey("k", .any)]))
    try writer.append(
      ArchiveObject(entry: first, values: [.any(.reference(to: "Ghost"), .reference(2))]))
    try writer.addRoot(ArchiveNamedValue("one", .reference(to: "A"), .reference(1)))
    let ghost = try writer.define(.class("Ghost", superclass: first))
    try writer.append(ArchiveObject(entry: ghost, values: [.any(.bool, .bool(true))]))
    try writer.addRoot(ArchiveNamedValue("two", .reference(to: "Ghost"), .reference(2)))
    let bytes = try writer.finish(metadata: [ArchiveNamedValue("m", .int8, .integer(1))]).bytes
    let graph = try ArchiveGraph(verified(bytes))
    #expect(graph.objects.count == 2)
    #expect(graph.classes.entries.map(\.name) == ["A", "Ghost"])
    #expect(graph.roots.map(\.name) == ["one", "two"])
    #expect(graph.metadata == [ArchiveNamedValue("m", .int8, .integer(1))])
    #expect(chunkTypes(bytes) == ["HEAD", "CLAS", "OBJS", "ROOT", "CLAS", "OBJS", "ROOT", "mETa"])
  }

  @Test func `a target is examined for a class that was not defined before`() throws {
    var writer = try ArchiveWriter(sink: ArraySink())
    let entry = try writer.define(.class("A", keys: [ArchiveKey("k", .any)]))
    try writer.append(
      ArchiveObject(entry: entry, values: [.any(.reference(to: "Ghost"), .reference(2))]))
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), object: 1, keyPath: "A.k")) {
      try writer.append(ArchiveObject(entry: entry, values: [.any(.bool, .bool(true))]))
    }
  }

  /// Returns the types that the index lists.
  private func chunkTypes(_ archive: [UInt8]) -> [String] {
    let place = archive[(archive.count - 16)..<(archive.count - 8)].reversed()
    let start = place.reduce(0) { $0 << 8 | Int($1) } + 24
    return stride(from: start, to: archive.count - 16, by: 24).map {
      String(decoding: archive[$0..<($0 + 4)], as: UTF8.self)
    }
  }

  @Test func `a reference whose target never comes is refused at the end`() {
    #expect(
      throws: ArchiveWritingError(.breaks(.danglingReference), object: 1, keyPath: "Node.next")
    ) {
      try archive { writer, node, _ in
        try writer.append(ArchiveObject(entry: node, values: [.reference(2), .nil, .nil]))
      }
    }
    #expect(
      throws: ArchiveWritingError(.breaks(.danglingReference), object: 2, keyPath: "Node.any")
    ) {
      try archive { writer, node, _ in
        try writer.append(ArchiveObject(entry: node, values: [.reference(2), .nil, .nil]))
        try writer.append(ArchiveObject(entry: node, values: [.nil, .reference(5), .nil]))
      }
    }
    #expect(throws: ArchiveWritingError(.breaks(.danglingReference), keyPath: "r")) {
      try archive { writer, node, _ in
        try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .nil]))
        let type = ArchiveTypeDescriptor.list(.reference(to: nil))
        try writer.addRoot(ArchiveNamedValue("r", type, .list([.reference(2)])))
      }
    }
  }

  @Test func `a target of another class is refused when it comes`() {
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), object: 1, keyPath: "Node.weak")) {
      try archive { writer, node, other in
        try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .reference(2)]))
        try writer.append(ArchiveObject(entry: other, values: []))
      }
    }
  }

  @Test func `a target is examined for every class that references ask of it`() {
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), keyPath: "r")) {
      try archive { writer, node, _ in
        try writer.append(ArchiveObject(entry: node, values: [.reference(2), .nil, .nil]))
        try writer.addRoot(ArchiveNamedValue("r", .reference(to: "Other"), .reference(2)))
        try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .nil]))
      }
    }
  }

  @Test func `weak slots hold what they are resolved to`() throws {
    let bytes = try archive { writer, node, _ in
      let slots = (writer.makeWeakSlot(), writer.makeWeakSlot())
      try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slots.0.value]))
      try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slots.1.value]))
      try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slots.0.value]))
      try writer.resolve(slots.0, to: 2)
    }
    let graph = try ArchiveGraph(verified(bytes))
    #expect(graph.objects.map { $0.values[2] } == [.reference(2), .nil, .reference(2)])
    #expect(chunkTypes(bytes) == ["HEAD", "CLAS", "OBJS", "WEAK"])
  }

  /// Returns an archive whose weak slot is resolved to numbers one after the other.
  @discardableResult
  private func slotArchive(resolving numbers: Int?...) throws -> [UInt8] {
    try archive { writer, node, other in
      let slot = writer.makeWeakSlot()
      try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, slot.value]))
      try writer.append(ArchiveObject(entry: other, values: []))
      for number in numbers { try writer.resolve(slot, to: number) }
    }
  }

  @Test func `what a weak slot holds is of the class that references ask for`() throws {
    #expect(throws: ArchiveWritingError(.breaks(.wrongClass), object: 1, keyPath: "Node.weak")) {
      try slotArchive(resolving: 2)
    }
    #expect(throws: ArchiveWritingError(.breaks(.danglingReference), keyPath: "weak slot 0")) {
      try slotArchive(resolving: 2, 3)
    }
    _ = try verified(slotArchive(resolving: 2, 3, nil))
  }

  @Test func `a writer is closed by an error`() throws {
    var writer = try ArchiveWriter(sink: ArraySink())
    let node = try writer.define(Self.node)
    #expect(throws: ArchiveWritingError(.breaks(.undefinedEntry), object: 1)) {
      try writer.append(ArchiveObject(entry: 9, values: []))
    }
    let closed = ArchiveWritingError(.writerIsClosed)
    #expect(throws: closed) {
      try writer.append(ArchiveObject(entry: node, values: [.nil, .nil, .nil]))
    }
    #expect(throws: closed) { try writer.define(.class("X")) }
    #expect(throws: closed) { try writer.addRoot(ArchiveNamedValue("", .bool, .bool(true))) }
    do {
      try writer.finish()
      Issue.record("a writer that has failed was finished")
    } catch {
      #expect(error as? ArchiveWritingError == closed)
    }
  }

  @Test func `errors of the sink are passed on`() {
    #expect(throws: FullSink.Full()) { try ArchiveWriter(sink: FullSink()).finish() }
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
    #expect(writer.objectCount == count)
    let sink = try writer.finish()
    #expect(sink.byteCount > count * 6)
    #expect(sink.largest < 70_000)
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
