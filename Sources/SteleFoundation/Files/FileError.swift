public import Stele

/// The error of opening, reading or writing a file.
public struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  @nonexhaustive
  public enum Operation: String, Hashable, Sendable {
    /// Open a file for reading.
    case open
    /// Read from a file.
    case read
    /// Make a file for writing.
    case create
    /// Write to a file.
    case write
    /// Make sure that the bytes written are on the disk.
    case flush
    /// Replace the old file with the new one.
    case replace
    /// List the files of a directory.
    case list
  }

  /// The obstacle.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The operating system refuses, with an error number (`errno`).
    case system(Int32)
    /// The file was changed or became shorter while it was read.
    case changed
    /// The file or stream has more bytes than are read into memory.
    case tooLarge(limit: Int)
    /// It is not a regular file, but for example a `FIFO` or `folder`.
    case notRegular(String)
    /// The URL does not name a file of this machine.
    case notAFileURL
  }

  /// The operation that failed.
  public let operation: Operation
  /// The file, as it was named; bytes that are not UTF-8 are shown as U+FFFD.
  public let path: String
  /// The obstacle.
  public let reason: Reason

  /// Makes an error.
  public init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// Makes an error from an error number of the operating system.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.init(operation, path, .system(code))
  }

  /// The error number of the operating system, if the system refused the operation.
  public var code: Int32? {
    guard case .system(let code) = reason else { return nil }
    return code
  }

  /// Whether a pipe without a reader was written to.
  package var isBrokenPipe: Bool { operation == .write && code == SystemError.brokenPipe.code }

  /// Runs a closure, and turns an error of the operating system into one that names the file.
  static func saying<Result>(
    _ operation: Operation, _ path: FilePath, _ body: () throws(SystemError) -> Result
  ) throws(FileError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw FileError(operation, path.text, code: error.code)
    }
  }
}

extension FileError: ExplainedError {
  /// The text: what could not be done with which file, why, and a remedy.
  ///
  /// An example is `Cannot open a.stele: no such file or directory.`
  public var description: String { explanation }

  package var attempt: String { "Cannot \(operation.rawValue) \(path)" }

  package var cause: String { reason.description }

  package var advice: String? { code.flatMap { SystemError($0).advice } }
}

extension FileError.Reason: CustomStringConvertible {
  /// The second half of the sentence.
  public var description: String {
    switch self {
    case .system(let code): SystemError(code).cause
    case .changed: "it was changed meanwhile"
    case .tooLarge(let limit): "it has more than \(limit) bytes, the most that are read into memory"
    case .notRegular(let kind): "it is not a file with content of its own but a \(kind)"
    case .notAFileURL: "the URL does not name a file"
    }
  }
}
