internal import SteleFoundation
internal import SteleVerifier

/// What is said about verified files, in one form or another.
protocol VerifyReport {
  /// Says what stands before the files.
  mutating func begin(_ console: Console) throws(FileError)
  /// Says what was found out about a file.
  mutating func say(
    _ verification: Verification, of input: Input, _ console: Console
  ) throws(FileError)
  /// Says what follows the files.
  mutating func end(_ totals: VerifyTotals, _ console: Console) throws(FileError)
}
