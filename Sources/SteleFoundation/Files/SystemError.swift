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

/// Why a call of the operating system failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number, as `errno` has it.
  package let code: Int32

  /// Makes an error of a number.
  package init(_ code: Int32) {
    self.code = code
  }

  #if !os(Windows)
    /// The error of the last call of this thread that failed.
    static var last: SystemError { SystemError(errno) }
  #endif

  /// Whether the file, its file system or the system does not know what was asked for.
  var isUnsupported: Bool {
    [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, ENOTTY].contains(code)
  }
}
