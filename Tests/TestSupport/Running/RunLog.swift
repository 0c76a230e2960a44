internal import Foundation

/// Lines that long runs write at once, also into a pipe or a file.
package enum RunLog {
  /// Writes a line to standard output.
  package static func say(_ line: String) { write(line, to: .standardOutput) }

  /// Writes a line to standard error.
  package static func record(_ line: String) { write(line, to: .standardError) }

  private static func write(_ line: String, to file: FileHandle) {
    try? file.write(contentsOf: Data((line + "\n").utf8))
  }
}
