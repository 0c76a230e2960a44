import SteleKeyedArchive
import TestSupport
import Testing

@Suite struct `Property lists of real keyed archives` {
  @Test func `there are nineteen`() throws {
    #expect(try KeyedArchiveSample.all().count == 19)
  }

  @Test(arguments: try KeyedArchiveSample.binary())
  func `each binary one comes out byte for byte`(_ sample: KeyedArchiveSample) throws {
    let list = try PropertyListGraph(parsing: sample.bytes)
    #expect(try list.binaryBytes(layout: .coreFoundation) == sample.bytes)
  }

  @Test(arguments: try KeyedArchiveSample.xml())
  func `each XML one comes out byte for byte`(_ sample: KeyedArchiveSample) throws {
    let list = try PropertyListGraph(parsing: sample.bytes)
    #expect(
      String(decoding: try list.xmlBytes(), as: UTF8.self)
        == String(decoding: sample.bytes, as: UTF8.self))
  }

  @Test(arguments: try KeyedArchiveSample.all())
  func `each is written the same again, and comes back from the layout of CoreFoundation`(
    _ sample: KeyedArchiveSample
  ) throws {
    let list = try PropertyListGraph(parsing: sample.bytes)
    let (compact, xml) = (try list.binaryBytes(), try list.xmlBytes())
    #expect(try PropertyListGraph(parsing: compact).binaryBytes() == compact)
    #expect(try PropertyListGraph(parsing: xml).xmlBytes() == xml)
    #expect(try PropertyListGraph(parsing: list.binaryBytes(layout: .coreFoundation)) == list)
  }
}

extension PropertyListGraph {
  /// The list with each single-precision real as XML gives it back.
  func widened() throws -> PropertyListGraph {
    let nodes = nodes.map { node in
      guard case .real32(let value) = node else { return node }
      return Node.real64(Double(value))
    }
    return try PropertyListGraph(nodes: nodes, root: root)
  }
}
