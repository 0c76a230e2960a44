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
  static let exists = SystemError(EEXIST)
  static let inputOutput = SystemError(EIO)
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
