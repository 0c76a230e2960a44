/// An open stream that every process has.
package struct StandardStream: Sendable {
  private let descriptor: Descriptor

  /// What the process reads.
  package static let input = StandardStream(descriptor: Descriptor(open: 0, path: "standard input"))
  /// What the process says.
  package static let output = StandardStream(
    descriptor: Descriptor(open: 1, path: "standard output"))
  /// What the process says about itself.
  package static let errors = StandardStream(
    descriptor: Descriptor(open: 2, path: "standard error"))

  /// What errors call it.
  package var path: String { descriptor.path }

  /// Whether it is a terminal.
  package var isTerminal: Bool { descriptor.isTerminal }

  /// Reads all that comes.
  package func readToEnd() throws(FileError) -> [UInt8] { try descriptor.readToEnd() }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) { try descriptor.write(bytes.span) }
}
