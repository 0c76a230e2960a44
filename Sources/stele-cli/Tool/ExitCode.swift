/// The exit codes of the tool.
package enum ExitCode: Int32, Sendable {
  /// All files are valid, and comparisons found no difference.
  case fine = 0
  /// An archive or a text has a fault, or a comparison found a difference.
  case finding = 1
  /// The command line is wrong.
  case usage = 2
  /// A file could not be read or written.
  case inputOutput = 3
  /// A part of a damaged archive could be saved, but not all of it.
  case partial = 4
  /// Nothing of a damaged archive could be saved.
  case nothing = 5
  /// The text of an archive would exceed the limit.
  case limit = 6
}
