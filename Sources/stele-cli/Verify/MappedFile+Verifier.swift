internal import SteleFoundation
internal import SteleVerifier

extension MappedFile {
  /// Verifies the file, giving back the memory of what has been passed.
  ///
  /// - Parameters:
  ///   - verifier: The verifier.
  ///   - progress: Takes the offset up to which the current pass has come, now and then.
  /// - Returns: What was found.
  func verify(with verifier: Verifier, progress: (Int) -> Void) -> Verification {
    let stepByteCount = 1 << 23
    var passed = 0
    return withBytes { bytes in
      verifier.verify(bytes) { offset in
        if offset < passed { passed = 0 }
        guard offset - passed >= stepByteCount else { return }
        release(passed..<offset)
        passed = offset
        progress(offset)
      }
    }
  }
}
