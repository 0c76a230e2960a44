public import Stele

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif os(Windows)
  internal import CRT
#endif

/// Why a file could not be opened, read or written.
public struct FileError: Error, Hashable, Sendable {
  /// What was to be done with a file.
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
    /// Make sure that what was written is on the disk.
    case flush
    /// Put the new file in the place of the old one.
    case replace
    /// List the files of a directory.
    case list
  }

  /// What is in the way.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The operating system refuses, with an error number (`errno`).
    case system(Int32)
    /// The file was changed or made shorter while it was read.
    case changed
    /// The file, or what comes from a stream, has more bytes than are read into memory.
    case tooLarge(limit: Int)
    /// It is not a regular file but of another kind, such as `FIFO` or `folder`.
    case notRegular(String)
    /// The URL does not name a file of this machine.
    case notAFileURL
  }

  /// What was to be done.
  public let operation: Operation
  /// The file, as it was named; bytes that are not UTF-8 are shown as U+FFFD.
  public let path: String
  /// What is in the way.
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

  /// The error number of the operating system, if it was the one to refuse.
  public var code: Int32? {
    guard case .system(let code) = reason else { return nil }
    return code
  }

  /// Whether a pipe was written to that nobody reads any more.
  package var isBrokenPipe: Bool { operation == .write && code == EPIPE }

  /// Does something for which the operating system is needed, and says of which file it was if that fails.
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
  /// What could not be done with which file, why, and what to do about it.
  ///
  /// An example is `Cannot open a.stele: no such file or directory.`
  public var description: String { explanation }

  package var attempt: String { "Cannot \(operation.rawValue) \(path)" }

  package var cause: String { reason.description }

  private static var fullDisk: [Int32] {
    #if os(Windows)
      [ENOSPC]
    #else
      [ENOSPC, EDQUOT]
    #endif
  }

  package var advice: String? {
    switch code {
    case let code? where Self.fullDisk.contains(code):
      "Free some space and try again; the old file is as it was."
    case EACCES, EPERM, EROFS: "Check the permissions of the file and of its folder."
    case EISDIR, ENOTDIR: "Name a file."
    default: nil
    }
  }
}

extension FileError.Reason: CustomStringConvertible {
  /// The second half of the sentence.
  public var description: String {
    switch self {
    case .system(let code):
      // Safe: strerror returns a C string that is valid until the next call in this thread.
      unsafe strerror(code).map { unsafe String(cString: $0).asClause } ?? "error \(code)"
    case .changed: "it was changed meanwhile"
    case .tooLarge(let limit): "it has more than \(limit) bytes, the most that are read into memory"
    case .notRegular(let kind): "it is not a file with content of its own but a \(kind)"
    case .notAFileURL: "the URL does not name a file"
    }
  }
}
