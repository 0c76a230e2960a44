import TestSupport

/// The target that gives archives to the readers, the verifier, the writer and recovery, which must agree.
enum ArchiveTarget {
  static func reseal(_ bytes: [UInt8]) -> [UInt8]? { ChunkAssembler.reseal(bytes) }

  static func run(_ bytes: [UInt8]) {
    if let line = Judgement(bytes, .everything).disagreements.first { FuzzTarget.disagree(line) }
  }
}
