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

  /// Whether the file, its file system or the system does not support the call.
  var isUnsupported: Bool {
    [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, ENOTTY].contains(code)
  }
}
