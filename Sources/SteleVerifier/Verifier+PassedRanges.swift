extension Verifier {
  /// Examines an archive, which must not change meanwhile, and says what is not needed for now.
  ///
  /// Whoever has mapped a file gives back the memory of what has been passed, so that the file is
  /// never in memory as a whole.
  ///
  /// - Parameters:
  ///   - bytes: the archive.
  ///   - second: what lets a second thread help, if anything does.
  ///   - passed: takes, now and then, a range of offsets behind which the current pass has come; a
  ///     later pass comes back to it.
  /// - Returns: what was found.
  package func verify(
    mapped bytes: Span<UInt8>, with second: SecondThread? = nil, passed: (Range<Int>) -> Void
  ) -> Verification {
    var range = PassedRange()
    var examination = Examination(self, second)
    examination.run(bytes) { offset in range.pass(offset, passed) }
    return Verification(findings: examination.log.findings, statistics: examination.statistics)
  }
}

/// What a pass has left behind since somebody was told.
struct PassedRange {
  /// The least number of bytes to speak of.
  private static let smallestByteCount = 1 << 23

  private var start: Int

  /// Begins a pass at an offset.
  init(from start: Int = 0) { self.start = start }

  /// Goes on to an offset, or to one of the next pass, and says what has been passed when it is enough.
  mutating func pass(_ offset: Int, _ passed: (Range<Int>) -> Void) {
    if offset < start { start = 0 }
    guard offset - start >= Self.smallestByteCount else { return }
    passed(start..<offset)
    start = offset
  }
}
