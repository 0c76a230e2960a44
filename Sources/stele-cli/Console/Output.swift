internal import Stele
internal import SteleFoundation

/// The output of a command: a file that appears when it is complete, or standard output for `-`.
final class Output: ByteSink {
  private let console: Console
  private let file: AtomicFile?
  private let escape: Escape?
  private let title: String
  private var byteCount = 0

  /// Begins an output.
  ///
  /// - Parameters:
  ///   - name: The file, or `-`.
  ///   - input: The input of the command, or nil.
  ///   - escape: The escapes of text on standard output; nil for bytes that a terminal cannot show.
  ///   - console: The console with the standard output for `-`.
  /// - Throws: `UsageError` if bytes would go to a terminal or replace the input, `FileError` if no file can be made.
  init(_ name: Argument, from input: Input?, escape: Escape? = nil, _ console: Console) throws {
    try Self.check(name, from: input)
    self.console = console
    self.escape = escape
    title = name.text == "-" ? "standard output" : name.text
    guard name.text == "-" else {
      let file = try AtomicFile(replacing: name.path)
      self.file = file
      if let temporaryFile = file.temporaryFile {
        Signals.beforeEnd { temporaryFile.remove() }
      }
      return
    }
    file = nil
    guard escape != nil || !console.isOutputTerminal else {
      throw UsageError("a terminal cannot show an archive; use -o FILE or a pipe")
    }
  }

  /// Checks that the file to be written is not the input under another name or link.
  ///
  /// - Throws: `UsageError` if they are the same file.
  static func check(_ name: Argument, from input: Input?) throws(UsageError) {
    guard name.text != "-", let read = input?.identity,
      FileSource.identity(ofRegularFile: name.path) == read
    else { return }
    throw UsageError("\(name.text) is the file that is read; write to another one")
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    byteCount += bytes.count
    console.progress("writing \(title): \(byteCount.of("byte"))")
    if let file { return try file.write(bytes) }
    try console.write(unseen: escape?.applied(to: bytes) ?? bytes)
  }

  func write(_ bytes: Span<UInt8>) throws(FileError) { try write(Array(copying: bytes)) }

  /// Completes the output; the file appears under its name.
  func commit() throws(FileError) {
    if let file { try file.commit() } else { try console.flush() }
  }
}
