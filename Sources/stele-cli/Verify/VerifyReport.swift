internal import SteleFoundation
internal import SteleVerifier

/// The report on verified files, in one format.
protocol VerifyReport {
  /// Writes the beginning of the report, before the files.
  mutating func begin(_ console: Console) throws(FileError)
  /// Writes the result for a file.
  mutating func say(
    _ verification: Verification, of input: Input, _ console: Console
  ) throws(FileError)
  /// Writes the end of the report, after the files.
  mutating func end(_ totals: VerifyTotals, _ console: Console) throws(FileError)
}
