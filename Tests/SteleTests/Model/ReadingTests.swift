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
}
