#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
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

  /// What was to be done.
  public let operation: Operation
  /// The file.
  public let path: String
  /// The error number of the operating system.
  public let code: Int32

  /// Makes an error from an error number of the operating system.
  public init(_ operation: Operation, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// Whether a pipe was written to that nobody reads any more.
  package var isBrokenPipe: Bool { operation == .write && code == EPIPE }

  /// Makes an error from the last failure of the operating system in this thread.
  static func last(_ operation: Operation, _ path: String) -> FileError {
    FileError(operation, path, code: errno)
  }
}

extension FileError: CustomStringConvertible {
  /// A sentence such as `cannot open a.stele: No such file or directory`.
  public var description: String {
    // Safe: strerror returns a C string that is valid until the next call in this thread.
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return "cannot \(operation.rawValue) \(path): \(reason)"
  }
}
