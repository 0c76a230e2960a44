internal import Stele
internal import SteleFoundation

/// The input of a command: a file, or standard input if the name is `-`.
struct Input {
  private let argument: Argument

  init(_ argument: Argument) {
    self.argument = argument
  }

  var isStandardInput: Bool { argument.text == "-" }

  /// The name of the input on the command line.
  var name: String { argument.text }

  /// The name of the input in messages, without folders, which may be private.
  var fileName: String { String(title.split(separator: "/").last ?? "") }

  /// The name of the input on the command line, quoted for a shell.
  var shellWord: String { argument.shellWord }

  /// The name of the input in messages.
  var title: String { isStandardInput ? "standard input" : name }

  /// Reads all bytes into memory.
  func bytes(_ console: Console) throws(FileError) -> [UInt8] {
    isStandardInput ? try console.readInput() : try FileSource.bytes(of: argument.path)
  }

  /// The identity of the file; nil if the input is not a regular file.
  var identity: FileFacts.Identity? {
    isStandardInput
      ? StandardStream.input.regularFile : FileSource.identity(ofRegularFile: argument.path)
  }

  /// Returns a source that reads the file in parts, or nil if the input is a stream, such as standard input or a FIFO.
  func source() throws(FileError) -> FileSource? {
    guard !isStandardInput, identity != nil else { return nil }
    return try FileSource(argument.path)
  }

  /// Returns whether the input is a file with the same bytes; `false` for a stream, which can be read only once, and for an
  /// unreadable file.
  func hasSameBytes(as other: ArchiveBytes) -> Bool {
    guard let source = try? source(), source.byteCount == other.byteCount else { return false }
    return (try? other.pieces().allSatisfy { try other.bytes(in: $0) == source.bytes(in: $0) })
      ?? false
  }

  /// Calls a closure with an archive, which is loaded into memory only if it comes from a stream, and shows the work as progress.
  ///
  /// - Throws: `FileError` if the file cannot be read, or the error of the closure as a refusal of this input.
  func readArchive<Result>(
    _ console: Console, doing work: String? = "reading", _ body: (ArchiveBytes) throws -> Result
  ) throws -> Result {
    if let work { console.progress("\(work) \(title)") }
    guard let source = try source() else {
      let bytes = try bytes(console)
      return try Refusal.of(self) { try body(.memory(bytes)) }
    }
    return try Refusal.of(self) { try body(.source(source)) }
  }

  /// Calls a closure with an archive as ``readArchive(_:doing:_:)`` does, and checks that the file did not change meanwhile.
  ///
  /// - Throws: `FileError` if the file cannot be read or was changed, or the error of the closure as a refusal of this
  ///   input.
  func readUnchangedArchive<Result>(
    _ console: Console, doing work: String? = "reading", _ body: (ArchiveBytes) throws -> Result
  ) throws -> Result {
    try readArchive(console, doing: work) { bytes in
      var file: FileSource?
      if case .source(let source) = bytes { file = source as? FileSource }
      do {
        let result = try body(bytes)
        try file?.checkUnchanged()
        return result
      } catch let error as ArchiveError where error.sourceError == nil {
        // A file that changes while it is read is refused as such, and not for the rule that the mixture breaks.
        try file?.checkUnchanged()
        throw error
      }
    }
  }
}

extension ArchiveBytes {
  /// Returns the consecutive ranges of pieces of the archive.
  func pieces(byteCount: Int = 1 << 20) -> [Range<Int>] {
    let total = self.byteCount
    return stride(from: 0, to: total, by: byteCount).map { $0..<min(total, $0 + byteCount) }
  }

  /// Returns a copy of a range of bytes; fewer if the archive has become shorter.
  func bytes(in range: Range<Int>) throws -> [UInt8] {
    switch self {
    case .memory(let bytes): Array(bytes[range])
    case .source(let source): try source.bytes(in: range)
    }
  }
}
