/// One of the three streams that are open in every process.
package struct StandardStream: Sendable {
  private let descriptor: Descriptor
  private let name: FilePath

  private init(_ number: Int32, _ name: String) {
    descriptor = Descriptor(open: number, Kernel())
    self.name = FilePath(name)
  }

  package static let input = StandardStream(0, "standard input")
  package static let output = StandardStream(1, "standard output")
  /// The messages of the process.
  package static let errors = StandardStream(2, "standard error")

  /// The name of the stream in errors.
  package var path: String { name.text }

  package var isTerminal: Bool { descriptor.isTerminal }

  /// The identity of the file that the stream is redirected to, or nil if it is not a regular file.
  package var regularFile: FileFacts.Identity? {
    let facts = try? descriptor.facts()
    return facts?.kind == .regular ? facts?.identity : nil
  }

  /// Reads to the end.
  ///
  /// - Throws: ``FileError`` if it cannot be read, or has more than ``ReadLimit/streamByteCount`` bytes.
  package func readToEnd() throws(FileError) -> [UInt8] {
    try descriptor.readToEnd(name, limit: ReadLimit.streamByteCount)
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    let part = bytes[...]
    try FileError.saying(.write, name) { () throws(SystemError) in
      try descriptor.write(part.span)
    }
  }
}
