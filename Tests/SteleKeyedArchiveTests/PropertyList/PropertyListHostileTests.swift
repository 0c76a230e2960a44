import SteleKeyedArchive
import TestSupport
import Testing

@Suite struct `Hostile property lists` {
  private let deep = PropertyListLimits(depth: 1_000_000, unfoldedSize: .max)

  @Test(arguments: try KeyedArchiveSample.small())
  func `no truncation is read`(_ sample: KeyedArchiveSample) throws {
    let whole = try PropertyListGraph(parsing: sample.bytes)
    for count in 0..<sample.bytes.count {
      do throws(PropertyListError) {
        let list = try PropertyListGraph(parsing: Array(sample.bytes.prefix(count)))
        // All that can be missing is the line end after the last tag.
        #expect(!sample.isBinary && list == whole && count == sample.bytes.count - 1)
      } catch {
        #expect(error.offset <= count)
      }
    }
  }

  @Test(arguments: try KeyedArchiveSample.small())
  func `no one-byte change traps, and what is read is written`(_ sample: KeyedArchiveSample) throws
  {
    var readCount = 0
    for (offset, bytes) in sample.changes {
      do throws(PropertyListError) {
        let list = try PropertyListGraph(parsing: bytes)
        readCount += 1
        guard offset % 16 == 0 else { continue }
        #expect(try PropertyListGraph(parsing: list.binaryBytes()) == list)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
    #expect(readCount > 0)
  }

  @Test func `thirty levels of ten make thirty-one nodes`() throws {
    let list = try PropertyListGraph(parsing: HostileList.laughs(levels: 30))
    #expect((list.nodes.count, list.unfoldedSize()) == (31, .max))
    #expect(throws: PropertyListError(.unfoldsTooFar(limit: 1_000_000), at: 0)) {
      try list.checkUnfoldedSize(limit: 1_000_000)
    }
    #expect(throws: PropertyListError(.unfoldsTooFar(limit: 1 << 28), at: 0)) {
      try list.xmlBytes()
    }
    #expect(try list == PropertyListGraph(parsing: HostileList.laughs(levels: 30)))
    #expect(try list != PropertyListGraph(parsing: HostileList.laughs(levels: 29)))
    #expect(try PropertyListGraph(parsing: HostileList.laughs(levels: 3)).unfoldedSize() == 1_111)
  }

  @Test func `deeply nested arrays are refused, or read, compared, written and released`() throws {
    let depth = deepCount
    for bytes in [HostileList.nest(depth: depth), HostileList.nestXML(depth: depth)] {
      try onStack { [deep] in
        #expect(throws: PropertyListError.self) { try PropertyListGraph(parsing: bytes) }
        let list = try PropertyListGraph(parsing: bytes, limits: deep)
        #expect((list.nodes.count, list.unfoldedSize()) == (depth, depth))
        for layout in [PropertyListGraph.BinaryLayout.compact, .coreFoundation] {
          let written = try list.binaryBytes(layout: layout, limits: deep)
          #expect(try PropertyListGraph(parsing: written, limits: deep) == list)
        }
      }
    }
  }

  @Test func `nested arrays are written as XML up to the limit of the output`() throws {
    let list = try PropertyListGraph(parsing: HostileList.nest(depth: 2_000), limits: deep)
    let xml = try list.xmlBytes(limits: deep)
    #expect(try PropertyListGraph(parsing: xml, limits: deep) == list)
    var limits = deep
    limits.outputByteCount = 100_000
    #expect(throws: PropertyListError.self) { try list.xmlBytes(limits: limits) }
  }

  @Test func `one long key in many dictionaries is hashed once`() throws {
    // 4,000 dictionaries over one key of 1,000,000 bytes: 4 GB if it were hashed for each.
    let key = String(repeating: "k", count: 1_000_000)
    var nodes: [PropertyListGraph.Node] = [.array(Array(3..<4_003)), .string(key), .bool(true)]
    for _ in 0..<4_000 { nodes.append(.dictionary(keys: [1], values: [2])) }
    let list = try PropertyListGraph(nodes: nodes, root: 0)
    #expect(try PropertyListGraph(parsing: list.binaryBytes()) == list)
  }
}

extension KeyedArchiveSample {
  /// The bytes with one byte changed, for each byte in one of three ways, and in long runs in all.
  var changes: some Sequence<(offset: Int, bytes: [UInt8])> {
    bytes.indices.lazy.flatMap { offset in
      stride(from: offset % Seeds.stride(3), to: 3, by: Seeds.stride(3)).lazy.map { index in
        var changed = bytes
        changed[offset] ^= [0x01, 0x80, 0xFF][index]
        return (offset, changed)
      }
    }
  }
}
