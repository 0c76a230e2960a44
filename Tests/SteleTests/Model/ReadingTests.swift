import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Reading what was written` {
  @Test func `an archive gives single objects, roots and all objects as the whole graph does`()
    throws
  {
    for seed in UInt64(0)..<60 {
      let graph = RandomGraph.make(seed: seed)
      let archive = try ArchiveReader(opening: try graph.encoded())
      #expect(archive.objectCount == graph.objects.count)
      #expect(archive.classes == graph.classes)
      #expect(try archive.roots() == graph.roots)
      for root in graph.roots { #expect(try archive.root(root.name) == root) }
      var objects: [ArchiveObject] = []
      try archive.forEachObject { number, object in
        #expect(number == objects.count + 1)
        objects.append(object)
      }
      #expect(objects == graph.objects, "seed \(seed)")
      for number in objects.indices {
        #expect(try archive.object(number + 1) == objects[number])
      }
      #expect(try archive.object(0) == nil)
      #expect(try archive.object(objects.count + 1) == nil)
      #expect(try archive.root("no such root") == nil)
    }
  }

  @Test func `a source that copies parts gives the same as bytes in memory`() throws {
    let graph = RandomGraph.make(seed: 7)
    let bytes = try graph.encoded()
    #expect(try ArchiveGraph(CountingSource(bytes)) == graph)
    #expect(try ArchiveReader(opening: CountingSource(bytes)).object(1) == graph.objects.first)
  }

  @Test func `one object of many blocks is found by its number`() throws {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("Number", keys: [ArchiveKey("value", .int64)]))
    for number in 0..<50_000 {
      graph.add(ArchiveObject(entry: entry, values: [.integer(Int128(number * 7))]))
    }
    let archive = try ArchiveReader(opening: try graph.encoded())
    for number in [1, 2, 9_999, 25_000, 49_999, 50_000] {
      #expect(try archive.object(number)?.values == [.integer(Int128((number - 1) * 7))])
    }
  }

  @Test func `opening reads no block, and an object costs one block`() throws {
    var graph = ArchiveGraph()
    let entry = graph.classes.define(.class("Text", keys: [ArchiveKey("text", .string)]))
    for number in 0..<4_000 {
      let text = String(repeating: "\(number % 10)", count: 1_000)
      graph.add(ArchiveObject(entry: entry, values: [.string(text)]))
    }
    graph.roots = [ArchiveNamedValue("first", .reference(to: nil), .reference(1))]
    let bytes = try graph.encoded()
    let source = CountingSource(bytes)
    let archive = try ArchiveReader(opening: source)
    // Both ends, with head, class table and index.
    #expect(source.ranges.map(\.count) == [4_096, 65_536])
    #expect(try archive.object(3_000)?.values.count == 1)
    #expect(source.ranges.count == 3)
    #expect(source.readByteCount < 140_000)
    #expect(try archive.root("first") != nil)
    #expect(source.ranges.count == 3)
  }
}
