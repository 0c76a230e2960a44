/// What the tool tells the program that started it.
package enum ExitCode: Int32, Sendable {
  /// All is well.
  case fine = 0
  /// Something is wrong with an archive or a text.
  case finding = 1
  /// The command line is wrong.
  case usage = 2
  /// A file could not be read or written.
  case inputOutput = 3
  /// Some of a damaged archive could be saved, but not all of it.
  case partial = 4
  /// Nothing of a damaged archive could be saved.
  case nothing = 5
  /// The text of an archive would be longer than is wanted.
  case limit = 6
}
