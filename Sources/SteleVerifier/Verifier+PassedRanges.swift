extension Verifier {
  /// The least number of bytes to speak of.
  private static var passedByteCount: Int { 1 << 23 }

  /// Examines an archive, which must not change meanwhile, and says what is not needed for now.
  ///
  /// Whoever has mapped a file gives back the memory of what has been passed, so that the file is
  /// never in memory as a whole.
  ///
  /// - Parameters:
  ///   - bytes: the archive.
  ///   - passed: takes, now and then, a range of offsets behind which the current pass has come; a
  ///     later pass comes back to it.
  /// - Returns: what was found.
  package func verify(
    mapped bytes: Span<UInt8>, passed: (Range<Int>) -> Void
  ) -> Verification {
    var lastOffset = 0
    return verify(bytes) { offset in
      if offset < lastOffset { lastOffset = 0 }
      guard offset - lastOffset >= Self.passedByteCount else { return }
      passed(lastOffset..<offset)
      lastOffset = offset
    }
  }
}
