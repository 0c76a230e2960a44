import Stele
import SteleModel
import TestSupport
import Testing

/// Encoding in the canonical form.
@Suite struct `Encoding in the canonical form` {
  private var encoder: SteleEncoder {
    var encoder = SteleEncoder.canonical
    encoder.writer = "a program"
    return encoder
  }

  @Test func `metadata that was asked for is kept, the writer is not`() throws {
    var encoder = encoder
    encoder.metadata = [ArchiveNamedValue("title", .string, .string("Birds"))]
    let bytes = try verified(encoder.encode([1, 2]), isCanonical: true)
    let graph = try ArchiveGraph(bytes)
    #expect(graph.metadata == encoder.metadata)
    #expect(graph.writer.isEmpty)
  }

  @Test func `without metadata there is none`() throws {
    let bytes = try verified(encoder.encode([1, 2]), isCanonical: true)
    #expect(try ArchiveGraph(bytes).metadata == nil)
  }
}
