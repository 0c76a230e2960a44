internal import Stele

/// Reads later blocks on a second thread.
///
/// It shares nothing with what reads the earlier ones but the archive and its tables, which nobody changes; what the
/// objects are reached by is presumed, and examined afterwards. Spec §7.1.
final class QuickCheckHelper {
  private let thread: SecondThread
  private var check: QuickCheck?
  private var blocks: ArraySlice<Chunk> = []
  /// The check when it has found all to be right.
  private(set) var result: QuickCheck?
  /// The finding that a block cannot be had any more, if there is one.
  private(set) var log = FindingLog(maximumCount: 1)

  /// Makes a helper that reads with a walk, which presumes.
  init(_ walk: ValueWalk, on thread: SecondThread) {
    check = QuickCheck(walk)
    self.thread = thread
  }

  /// The smallest number of bytes of blocks for which it is worth its while.
  var smallestByteCount: Int { thread.smallestByteCount }

  /// Runs two closures at a time.
  var together: (() -> Void, () -> Void) -> Void { thread.together }

  /// Reads blocks while a closure runs.
  func read(_ blocks: ArraySlice<Chunk>, _ bytes: VerifiedBytes, during work: () -> Void) {
    self.blocks = blocks
    thread.together(work) { self.run(bytes) }
  }

  private func run(_ bytes: VerifiedBytes) {
    guard var check else { return }
    self.check = nil
    let isRight = check.read(bytes, blocks, { _ in })
    log = check.walk.log
    if isRight { result = check }
  }
}
