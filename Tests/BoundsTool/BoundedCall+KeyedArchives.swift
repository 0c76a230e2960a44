import Stele
import SteleKeyedArchive
import SteleModel
import TestSupport

extension BoundedCall {
  /// The calls that read and write keyed archives.
  static let keyedArchives: [BoundedCall] = [
    BoundedCall("PropertyList", .keyedArchive) { bytes in
      { _ = try PropertyListGraph(parsing: bytes) }
    },
    BoundedCall("Graph(keyedArchive:)", of: .keyedArchive) { bytes in
      Work(byteCount: unfoldedByteCount(of: bytes)) { _ = try ArchiveGraph(keyedArchive: bytes) }
    },
    ofKeyedGraph("imported Graph.encoded") { _ = try $0.encoded() },
    ofKeyedGraph("imported Graph.canonical", graphCount: 2) {
      _ = try $0.canonical(includesMetadata: true)
    },
    ofKeyedGraph("Graph.keyedArchiveBytes") { _ = try $0.keyedArchiveBytes() },
    ofKeyedGraph("Graph.keyedArchiveBytes, XML") { _ = try $0.keyedArchiveBytes(.xml) },
    BoundedCall("PropertyListGraph, XML", of: .keyedArchive) { bytes in
      guard let text = try? PropertyListGraph(parsing: bytes).xmlBytes() else { return nil }
      return Work(byteCount: text.count) { _ = try PropertyListGraph(parsing: text) }
    },
  ]

  private static func ofKeyedGraph(
    _ name: String, graphCount: Int = 1, _ body: @escaping @Sendable (ArchiveGraph) throws -> Void
  ) -> BoundedCall {
    BoundedCall(name, of: .keyedArchive) { bytes in
      guard let graph = try? ArchiveGraph(keyedArchive: bytes) else { return nil }
      return Work(byteCount: graphCount * unfoldedByteCount(of: bytes)) { try body(graph) }
    }
  }

  /// The size of a list, and what it becomes when all that is shared is written out.
  ///
  /// Spec §E.5.
  private static func unfoldedByteCount(of bytes: [UInt8]) -> Int {
    bytes.count + ((try? PropertyListGraph(parsing: bytes).unfoldedSize()) ?? 0)
  }
}
