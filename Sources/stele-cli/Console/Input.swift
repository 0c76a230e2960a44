internal import Stele
internal import SteleFoundation

/// What a command reads: a file, or standard input if its name is `-`.
struct Input {
  private let argument: Argument

  init(_ argument: Argument) {
    self.argument = argument
  }

  /// Whether it is standard input.
  var isStandardInput: Bool { argument.text == "-" }

  /// Its name on the command line.
  var name: String { argument.text }

  /// Its name as it is typed into a shell.
  var shellWord: String { ShellWord.quoted(argument) }

  /// What to call it.
  var title: String { isStandardInput ? "standard input" : name }

  /// All bytes, in memory once.
  func bytes(_ console: Console) throws(FileError) -> [UInt8] {
    isStandardInput ? try console.readInput() : try FileSource.bytes(of: argument.path)
  }

  /// Which file it is, if it is a regular one.
  var identity: FileFacts.Identity? {
    isStandardInput
      ? StandardStream.input.regularFile : FileSource.identity(ofRegularFile: argument.path)
  }

  /// The file as one that is read in parts, or nil if it is a stream, such as standard input or a FIFO.
  func source() throws(FileError) -> FileSource? {
    guard !isStandardInput, FileSource.isRegularFile(argument.path) else { return nil }
    return try FileSource(argument.path)
  }

  /// Lets a closure read an archive, which is in memory only if it comes from a stream.
  ///
  /// - Throws: `FileError` if the file cannot be read, or what the closure throws, as a refusal of this input.
  func readArchive<Result>(
    _ console: Console, _ body: (ArchiveBytes) throws -> Result
  ) throws -> Result {
    guard let source = try source() else {
      let bytes = try bytes(console)
      return try Refusal.of(self) { try body(.memory(bytes)) }
    }
    return try Refusal.of(self) {
      do {
        return try body(.source(source))
      } catch {
        // What could not be read looks like an archive that is cut short.
        throw source.failure ?? error
      }
    }
  }

  /// Lets a closure read an archive as ``readArchive(_:_:)`` does, and makes sure that it did not change meanwhile.
  ///
  /// - Throws: `FileError` if the file cannot be read or was changed, or what the closure throws, as a refusal of this input.
  func readUnchangedArchive<Result>(
    _ console: Console, _ body: (ArchiveBytes) throws -> Result
  ) throws -> Result {
    try readArchive(console) { bytes in
      let result = try body(bytes)
      if case .source(let source) = bytes, let file = source as? FileSource {
        try file.checkUnchanged()
      }
      return result
    }
  }
}
