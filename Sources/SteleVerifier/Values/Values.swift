internal import Stele

/// Phase 6: the values of the `OBJS`, `ROOT` and `mETa` chunks.
///
/// The roots are read first, so that ``Reach`` knows where to begin; then the blocks in parallel. The findings are put
/// into the order of the file. Spec §7.1.
struct Values {
  private(set) var rootCount = 0
  /// The objects that strong references reach, as far as the order of the file shows.
  private(set) var reach: Reach

  /// Validates all values.
  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], _ contents: Contents, _ limits: VerifierLimits,
    _ workers: Workers, log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    reach = Reach(objectCount: contents.objects.count)
    let template = log.emptied()
    var pass = ValuePass(contents, limits, template)
    var names = NamedValues()
    for index in chunks.indices where chunks[index].isSound {
      guard chunks[index].type == .roots || chunks[index].type == .metadata else { continue }
      pass.read(chunks[index], of: bytes) { (payload, pass) in
        names.read(payload, &chunks[index], &pass)
      }
    }
    rootCount = names.rootCount
    pass.finishReferences()
    reach.insert(pass.edges)
    let named = pass.log
    var recordLog = template
    workers.forEach(chunks.filter { $0.type == .objects && $0.isSound }, state: pass) {
      (pass, chunk) in
      pass.validate(chunk, of: bytes, template)
      return (log: pass.log, edges: pass.edges)
    } finish: { chunk, result in
      recordLog.append(contentsOf: result.log)
      reach.follow(result.edges)
      progress(chunk.payload.upperBound)
    }
    log.append(merging: recordLog, named)
  }
}

extension ValuePass {
  /// Validates the records of a block, with a log and edges of its own.
  fileprivate mutating func validate(_ chunk: Chunk, of bytes: VerifiedBytes, _ log: FindingLog) {
    self.log = log
    removeReferences(areClassesChecked: true)
    read(chunk, of: bytes) { (payload, pass) in
      pass.readRecords(payload, of: chunk)
      pass.finishReferences()
      guard pass.latest.haveFailed else { return }
      // Some reference breaks R6. Once more, to say which.
      pass.log.removeAll()
      pass.removeReferences()
      pass.readRecords(payload, of: chunk)
      pass.finishReferences()
    }
  }
}
