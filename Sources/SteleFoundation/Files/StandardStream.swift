/// An open stream that every process has.
package struct StandardStream: Sendable {
  private let descriptor: Descriptor
  private let name: FilePath

  private init(_ number: Int32, _ name: String) {
    descriptor = Descriptor(open: number, Kernel())
    self.name = FilePath(name)
  }

  /// What the process reads.
  package static let input = StandardStream(0, "standard input")
  /// What the process says.
  package static let output = StandardStream(1, "standard output")
  /// What the process says about itself.
  package static let errors = StandardStream(2, "standard error")

  /// What errors call it.
  package var path: String { name.text }

  /// Whether it is a terminal.
  package var isTerminal: Bool { descriptor.isTerminal }

  /// Which regular file it is, or nil if it is none.
  package var regularFile: FileFacts.Identity? {
    let facts = try? descriptor.facts()
    return facts?.kind == .regular ? facts?.identity : nil
  }

  /// Reads all that comes.
  ///
  /// - Throws: ``FileError`` if it cannot be read, or has more than ``ReadLimit/streamByteCount`` bytes.
  package func readToEnd() throws(FileError) -> [UInt8] {
    try descriptor.readToEnd(name, limit: ReadLimit.streamByteCount)
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    let part = bytes[...]
    try FileError.saying(.write, name) { () throws(SystemError) in
      try descriptor.write(part.span)
    }
  }
}
