internal import SteleFoundation

/// The report on verified files, in one format.
protocol VerifyReport {
  /// Writes the beginning of the report, before the files.
  mutating func begin(_ console: Console) throws(FileError)
  /// Writes the result for a file.
  mutating func say(_ file: VerifiedFile, _ console: Console) throws(FileError)
  /// Writes the error of a file or folder that could not be read, and that standard error has already.
  mutating func say(_ path: String, _ error: FileError, _ console: Console) throws(FileError)
  /// Writes the end of the report, after the files.
  mutating func end(_ totals: VerifyTotals, _ console: Console) throws(FileError)
}
