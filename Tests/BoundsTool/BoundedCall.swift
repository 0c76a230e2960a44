import Stele
import SteleInspection
import SteleModel
import SteleTool
import TestSupport

/// A public call that takes foreign bytes, or what was made of them.
struct BoundedCall: Sendable {
  /// The name in reports.
  let name: String
  /// The kind of the bytes that it takes.
  let kind: Extreme.Kind
  /// Prepares the call, which is not measured; nil when the bytes give nothing that it could be called on.
  ///
  /// The caller holds the prepared values. The call itself may refuse the bytes.
  let prepare: @Sendable ([UInt8]) throws -> Work?
  /// Whether it is for content of all types, and not only for that of some.
  var takesAnyContent = true

  /// A call that has been prepared.
  struct Work {
    /// The size of what it takes, for each byte of which it may take memory.
    let byteCount: Int
    let body: () throws -> Void
  }

  /// The same call, if it is for content of some types only.
  var ofSomeContent: BoundedCall {
    var call = self
    call.takesAnyContent = false
    return call
  }

  init(
    _ name: String, _ kind: Extreme.Kind = .archive,
    prepare: @escaping @Sendable ([UInt8]) throws -> (() throws -> Void)?
  ) {
    self.init(name, of: kind) { bytes in
      try prepare(bytes).map { Work(byteCount: bytes.count, body: $0) }
    }
  }

  init(
    _ name: String, of kind: Extreme.Kind, prepare: @escaping @Sendable ([UInt8]) throws -> Work?
  ) {
    self.name = name
    self.kind = kind
    self.prepare = prepare
  }

  /// All calls.
  static let all = reading + writing + decoding + keyedArchives
}

extension BoundedCall {
  /// The calls that read archives without types of the program.
  static let reading: [BoundedCall] = [
    BoundedCall("Archive.check") { bytes in { try ArchiveReader.check(bytes) } },
    BoundedCall("Archive") { bytes in
      {
        let archive = try ArchiveReader(opening: bytes)
        _ = try archive.root("root")
        _ = try archive.roots()
        _ = try archive.metadata()
      }
    },
    BoundedCall("Archive.object, each") { bytes in
      {
        let archive = try ArchiveReader(opening: bytes)
        for number in 0..<archive.objectCount { _ = try archive.object(number + 1) }
      }
    },
    BoundedCall("Archive.forEachObject") { bytes in
      { try ArchiveReader(opening: bytes).forEachObject { _, _ in } }
    },
    BoundedCall("Graph") { bytes in { _ = try ArchiveGraph(bytes) } },
    BoundedCall("Recovery, for loading") { bytes in
      {
        var options = RecoveryOptions()
        // The steps are a constant, which only the first inputs would not spend.
        options.repairStepLimit = 1 << 12
        options.savesUnchecked = true
        let losses = ArchiveRecovery(bytes, options: options).report.damages
        if losses.contains(where: { $0.rule == .memory }) { throw TooLong() }
      }
    },
    BoundedCall("Recovery") { bytes in
      {
        let losses = ArchiveRecovery.unrepaired(bytes).report.damages
        if losses.contains(where: { $0.rule == .memory }) { throw TooLong() }
      }
    },
    BoundedCall("SwiftSource", of: .archive) { bytes in
      let schema = try ArchiveSchema(ArchiveReader(opening: bytes))
      return Work(byteCount: bytes.count) {
        try SwiftSource.write(schema, origin: "archive") { _ in }
      }
    },
    BoundedCall("ClassDrawing") { bytes in
      { _ = try ClassDrawing(ArchiveCheck(.memory(bytes), limits: ArchiveLimits())) }
    },
    BoundedCall("ArchiveComparison", of: .archive) { bytes in
      // It takes two archives.
      Work(byteCount: 2 * bytes.count) {
        let (old, new) = try (
          ComparedArchive(.memory(bytes), .old), ComparedArchive(.memory(bytes), .new)
        )
        var difference = try ArchiveComparison(old, new)
        try difference.forEachChange { _ in }
      }
    },
    BoundedCall("Compatibility", of: .archive) { bytes in
      // It takes two archives.
      Work(byteCount: 2 * bytes.count) {
        let schema = try ArchiveSchema(ArchiveReader(opening: bytes))
        let none = ArchiveSchema(ArchiveGraph())
        _ = ArchiveCompatibility(old: schema, new: none)
        _ = ArchiveCompatibility(old: none, new: schema)
        _ = ArchiveCompatibility(old: schema, new: schema)
      }
    },
  ]

  /// The calls that write a graph made of an archive.
  static let writing: [BoundedCall] = [
    ofGraph("Graph.encoded") { _ = try $0.encoded() },
    BoundedCall("Graph.canonical", of: .archive) { bytes in
      guard let graph = try? ArchiveGraph(bytes) else { return nil }
      // Both graphs are there together.
      return Work(byteCount: 2 * bytes.count) { _ = try graph.canonical(includesMetadata: true) }
    },
    BoundedCall("Canonicalizer", of: .archive) { bytes in
      // The elements of a large set are there before and after they are sorted.
      Work(byteCount: 2 * bytes.count) {
        let canonicalizer = try Canonicalizer(
          .memory(bytes), includesMetadata: true, limits: ArchiveLimits())
        try canonicalizer.forEachPiece { _ in }
      }
    },
    BoundedCall("Graph.contentDigest", of: .archive) { bytes in
      guard let graph = try? ArchiveGraph(bytes) else { return nil }
      return Work(byteCount: 2 * bytes.count) { _ = try graph.contentDigest() }
    },
    BoundedCall("ArchiveStatistics") { bytes in { _ = try ArchiveStatistics(.memory(bytes)) } },
    // The text has a limit here, which small values with longer keys exceed.
    BoundedCall("Graph.writeNotation") { bytes in
      guard let graph = try? ArchiveGraph(bytes) else { return nil }
      return {
        // A limit as the tool has one, since names are repeated everywhere, but one that small inputs reach, too.
        var rest = 32 * bytes.count + 65_536
        try graph.writeNotation { (piece) throws in
          rest -= piece.count
          if rest < 0 { throw TooLong() }
        }
      }
    }.ofSomeContent,
    BoundedCall("Graph(notation:)", of: .archive) { bytes in
      guard let graph = try? ArchiveGraph(bytes) else { return nil }
      var text: [UInt8] = []
      try graph.writeNotation { (piece) throws in
        guard text.count + piece.count <= 32 * bytes.count + 65_536 else { throw TooLong() }
        text += piece
      }
      return Work(byteCount: text.count) { _ = try ArchiveGraph(notation: text) }
    }.ofSomeContent,
    BoundedCall("Graph, ==") { bytes in
      guard let (left, right) = try? (ArchiveGraph(bytes), ArchiveGraph(bytes)) else { return nil }
      return { _ = left == right }
    },
    ofGraph("Graph, hash") { _ = $0.hashValue },
    BoundedCall("Recovery, encoded") { bytes in
      let graph = ArchiveRecovery.unrepaired(bytes).graph
      return { _ = try graph.encoded() }
    },
  ]

  private struct TooLong: Error {}

  private static func ofGraph(
    _ name: String, _ body: @escaping @Sendable (ArchiveGraph) throws -> Void
  ) -> BoundedCall {
    BoundedCall(name) { bytes in
      guard let graph = try? ArchiveGraph(bytes) else { return nil }
      return { try body(graph) }
    }
  }
}
