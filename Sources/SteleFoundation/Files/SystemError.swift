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
internal import Stele

/// The error of a call of the operating system.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number, as in `errno`.
  package let code: Int32

  package init(_ code: Int32) {
    self.code = code
  }

  #if !os(Windows)
    /// The error of the last failed call of this thread.
    static var last: SystemError { SystemError(errno) }
  #endif

  // The errors that this module throws itself, or expects.

  static let badDescriptor = SystemError(EBADF)
  static let brokenPipe = SystemError(EPIPE)
  static let exists = SystemError(EEXIST)
  static let inputOutput = SystemError(EIO)
  static let interrupted = SystemError(EINTR)
  static let isFolder = SystemError(EISDIR)
  static let linkLoop = SystemError(ELOOP)
  static let notFound = SystemError(ENOENT)

  /// Whether the process may not make the call.
  var isForbidden: Bool { code == EPERM || code == EACCES }

  /// Whether the call would have to wait.
  var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }

  /// Whether the file, its file system or the system does not support the call.
  var isUnsupported: Bool {
    [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, ENOTTY].contains(code)
  }
}

extension SystemError {
  /// Checks that the system has this much memory: otherwise an array would end the process.
  static func checkMemory(_ byteCount: Int) throws(SystemError) {
    guard byteCount >= 1 << 20 else { return }
    // Safe: the memory is freed at once.
    guard let memory = unsafe malloc(byteCount) else { throw SystemError(ENOMEM) }
    unsafe free(memory)
  }

  /// The cause in the words of the system, as a clause.
  var cause: String {
    // Safe: strerror returns a C string that is valid until the next call in this thread.
    unsafe strerror(code).map { unsafe String(cString: $0).asClause } ?? "error \(code)"
  }

  private static var fullDisk: [Int32] {
    #if os(Windows)
      [ENOSPC]
    #else
      [ENOSPC, EDQUOT]
    #endif
  }

  /// The remedy, if there is one.
  var advice: String? {
    switch code {
    case let code where Self.fullDisk.contains(code):
      "Free some space and try again; the old file is as it was."
    case EACCES, EPERM, EROFS: "Check the permissions of the file and of its folder."
    case EISDIR, ENOTDIR: "Name a file."
    default: nil
    }
  }
}
